import ChannelsBasics
import ChannelsProtocol

package struct FaultScript: Hashable, Sendable {
    package struct Step: Hashable, Sendable {
        package var start: Duration
        package var fault: Fault
        /// How long it lasts; `nil` until the end of the script. A momentary fault with a duration
        /// reaches each connection at some time within it.
        package var duration: Duration?
        /// In how many batches a momentary fault with a duration reaches the connections; `nil` for
        /// each at its own time.
        package var batches: Int?
        /// The time from one start to the next; `nil` for only one.
        package var period: Duration?
        /// How often it starts; `nil` until the end of the script. Counts only with a period.
        var count: Int?

        package init(
            at start: Duration, _ fault: Fault, for duration: Duration? = nil,
            batches: Int? = nil, every period: Duration? = nil, count: Int? = nil
        ) {
            self.start = start
            self.fault = fault
            self.duration = duration
            self.batches = batches
            self.period = period
            self.count = count
        }

        /// Whether the step would do nothing at its start, because the client is not yet connected.
        package var needsConnection: Bool { self.fault.isMomentary && self.start == .zero }

        var repetitions: Int? { self.period == nil ? 1 : self.count }

        /// When it is over; `nil` if that is not before the end of the script.
        package var end: Duration? {
            self.fault.isMomentary
                ? self.start + self.range : self.duration.map { self.start + $0 }
        }

        /// The latest time after `start` at which a momentary fault reaches a connection.
        private var range: Duration {
            guard let duration else { return .zero }
            return self.batches == nil ? duration : self.offset(chance: 1.0.nextDown)
        }

        /// - Parameter chance: from 0 to 1: where the connection is among all.
        package func offset(chance: Double) -> Duration {
            guard let duration else { return .zero }
            guard let batches, batches > 0 else { return duration * chance }
            let batch = min(max(Int(chance * Double(batches)), 0), batches - 1)
            return duration / batches * batch
        }

        /// The step as it is typed: `at 10s close 4200 every 30s 3 times`.
        var words: String {
            var words: [String] = []
            if self.start > .zero { words += ["at", self.start.typed] }
            words.append(self.fault.words)
            if let duration { words += ["for", duration.typed] }
            if let batches { words += ["in", "\(batches)", "batches"] }
            if let period { words += ["every", period.typed] }
            if let count { words += ["\(count)", "times"] }
            return words.joined(separator: " ")
        }
    }

    package var name: String
    package var steps: [Step]
    package var duration: Duration
    /// Whether the clients are already connected when the script starts; otherwise they connect
    /// then.
    package var isConnected: Bool

    package init(
        name: String, duration: Duration, isConnected: Bool = true, _ steps: [Step]
    ) {
        self.name = name
        self.steps = steps
        self.duration = duration
        self.isConnected = isConnected
    }

    /// The longest duration, so that a mistake does not run for hours.
    package static let longest = Duration.seconds(86_400)

    package var words: String { self.steps.map(\.words).joined(separator: ", ") }

    /// The steps until the end of the script, with each repetition as a separate step.
    package var occurrences: [Step] {
        self.steps.flatMap { step -> [Step] in
            guard let period = step.period, period > .zero else { return [step] }
            let left = max(.zero, self.duration - step.start)
            let fitting = Int((left / period).rounded(.down)) + 1
            return (0..<min(step.count ?? fitting, fitting, Self.mostOccurrences)).map {
                Step(
                    at: step.start + period * $0, step.fault, for: step.duration,
                    batches: step.batches)
            }
        }
    }

    private static let mostOccurrences = 10_000

    /// When the server and its network have recovered permanently; `nil` if not before the end.
    package var end: Duration? {
        var latest = Duration.zero
        for step in self.occurrences {
            guard let end = step.end, end < self.duration else { return nil }
            latest = max(latest, end)
        }
        return latest
    }
}

// MARK: Ready scripts

extension FaultScript {
    package static let all: [FaultScript] = [
        Self("restart", .seconds(90), restart: .seconds(3)),
        Self("long-restart", .seconds(300), restart: .seconds(45)),
        FaultScript(
            name: "flapping", duration: .seconds(180),
            (0..<10).map { Step(at: .seconds(10 + 4 * $0), .cut) }),
        FaultScript(
            name: "over-capacity", duration: .seconds(300),
            [
                Step(at: .seconds(10), .close(4100)),
                Step(at: .seconds(10), .reject(4100), for: .seconds(60)),
            ]),
        FaultScript(
            name: "silent-link", duration: .seconds(420),
            [Step(at: .seconds(10), .silence(.both), for: .seconds(240))]),
        FaultScript(
            name: "wrong-key", duration: .seconds(60), isConnected: false,
            [Step(at: .zero, .reject(4001))]),
        FaultScript(
            name: "quota", duration: .seconds(120),
            [Step(at: .seconds(10), .close(4004)), Step(at: .seconds(10), .reject(4004))]),
        FaultScript(
            name: "no-dns", duration: .seconds(300),
            [
                Step(at: .seconds(10), .cut),
                Step(at: .seconds(10), .unresolved, for: .seconds(60)),
            ]),
        FaultScript(
            name: "deploy", duration: .seconds(180),
            [Step(at: .seconds(10), .close(4200), for: .seconds(60))]),
        FaultScript(
            name: "drain", duration: .seconds(240),
            [Step(at: .seconds(10), .close(4200), for: .seconds(60), batches: 10)]),
        FaultScript(
            name: "staggered-deploy", duration: .seconds(600),
            [Step(at: .seconds(10), .close(1001), for: .seconds(300), batches: 10)]),
        FaultScript(
            name: "never-reached", duration: .seconds(240), isConnected: false,
            [Step(at: .zero, .unreachable)]),
        FaultScript(
            name: "gone", duration: .seconds(300),
            [Step(at: .zero, .cut), Step(at: .zero, .unreachable)]),
    ]

    private init(_ name: String, _ duration: Duration, restart: Duration) {
        self.init(
            name: name, duration: duration,
            [
                Step(at: .seconds(10), .cut),
                Step(at: .seconds(10), .refuse, for: restart),
            ])
    }

    package static func named(_ name: String) -> FaultScript? { self.all.first { $0.name == name } }
}
