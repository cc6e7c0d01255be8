/// What a comparison has found, in numbers. Arrays have one element for each side.
package struct ComparisonTally: Hashable, Sendable {
    /// Events that arrived.
    package internal(set) var events = [0, 0]
    /// Events that arrived from both servers.
    package internal(set) var pairs = 0
    /// Events that arrived only from this server within the window.
    package internal(set) var only = [0, 0]
    /// Events that arrived later from this server than from the other, by at least a tenth of the
    /// window.
    package internal(set) var late = [0, 0]
    /// Pairs of events with the same channel and name and other data.
    package internal(set) var differing = 0
    /// Events that could not be compared: the other client was not connected or not subscribed, or
    /// too many were waiting.
    package internal(set) var uncompared = 0
    /// How much later the second server delivered the same events.
    package internal(set) var lags = Lags()

    /// Whether the servers delivered the same, and neither of them late.
    package var isSame: Bool {
        self.differing == 0 && (self.only + self.late).allSatisfy { $0 == 0 }
    }

    /// The newest time differences.
    package struct Lags: Hashable, Sendable {
        private var values: [Duration] = []
        private var next = 0

        /// How many are kept.
        static let limit = 256

        mutating func add(_ lag: Duration) {
            if self.values.count < Self.limit {
                self.values.append(lag)
            } else {
                self.values[self.next % Self.limit] = lag
            }
            self.next += 1
        }

        /// The median of the newest; negative if the first server was slower; `nil` without any.
        package var median: Duration? {
            guard !self.values.isEmpty else { return nil }
            return self.values.sorted()[self.values.count / 2]
        }

        /// The shortest and the longest of the newest; `nil` without any.
        var range: ClosedRange<Duration>? {
            guard let least = self.values.min(), let most = self.values.max() else { return nil }
            return least...most
        }
    }
}
