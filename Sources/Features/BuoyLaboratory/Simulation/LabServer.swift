import BuoyScripts
import ChannelsProtocol

struct LabServer {
    enum Answer: Hashable {
        case establish
        case fail(Failure)
        case reject(CloseCode)
        /// The packet is lost or dropped. TCP resends the first packet of a connection.
        case hang
        case held(until: Duration)
        /// TCP connects, and nothing else arrives. If `opened`, the upgrade still succeeds.
        case stall(opened: Bool)
        /// TCP connects, and the client sends its request.
        case accept
        /// The kernel has no room for a connection that the client believes to be open. The kernel
        /// drops the request, and TCP sends it again.
        case ignore

        /// How many round trips it takes until the client knows: fewer if it does not get far.
        var roundTrips: Int {
            switch self {
            case .establish, .reject: 2
            case .fail, .accept: 1
            case .hang, .held, .stall, .ignore: 0
            }
        }

        /// `nil` for `drop`, because the kernel does not answer.
        init?(_ overflow: LabCapacity.Overflow) {
            switch overflow {
            case .drop: return nil
            case .unavailable: self = .fail(.status(503))
            case .close: self = .reject(.overCapacity)
            case .reset: self = .fail(.refused)
            }
        }

        var isRejection: Bool {
            if case .reject = self { true } else { false }
        }

        /// Whether the client learns the outcome from this answer.
        var isFinal: Bool {
            switch self {
            case .establish, .fail, .reject: true
            case .hang, .held, .stall, .accept, .ignore: false
            }
        }
    }

    /// Has no string, because millions of failures can be scheduled.
    enum Failure: Hashable {
        case refused, unresolved, unanswered
        case status(Int)

        var end: ConnectionEnd {
            let (kind, what): (ConnectFailure.Kind, String) =
                switch self {
                case .refused: (.unreachable, "connection refused")
                case .unresolved: (.nameNotResolved, "name not resolved")
                case .unanswered: (.unreachable, "no answer")
                case .status(let status):
                    (.httpStatus(status, retryAfter: nil), "HTTP \(status)")
                }
            return .failed(ConnectFailure(kind: kind, what: what))
        }
    }

    struct Reply {
        /// `nil` if nothing comes any more, although the server had taken the client in.
        var answer: Answer?
        var time: Duration
        /// Whether the server itself was asked, rather than the network.
        var isAsked = false
        var isRefused = false
    }

    private let steps: [FaultScript.Step]
    let roundTrip: Duration
    private let capacity: LabCapacity?
    private var queue: HandshakeQueue?
    /// When the server is stopped, the next time last.
    private var stops: [Duration]
    /// Whether the script ever stops packets on open connections from arriving.
    let silences: Bool

    init(
        _ script: FaultScript, capacity: LabCapacity? = nil, roundTrip: Duration = Self.nearby
    ) {
        self.roundTrip = roundTrip
        let steps = script.occurrences.sorted { $0.start < $1.start }
        self.steps = steps
        self.capacity = capacity
        self.queue = capacity.map(HandshakeQueue.init)
        self.stops = steps.filter { $0.fault == .refuse }.map(\.start).reversed()
        self.silences = steps.contains {
            $0.fault.silencesConnections || $0.fault == .noPongs
        }
    }

    static let nearby = Duration.milliseconds(20)

    func delay(of answer: Answer) -> Duration { self.roundTrip * answer.roundTrips }

    private func reply(_ answer: Answer, at time: Duration, isRefused: Bool = false) -> Reply {
        Reply(
            answer: answer, time: time + self.delay(of: answer),
            isAsked: isRefused || answer == .establish || answer == .accept || answer.isRejection,
            isRefused: isRefused)
    }

    // MARK: Attempts

    /// Answers the first packet of an attempt. Call it in the order of time. Before the script
    /// starts, the capacity has no effect.
    mutating func reply(at time: Duration, usesTLS: Bool) -> Reply {
        let answer = self.answer(at: time, usesTLS: usesTLS)
        guard answer == .establish, time >= .zero, let capacity else {
            return self.reply(answer, at: time)
        }
        guard capacity.overflow == .drop else { return self.admit(at: time, usesTLS: usesTLS) }
        self.stop(before: time)
        let isFull = self.queue?.isFull(at: time) == true
        return isFull ? self.reply(.hang, at: time, isRefused: true) : self.reply(.accept, at: time)
    }

