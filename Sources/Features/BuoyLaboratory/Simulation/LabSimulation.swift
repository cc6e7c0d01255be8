import BuoyScripts
import ChannelsProtocol

/// Hears what the clients of a simulation do, in the order of time. Times are counted from the
/// start of the script; those before it are negative.
protocol LabObserver {
    mutating func note(_ report: LabClient.Report, of client: Int, at time: Duration)
    /// Notes an attempt that reaches the server, not only the network.
    mutating func noteAsked(_ client: Int, at time: Duration)
    mutating func noteRefused(_ client: Int)
    mutating func noteLate(_ client: Int)
}

extension LabObserver {
    mutating func noteAsked(_ client: Int, at time: Duration) {}
    mutating func noteRefused(_ client: Int) {}
    mutating func noteLate(_ client: Int) {}
}

/// The profiles of a fleet, in order, each with its number of clients.
typealias LabFleet = [(profile: LabProfile, clients: Int)]

struct LabSimulation<Observer: LabObserver> {
    private struct Attempt {
        let socket: SocketNumber
        let usesTLS: Bool
        /// The time when the current packet was first sent.
        var start: Duration
        /// How often the current packet was sent again.
        var repeats = 0
        /// The timer of the attempt's limit; `nil` once it is started.
        var limit: (timer: TimerID, end: Duration)?
        /// Whether this is a fallback; the client is not told of it.
        var isFallback = false
    }

    private enum Happening {
        case connect
        case timer(TimerID)
        /// The first packet of the attempt reaches the network.
        case reach(Attempt)
        /// The request of an attempt whose first packet was accepted reaches the server.
        case request(Attempt)
        case answer(SocketNumber, LabServer.Answer)
        case pong(SocketNumber)
        case fallback(SocketNumber, LabProfile.Fallback)
        case loss
        case lastProbe(SocketNumber)
        case keepAliveFailed(SocketNumber)
        /// A check by the WebSocket library, which also pings.
        case check(SocketNumber)
        case checked(SocketNumber)
        case hit(Fault)
    }

    private let script: FaultScript
    private var server: LabServer
    private let profiles: [LabProfile]
    private var clients: [LabClient] = []
    /// The sockets of each client. Most events need only these, and a `LabClient` is large.
    private var sockets: [(open: SocketNumber?, round: SocketNumber?)] = []
    /// When something last arrived, for the keep-alive and for the pings of a WebSocket library.
    private var lastHeard: [Duration] = []
    private var agenda: Agenda<(client: Int, happening: Happening)>
    private(set) var observer: Observer
    /// The number of clients that are not connected and have not given up.
    private var away: Int
    /// The number of answers on their way to clients, even if a client no longer waits.
    private var answersDue = 0

    init(
        _ script: FaultScript, _ fleet: LabFleet, hasJitter: Bool, seed: UInt64,
        capacity: LabCapacity? = nil, roundTrip: Duration = LabServer.nearby, observer: Observer
    ) {
        self.script = script
        self.agenda = Agenda(until: script.duration)
        self.profiles = fleet.map(\.profile)
        self.server = LabServer(script, capacity: capacity, roundTrip: roundTrip)
        self.observer = observer
        self.away = fleet.map(\.clients).reduce(0, +)
        var generator = SeededGenerator(seed: seed)
        for (part, (profile, clients)) in fleet.enumerated() {
            let client = LabClient(profile, part: part)
            for _ in 0..<clients {
                let seed = hasJitter && !profile.isWithoutJitter ? generator.next() : nil
                self.clients.append(client.seeded(seed))
            }
        }
        self.sockets = self.clients.map { ($0.socket, $0.round) }
        self.lastHeard = [Duration](repeating: .zero, count: self.clients.count)
        let isAlone = self.clients.count == 1
        for client in self.clients.indices {
            // One client is hit in the middle of a period, many at random times within it.
            let chance = isAlone ? 0.5 : Double.random(in: 0..<1, using: &generator)
            // The last pong of one client came just before the script, as if it had connected then.
            self.agenda.add((client, .connect), at: self.start(client, phase: isAlone ? 0 : chance))
            self.begin(client, chance: chance)
        }
    }

