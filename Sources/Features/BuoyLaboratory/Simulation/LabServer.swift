import BuoyScripts
import ChannelsProtocol

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
        /// Nothing answers; TCP sends it again.
        case hang
        /// It is held back until then.
        case held(until: Duration)

        /// How many round trips it takes until the client knows: fewer if it does not get far.
        var roundTrips: Int {
            switch self {
            case .establish, .reject: 2
            case .fail: 1
            case .hang, .held: 0
            }
        }

        /// Nothing listens, or nobody is let in.
        static let refused = Answer.fail(
            .failed(ConnectFailure(kind: .unreachable, what: "connection refused")))

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

        /// Whether nothing comes for now.
        var isUnanswered: Bool {
            switch self {
            case .hang, .held: true
            case .establish, .fail, .reject: false
            }
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

        /// Whether the attempt is over when the client knows: it waits for nothing more.
        var endsAttempt: Bool {
            switch self.answer {
            case .establish, .fail, .reject: true
            case .hang, .held, nil: false
            }
        }
    }

    private let steps: [FaultScript.Step]
    /// How long a pong or a refusal takes.
    let roundTrip: Duration
    private let capacity: LabCapacity?
    private var queue: HandshakeQueue?
    /// When the server is stopped, the next time last.
    private var stops: [Duration]

    /// A server nearby, unless it is given how far it is.
    /// - Parameter capacity: `nil` for a server that makes every handshake at once.
    init(
        _ script: FaultScript, capacity: LabCapacity? = nil, roundTrip: Duration = Self.nearby
    ) {
        self.roundTrip = roundTrip
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
        let reply = Reply(answer: answer, time: time + self.delay(of: answer), isAsked: isAsked)
        guard answer == .establish, time >= .zero, let capacity else { return reply }
        while let stop = self.stops.last, stop <= time {
            self.stops.removeLast()
            self.queue?.clear(at: stop)
        }
        guard let start = self.queue?.admit(at: time) else {
            let answer = Answer(capacity.whenFull)
            return Reply(
                answer: answer, time: time + self.delay(of: answer), isAsked: true, isRefused: true)
        }
        if let stop = self.stops.last, stop < start {
            return Reply(
                answer: .refused, time: stop + self.delay(of: Answer.refused), isAsked: true)
        }
        let later = self.answer(at: start, usesTLS: usesTLS)
        return Reply(
            answer: later.isUnanswered ? nil : later, time: start + self.delay(of: later),
            isAsked: true)
    }

    /// The round trip to a server nearby.
    static let nearby = Duration.milliseconds(20)

    /// How long it takes until a client knows the answer.
    func delay(of answer: Answer) -> Duration { self.roundTrip * answer.roundTrips }

    /// The answer to an attempt at a time, if there is room. Of several faults, the one that
    /// started last decides.
    private func answer(at time: Duration, usesTLS: Bool) -> Answer {
        for step in self.steps.reversed() where Self.isInForce(step, at: time) {
            switch step.fault {
            case .silence(.both):
                return .held(until: step.end ?? Self.never)
            case .loss, .unreachable:
                return .hang
            case .refuse:
                return .refused
            case .unresolved:
                return .fail(
                    .failed(ConnectFailure(kind: .nameNotResolved, what: "name not resolved")))
            case .status(let status):
                let kind = ConnectFailure.Kind.httpStatus(status, retryAfter: nil)
                return .fail(.failed(ConnectFailure(kind: kind, what: "HTTP \(status)")))
            case .reject(let code):
                return code == 4000 && usesTLS ? .establish : .reject(code)
            // Strike open connections, or are refused for the laboratory.
            case .cut, .reset, .truncate, .close, .error, .corrupt, .silence, .buffer, .delay,
                .throttle, .noPongs, .hold:
                continue
            }
        }
        return .establish
    }

    /// When something that is sent on a connection at a time leaves; `nil` for never. What is
    /// sent in a silence leaves at its end, and what is sent in a loss when TCP sends it again.
    func departure(at time: Duration) -> Duration? {
        let silence = self.end(of: .silence(.both), at: time)
        if let silence, silence == Self.never { return nil }
        let start = silence ?? time
        guard self.loses(at: start) else { return start }
        return Fault.dataRepeats.lazy.map { start + $0 }.first { !self.loses(at: $0) }
    }

    /// Whether every packet is lost at a time.
    func loses(at time: Duration) -> Bool { self.end(of: .loss, at: time) != nil }

    /// When the losses start.
    var losses: [Duration] { self.steps.filter { $0.fault == .loss }.map(\.start) }

    /// When a fault ends that is in effect at a time; `nil` if it is not, and the far future if it
    /// does not end.
    private func end(of fault: Fault, at time: Duration) -> Duration? {
        self.steps.filter { $0.fault == fault && Self.isInForce($0, at: time) }
            .map { $0.end ?? Self.never }.max()
    }

    /// Later than anything that happens.
    static let never = Duration.seconds(1_000_000_000)

    private static func isInForce(_ step: FaultScript.Step, at time: Duration) -> Bool {
        guard !step.fault.isMomentary, step.start <= time else { return false }
        return step.end.map { time < $0 } ?? true
    }
}
