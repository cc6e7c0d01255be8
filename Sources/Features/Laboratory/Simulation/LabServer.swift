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

        /// Nothing listens, or nobody is let in.
        static let refused = Answer.fail(
            .failed(ConnectFailure(kind: .unreachable, text: "connection refused")))

        init(_ whenFull: LabCapacity.WhenFull) {
            self =
                switch whenFull {
                case .refuse: .refused
                case .drop: .hang
                case .close: .reject(.overCapacity)
                }
        }

        var isRejection: Bool {
            if case .reject = self { true } else { false }
        }
    }

    /// What an attempt that reaches the network leads to.
    struct Reply {
        /// `nil` if nothing comes any more, although the server had taken the client in.
        var answer: Answer?
        /// When the client knows.
        var time: Duration
        /// Whether the server itself was asked, rather than the network.
        var isAsked = false
        /// Whether it had no room.
        var isRefused = false
    }

    private let steps: [FaultScript.Step]
    private let capacity: LabCapacity?
    private var queue: HandshakeQueue?
    /// When the server is stopped, the next time last.
    private var stops: [Duration]

    /// - Parameter capacity: `nil` for a server that makes every handshake at once.
    init(_ script: FaultScript, capacity: LabCapacity? = nil) {
        let steps = script.occurrences.sorted { $0.start < $1.start }
        self.steps = steps
        self.capacity = capacity
        self.queue = capacity.map(HandshakeQueue.init)
        self.stops = steps.filter { $0.fault == .refuse }.map(\.start).reversed()
    }

    /// What becomes of an attempt that reaches the network at a time; attempts come in the order of
    /// time. Before the script there is room for everybody.
    mutating func reply(at time: Duration, usesTLS: Bool) -> Reply {
        let answer = self.answer(at: time, usesTLS: usesTLS)
        let isAsked = answer == .establish || answer.isRejection
        let reply = Reply(answer: answer, time: time + answer.delay, isAsked: isAsked)
        guard answer == .establish, time >= .zero, let capacity else { return reply }
        while let stop = self.stops.last, stop <= time {
            self.stops.removeLast()
            self.queue?.clear(at: stop)
        }
        guard let start = self.queue?.admit(at: time) else {
            let answer = Answer(capacity.whenFull)
            return Reply(
                answer: answer, time: time + answer.delay, isAsked: true, isRefused: true)
        }
        if let stop = self.stops.last, stop < start {
            return Reply(answer: .refused, time: stop + Answer.refused.delay, isAsked: true)
        }
        let later = self.answer(at: start, usesTLS: usesTLS)
        return Reply(
            answer: later == .hang ? nil : later, time: start + later.delay, isAsked: true)
    }

    /// How a pong or a refusal travels.
    static let roundTrip = Duration.milliseconds(20)

    /// The answer to an attempt at a time, if there is room. Of several faults, the one that
    /// began last decides.
    private func answer(at time: Duration, usesTLS: Bool) -> Answer {
        for step in self.steps.reversed() where Self.isInForce(step, at: time) {
            switch step.fault {
            case .silence(.both), .unreachable:
                return .hang
            case .refuse:
                return .refused
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