    private func profile(_ client: Int) -> LabProfile { self.profiles[self.clients[client].part] }

    /// - Parameter phase: how long before the script the client's last pong came, as a part of the
    ///   time between two pings.
    private func start(_ client: Int, phase: Double) -> Duration {
        guard self.script.isConnected else { return .zero }
        let period = self.profile(client).idleLimit
        let pings: Double = max((Duration.seconds(60) / period).rounded(.up), 1)
        // Connecting takes two round trips, a pong one.
        let age: Duration = period * (pings + phase) + self.server.roundTrip * 3
        return .zero - age
    }

    private mutating func begin(_ client: Int, chance: Double) {
        if self.profile(client).habits.keepAlive != nil {
            for time in self.server.losses { self.agenda.add((client, .loss), at: time) }
        }
        for step in self.script.occurrences where step.fault.isMomentary {
            let time = step.start + step.offset(chance: chance)
            self.agenda.add((client, .hit(step.fault)), at: time)
        }
    }

    mutating func run() {
        // Clients may notice a silence long after its end.
        let end = self.server.silences ? nil : self.script.end
        while let (time, (client, happening)) = self.agenda.next(), time <= self.script.duration {
            if let end, time > end, self.away == 0, self.answersDue == 0 { return }
            switch happening {
            case .reach(let attempt):
                self.reach(client, attempt, at: time)
            case .request(let attempt):
                self.request(client, attempt, at: time)
            default:
                let requests = self.requests(happening, of: client, at: time)
                self.sockets[client] = (self.clients[client].socket, self.clients[client].round)
                for request in requests { self.carryOut(request, of: client, at: time) }
            }
        }
    }

    private mutating func requests(
        _ happening: Happening, of client: Int, at time: Duration
    ) -> [LabClient.Request] {
        switch happening {
        case .connect:
            return self.clients[client].connect(at: Self.timestamp(time))
        case .timer(let timer):
            return self.clients[client].timerFired(timer, at: Self.timestamp(time))
        case .reach, .request:
            return []
        case .answer(let socket, let answer):
            self.answersDue -= 1
            self.lastHeard[client] = time
            return self.answered(client, socket, answer, at: time)
        case .pong(let socket):
            self.lastHeard[client] = time
            return self.clients[client].ponged(socket, at: Self.timestamp(time))
        case .fallback(let socket, let fallback):
            return self.clients[client].fallBack(socket, fallback)
        case .loss:
            self.beginLoss(client, at: time)
            return []
        case .lastProbe(let socket):
            self.endProbes(client, socket, at: time)
            return []
        case .keepAliveFailed(let socket):
            return self.clients[client].linkFailed(socket, at: Self.timestamp(time))
        case .check(let socket):
            return self.check(client, socket, at: time)
        case .checked(let socket):
            if self.clients[client].socket == socket { self.lastHeard[client] = time }
            return []
        case .hit(let fault):
            return self.hit(client, fault, at: time)
        }
    }

    /// An hour before zero, so that no time is negative for the machines.
    private static func timestamp(_ time: Duration) -> ChannelsTimestamp {
        ChannelsTimestamp.zero.advanced(by: time + .seconds(3600))
    }

    private mutating func carryOut(
        _ request: LabClient.Request, of client: Int, at time: Duration
    ) {
        switch request {
        case .start(let timer):
            self.agenda.add((client, .timer(timer.id)), at: time + timer.after)
        case .open(let socket, let usesTLS, let limit):
            let end =
                limit.after < ReconnectionPolicy.unlimited ? (limit.id, time + limit.after) : nil
            let attempt = Attempt(socket: socket, usesTLS: usesTLS, start: time, limit: end)
            self.reach(client, attempt, at: time)
        case .waitForFallback(let socket, let fallback):
            self.agenda.add((client, .fallback(socket, fallback)), at: time + fallback.start)
        case .openFallback(let socket, let fallback):
            self.open(fallback, socket, client, at: time)
        case .ping(let socket):
            guard let pong = self.pong(client, at: time) else { return }
            self.agenda.add((client, .pong(socket)), at: pong)
        case .report(let report):
            self.noteReport(report, client, at: time)
        }
    }

