import ChannelsProtocol
import Scripts

/// The server and its network at each moment of a script.
struct LabServer {
    /// What happens to an attempt to connect.
    enum Answer: Hashable {
        /// The server establishes the connection.
        case establish
        /// It fails before the WebSocket is open.
        case fail(ConnectionEnd)
        /// The WebSocket opens, and is closed with a code.
        case reject(CloseCode)
        /// Nothing answers.
        case hang

        /// How long it takes until the client knows: two round trips to a server nearby, less if
        /// it does not get that far.
        var delay: Duration {
            switch self {
            case .establish, .reject: .milliseconds(40)
            case .fail: .milliseconds(20)
            case .hang: .zero
            }
        }
    }

    private let steps: [FaultScript.Step]

    init(_ script: FaultScript) {
        self.steps = script.occurrences.sorted { $0.start < $1.start }
    }

    /// How a pong or a refusal travels.
    static let roundTrip = Duration.milliseconds(20)

    /// The answer to an attempt that reaches the network at a time. Of several faults, the one that
    /// began last decides.
    func answer(at time: Duration, usesTLS: Bool) -> Answer {
        for step in self.steps.reversed() where Self.isInForce(step, at: time) {
            switch step.fault {
            case .silence(.both), .unreachable:
                return .hang
            case .refuse:
                return .fail(
                    .failed(ConnectFailure(kind: .unreachable, text: "connection refused")))
            case .unresolved:
                return .fail(
                    .failed(ConnectFailure(kind: .nameNotResolved, text: "name not resolved")))
            case .status(let status):
                let kind = ConnectFailure.Kind.httpStatus(status, retryAfter: nil)
                return .fail(.failed(ConnectFailure(kind: kind, text: "HTTP \(status)")))
            case .reject(let code):
                return code == 4000 && usesTLS ? .establish : .reject(code)
            // Strike open connections, or are refused for the laboratory.
            case .cut, .reset, .truncate, .close, .error, .corrupt, .silence, .delay, .throttle,
                .noPongs, .hold:
                continue
            }
        }
        return .establish
    }

    /// When the silence ends that connections are in at a time; `nil` if they are in none, and the
    /// far future if it does not end.
    func silence(at time: Duration) -> Duration? {
        var end: Duration?
        for step in self.steps where step.fault == .silence(.both) && Self.isInForce(step, at: time)
        {
            end = max(end ?? .zero, step.end ?? Self.never)
        }
        return end
    }

    /// Later than anything that happens.
    static let never = Duration.seconds(1_000_000_000)

    private static func isInForce(_ step: FaultScript.Step, at time: Duration) -> Bool {
        guard !step.fault.isMomentary, step.start <= time else { return false }
        return step.end.map { time < $0 } ?? true
    }
}
