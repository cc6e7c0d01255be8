import ChannelsProtocol
import Formatting

/// What happens to a server and its network, and when.
package struct LabScript: Hashable, Sendable {
    /// One fault.
    package struct Step: Hashable, Sendable {
        /// When it begins, counted from the start of the script.
        package var start: Duration
        /// The fault.
        package var fault: LabFault
        /// How long it lasts; `nil` until the end of the script. A momentary fault with a duration
        /// reaches each connection at some time within it.
        package var duration: Duration?

        /// Creates a step.
        package init(at start: Duration, _ fault: LabFault, for duration: Duration? = nil) {
            self.start = start
            self.fault = fault
            self.duration = duration
        }

        /// When it is over; `nil` if that is not before the end of the script.
        var end: Duration? {
            self.fault.isMomentary
                ? self.start + (self.duration ?? .zero) : self.duration.map { self.start + $0 }
        }

        /// A sentence part for a heading: `at 10 s cut`.
        package var words: String {
            let start = "at \(Figures.duration(self.start)) \(self.fault.words)"
            guard let duration = self.duration else { return start }
            let time = Figures.duration(duration)
            return self.fault.isMomentary ? "\(start) within \(time)" : "\(start) for \(time)"
        }
    }

    /// The name, for headings and the command line.
    package var name: String
    /// The faults, in any order.
    package var steps: [Step]
    /// How long to look.
    package var duration: Duration
    /// Whether the clients are connected when the script starts; otherwise they connect then.
    package var isConnected: Bool

    /// Creates a script.
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

    /// A sentence with all steps.
    package var words: String { self.steps.map(\.words).joined(separator: ", ") }

    /// When the server and its network are well again for good; `nil` if not before the end.
    package var end: Duration? {
        var latest = Duration.zero
        for step in self.steps {
            guard let end = step.end, end < self.duration else { return nil }
            latest = max(latest, end)
        }
        return latest
    }
}

// MARK: - Ready scripts

extension LabScript {
    /// The scripts that can be chosen by name.
    package static let all: [LabScript] = [
        Self("restart", .seconds(90), restart: .seconds(3)),
        Self("long-restart", .seconds(300), restart: .seconds(45)),
        LabScript(
            name: "flapping", duration: .seconds(180),
            (0..<10).map { Step(at: .seconds(10 + 4 * $0), .cut) }),
        LabScript(
            name: "over-capacity", duration: .seconds(300),
            [
                Step(at: .seconds(10), .close(4100)),
                Step(at: .seconds(10), .reject(4100), for: .seconds(60)),
            ]),
        LabScript(
            name: "silent-link", duration: .seconds(420),
            [Step(at: .seconds(10), .silence, for: .seconds(240))]),
        LabScript(
            name: "wrong-key", duration: .seconds(60), isConnected: false,
            [Step(at: .zero, .reject(4001))]),
        LabScript(
            name: "quota", duration: .seconds(120),
            [Step(at: .seconds(10), .close(4004)), Step(at: .seconds(10), .reject(4004))]),
        LabScript(
            name: "no-dns", duration: .seconds(300),
            [
                Step(at: .seconds(10), .cut),
                Step(at: .seconds(10), .unresolved, for: .seconds(60)),
            ]),
        LabScript(
            name: "deploy", duration: .seconds(180),
            [Step(at: .seconds(10), .close(4200), for: .seconds(60))]),
        LabScript(
            name: "never-reached", duration: .seconds(240), isConnected: false,
            [Step(at: .zero, .unreachable)]),
        LabScript(
            name: "gone", duration: .seconds(300),
            [Step(at: .zero, .cut), Step(at: .zero, .unreachable)]),
    ]

    /// A server that is stopped and started again.
    private init(_ name: String, _ duration: Duration, restart: Duration) {
        self.init(
            name: name, duration: duration,
            [
                Step(at: .seconds(10), .cut),
                Step(at: .seconds(10), .refuse, for: restart),
            ])
    }

    /// The script with this name; `nil` if there is none.
    package static func named(_ name: String) -> LabScript? { self.all.first { $0.name == name } }
}
