/// Arrays have one element for each side.
package struct ComparisonTally: Hashable, Sendable {
    package internal(set) var events = [0, 0]
    package internal(set) var pairs = 0
    package internal(set) var only = [0, 0]
    /// Later than from the other server, by at least a tenth of the window.
    package internal(set) var late = [0, 0]
    package internal(set) var differing = 0
    /// The other client was not connected or not subscribed, or too many were waiting.
    package internal(set) var uncompared = 0
    package internal(set) var lags = Lags()

    package var isSame: Bool {
        self.differing == 0 && (self.only + self.late).allSatisfy { $0 == 0 }
    }

    package struct Lags: Hashable, Sendable {
        private var values: [Duration] = []
        private var next = 0

        static let limit = 256

        mutating func add(_ lag: Duration) {
            if self.values.count < Self.limit {
                self.values.append(lag)
            } else {
                self.values[self.next % Self.limit] = lag
            }
            self.next += 1
        }

        /// Negative if the first server was slower.
        package var median: Duration? {
            guard !self.values.isEmpty else { return nil }
            return self.values.sorted()[self.values.count / 2]
        }

        var range: ClosedRange<Duration>? {
            guard let least = self.values.min(), let most = self.values.max() else { return nil }
            return least...most
        }
    }
}