    private mutating func noteReport(
        _ report: LabClient.Report, _ client: Int, at time: Duration
    ) {
        self.observer.note(report, of: client, at: time)
        guard case .changed(let change) = report else { return }
        self.away += (change.current.isSettled ? 0 : 1) - (change.previous.isSettled ? 0 : 1)
        guard change.current == .connected, let own = self.profile(client).habits.ownPings,
            self.server.silences,
            let socket = self.clients[client].socket
        else { return }
        self.agenda.add((client, .check(socket)), at: time + own.interval)
    }

    // MARK: Attempts

    private func isTrying(_ attempt: Attempt, _ client: Int) -> Bool {
        let sockets = self.sockets[client]
        return attempt.socket == (attempt.isFallback ? sockets.round : sockets.open)
    }

    private mutating func reach(_ client: Int, _ attempt: Attempt, at time: Duration) {
        guard self.isTrying(attempt, client) else { return }
        let reply = self.server.reply(at: time, usesTLS: attempt.usesTLS)
        if reply.isAsked, attempt.repeats == 0 { self.observer.noteAsked(client, at: time) }
        self.follow(reply, client, attempt, at: time)
    }

    private mutating func request(_ client: Int, _ attempt: Attempt, at time: Duration) {
        guard self.isTrying(attempt, client) else { return }
        let reply = self.server.admit(at: time, usesTLS: attempt.usesTLS)
        self.follow(reply, client, attempt, at: time)
    }

    private mutating func follow(
        _ reply: LabServer.Reply, _ client: Int, _ attempt: Attempt, at time: Duration
    ) {
        if reply.isRefused { self.observer.noteRefused(client) }
        var attempt = attempt
        self.startLimit(of: &attempt, reply, client)
        switch reply.answer {
        case .establish?, .fail?, .reject?:
            guard let answer = reply.answer, !attempt.isFallback else { return }
            self.answersDue += 1
            self.agenda.add((client, .answer(attempt.socket, answer)), at: reply.time)
        case .held(let end)?:
            guard end < LabServer.never else { return }
            self.agenda.add((client, .reach(attempt)), at: end)
        case .accept?:
            attempt.start = reply.time
            attempt.repeats = 0
            self.agenda.add((client, .request(attempt)), at: reply.time)
        case .hang?, .ignore?:
            self.sendAgain(attempt, client, isRequest: reply.answer == .ignore)
        case .stall(opened: true)? where !attempt.isFallback:
            self.clients[client].opened(attempt.socket, at: Self.timestamp(time))
        case .stall?, nil:
            break
        }
    }

    /// Starts the timer of the attempt's limit, unless the answer comes in time. Otherwise,
    /// millions of timers would do nothing.
    private mutating func startLimit(
        of attempt: inout Attempt, _ reply: LabServer.Reply, _ client: Int
    ) {
        guard let (timer, end) = attempt.limit else { return }
        let isOpen = reply.answer?.isFinal == true || reply.answer == .accept
        guard !isOpen || reply.time >= end else { return }
        self.agenda.add((client, .timer(timer)), at: end)
        attempt.limit = nil
    }

    private mutating func sendAgain(_ attempt: Attempt, _ client: Int, isRequest: Bool) {
        let waits = isRequest ? Fault.dataRepeats : Fault.connectRepeats
        var next = attempt
        next.repeats += 1
        guard waits.indices.contains(attempt.repeats) else {
            guard !isRequest, !attempt.isFallback else { return }
            self.answersDue += 1
            self.agenda.add(
                (client, .answer(attempt.socket, .fail(.unanswered))),
                at: attempt.start + Fault.connectLimit)
            return
        }
        self.agenda.add(
            (client, isRequest ? .request(next) : .reach(next)),
            at: attempt.start + waits[attempt.repeats])
    }