    /// Answers the request of an attempt whose first packet was accepted. The backlog may be full
    /// by now.
    mutating func admit(at time: Duration, usesTLS: Bool) -> Reply {
        let answer = self.answer(at: time, usesTLS: usesTLS)
        guard answer == .establish, let capacity else { return self.reply(answer, at: time) }
        self.stop(before: time)
        guard let start = self.queue?.admit(at: time) else {
            return self.reply(Answer(capacity.overflow) ?? .ignore, at: time, isRefused: true)
        }
        var reply =
            if let stop = self.stops.last, stop < start {
                self.reply(.fail(.refused), at: stop)
            } else {
                self.reply(self.answer(at: start, usesTLS: usesTLS), at: start)
            }
        reply.isAsked = true
        if reply.answer?.isFinal == false { reply.answer = nil }
        return reply
    }

    /// Whether a TLS hello on the port without TLS keeps the server busy. No client notices it.
    var chargesHello: Bool { self.capacity?.chargesHello == true }

    private mutating func stop(before time: Duration) {
        while let stop = self.stops.last, stop <= time {
            self.stops.removeLast()
            self.queue?.clear(at: stop)
        }
    }

    /// Of several faults, the one that started last decides.
    private func answer(at time: Duration, usesTLS: Bool) -> Answer {
        for step in self.steps.reversed() where Self.isInForce(step, at: time) {
            switch step.fault {
            case .silence(.both):
                return .held(until: step.end ?? Self.never)
            case .loss, .unreachable:
                return .hang
            case .stall(let stage):
                return .stall(opened: stage == .hello)
            case .refuse:
                return .fail(.refused)
            case .unresolved:
                return .fail(.unresolved)
            case .status(let status):
                return .fail(.status(status))
            case .reject(let code):
                return code == 4000 && usesTLS ? .establish : .reject(code)
            // Strike open connections, or are refused for the laboratory.
            case .cut, .reset, .truncate, .close, .error, .corrupt, .silence, .buffer, .delay,
                .throttle, .noPongs, .delayAnswers:
                continue
            }
        }
        return .establish
    }

    /// Whether anything answers the first packet of a connection.
    func answers(at time: Duration) -> Bool {
        switch self.answer(at: time, usesTLS: false) {
        case .hang, .held, .stall(opened: false), .fail(.unresolved): false
        case .establish, .fail, .reject, .stall(opened: true), .accept, .ignore: true
        }
    }

    // MARK: Open connections

    /// When something that is sent on a connection at a time leaves; `nil` for never. What is
    /// sent in a silence leaves at its end, and what is sent in a loss when TCP sends it again.
    /// - Parameter opening: the time when the connection was established.
    func departure(at time: Duration, opening: Duration) -> Duration? {
        let silence = self.end(at: time) {
            $0.fault == .silence(.both) || $0.fault == .silence(.old) && opening < $0.start
        }
        if let silence, silence == Self.never { return nil }
        let start = silence ?? time
        guard self.loses(at: start) else { return start }
        return Fault.dataRepeats.lazy.map { start + $0 }.first { !self.loses(at: $0) }
    }

    func loses(at time: Duration) -> Bool { self.end(at: time) { $0.fault == .loss } != nil }

    func withholdsPongs(at time: Duration) -> Bool {
        self.end(at: time) { $0.fault == .noPongs } != nil
    }

    var losses: [Duration] { self.steps.filter { $0.fault == .loss }.map(\.start) }

    /// The end of the fault that is in effect at a time; `nil` if there isn't one, and `never` if
    /// the fault does not end.
    private func end(at time: Duration, of isMeant: (FaultScript.Step) -> Bool) -> Duration? {
        self.steps.filter { isMeant($0) && Self.isInForce($0, at: time) }
            .map { $0.end ?? Self.never }.max()
    }

    static let never = Duration.seconds(1_000_000_000)

    private static func isInForce(_ step: FaultScript.Step, at time: Duration) -> Bool {
        guard !step.fault.isMomentary, step.start <= time else { return false }
        return step.end.map { time < $0 } ?? true
    }
}
