import BuoyScripts
import ChannelsProtocol

struct LabServer {
    enum Answer: Hashable {
        case establish
        case fail(ConnectionEnd)
        case reject(CloseCode)
        case hang
        case held(until: Duration)

        /// How many round trips it takes until the client knows: fewer if it does not get far.
        var roundTrips: Int {
            switch self {
            case .establish, .reject: 2
            case .fail: 1
            case .hang, .held: 0
            }
        }

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

        var isUnanswered: Bool {
            switch self {
            case .hang, .held: true
            case .establish, .fail, .reject: false
            }
        }
    }

    struct Reply {
        /// `nil` if nothing comes any more, although the server had taken the client in.
        var answer: Answer?
        var time: Duration
        /// Whether the server itself was asked, rather than the network.
        var isAsked = false
        var isRefused = false

        var endsAttempt: Bool {
            switch self.answer {
            case .establish, .fail, .reject: true
            case .hang, .held, nil: false
            }
        }
    }

    private let steps: [FaultScript.Step]
    let roundTrip: Duration
    private let capacity: LabCapacity?
    private var queue: HandshakeQueue?
    /// When the server is stopped, the next time last.
    private var stops: [Duration]

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

    static let nearby = Duration.milliseconds(20)

    func delay(of answer: Answer) -> Duration { self.roundTrip * answer.roundTrips }

    /// Of several faults, the one that started last decides.
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

    func loses(at time: Duration) -> Bool { self.end(of: .loss, at: time) != nil }

    var losses: [Duration] { self.steps.filter { $0.fault == .loss }.map(\.start) }

    /// When a fault ends that is in effect at a time; `nil` if it is not, and the far future if it
    /// does not end.
    private func end(of fault: Fault, at time: Duration) -> Duration? {
        self.steps.filter { $0.fault == fault && Self.isInForce($0, at: time) }
            .map { $0.end ?? Self.never }.max()
    }

    static let never = Duration.seconds(1_000_000_000)

    private static func isInForce(_ step: FaultScript.Step, at time: Duration) -> Bool {
        guard !step.fault.isMomentary, step.start <= time else { return false }
        return step.end.map { time < $0 } ?? true
    }
}