    private mutating func answered(
        _ client: Int, _ socket: SocketNumber, _ answer: LabServer.Answer, at time: Duration
    ) -> [LabClient.Request] {
        let now = Self.timestamp(time)
        switch answer {
        case .establish:
            if self.clients[client].socket != socket { self.observer.noteLate(client) }
            return self.clients[client].established(socket, at: now)
        case .fail(let failure):
            return self.clients[client].ended(socket, failure.end, wasOpened: false, at: now)
        case .reject(let code):
            return self.clients[client].ended(
                socket, .closed(code, reason: ""), wasOpened: true, at: now)
        case .hang, .held, .stall, .accept, .ignore:
            return []
        }
    }

    private mutating func open(
        _ fallback: LabProfile.Fallback, _ socket: SocketNumber, _ client: Int, at time: Duration
    ) {
        if let wait = fallback.repeatsAfter, self.server.answers(at: time) {
            let second = LabProfile.Fallback(start: fallback.start + wait)
            self.agenda.add((client, .fallback(socket, second)), at: time + wait)
        }
        guard self.server.chargesHello else { return }
        let attempt = Attempt(socket: socket, usesTLS: true, start: time, isFallback: true)
        self.reach(client, attempt, at: time)
    }

    // MARK: Open connections

    /// The time when a packet to or from a client leaves; `nil` for never.
    private func departure(_ client: Int, at time: Duration) -> Duration? {
        let opening = self.clients[client].establishedAt
            .map { $0.duration(since: Self.timestamp(.zero)) }
        return self.server.departure(at: time, opening: opening ?? time)
    }

    private func pong(_ client: Int, at time: Duration) -> Duration? {
        let pong = self.departure(client, at: time).map { $0 + self.server.roundTrip }
        return pong.flatMap { self.server.withholdsPongs(at: $0) ? nil : $0 }
    }

    /// A probe that was answered before the loss counts as heard.
    private mutating func beginLoss(_ client: Int, at time: Duration) {
        guard let keepAlive = self.profile(client).habits.keepAlive,
            let socket = self.clients[client].socket
        else { return }
        let heard = self.lastHeard[client]
        let answered: Double = ((time - heard) / keepAlive.idle).rounded(.down)
        let last: Duration = heard + keepAlive.idle * answered + keepAlive.lastProbe
        self.agenda.add((client, .lastProbe(socket)), at: last)
    }

    private mutating func endProbes(_ client: Int, _ socket: SocketNumber, at time: Duration) {
        guard let keepAlive = self.profile(client).habits.keepAlive, self.server.loses(at: time)
        else { return }
        self.agenda.add((client, .keepAliveFailed(socket)), at: time + keepAlive.interval)
    }

    private mutating func check(
        _ client: Int, _ socket: SocketNumber, at time: Duration
    ) -> [LabClient.Request] {
        guard self.clients[client].socket == socket,
            let own = self.profile(client).habits.ownPings
        else { return [] }
        guard time - self.lastHeard[client] <= own.limit else {
            return self.clients[client].linkFailed(socket, at: Self.timestamp(time))
        }
        self.agenda.add((client, .check(socket)), at: time + own.interval)
        if let pong = self.pong(client, at: time) {
            self.agenda.add((client, .checked(socket)), at: pong)
        }
        return []
    }

    /// The client hears of the end through the network, which may be silent or lose the packet.
    private mutating func hit(
        _ client: Int, _ fault: Fault, at time: Duration
    ) -> [LabClient.Request] {
        guard self.clients[client].state == .connected, let socket = self.clients[client].socket
        else { return [] }
        guard let departure = self.departure(client, at: time) else { return [] }
        guard departure == time else {
            self.agenda.add((client, .hit(fault)), at: departure)
            return []
        }
        let end: ConnectionEnd
        switch fault {
        case .close(let code): end = .closed(code, reason: "")
        case .error(let code):
            guard self.profile(client).habits.obeysErrors else { return [] }
            end = .refused(code, reason: "")
        default:
            end = .failed(ConnectFailure(kind: .unreachable, what: "the connection was lost"))
        }
        return self.clients[client].ended(
            socket, end, wasOpened: false, at: Self.timestamp(time))
    }
}

extension ConnectionState {
    fileprivate var isSettled: Bool { self == .connected || self == .failed }
}
