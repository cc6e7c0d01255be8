import BuoyScripts
import ChannelsProtocol

/// Hears what the clients of a simulation do, in the order of time. Times are counted from the
/// start of the script; those before it are negative.
protocol LabObserver {
    mutating func note(_ report: LabClient.Report, of client: Int, at time: Duration)
    mutating func noteAsked(isRefused: Bool, at time: Duration)
    mutating func noteLate()
}

extension LabObserver {
    mutating func noteAsked(isRefused: Bool, at time: Duration) {}
    mutating func noteLate() {}
}

struct LabSimulation<Observer: LabObserver> {
    private enum Happening {
        case connect
        case timer(TimerID)
        /// A packet of the attempt reaches the network; the number counts those before it.
        case reach(SocketNumber, repeats: Int, start: Duration, usesTLS: Bool)
        case answer(SocketNumber, LabServer.Answer)
        case pong(SocketNumber)
        case secondTransport(SocketNumber)
        case loss
        case lastProbe(SocketNumber)
        case keepAliveFailed(SocketNumber)
        case hit(Fault)
    }

    private let script: FaultScript
    private var server: LabServer
    private let profile: LabProfile
    private var clients: [LabClient]
    private var lastHeard: [Duration] = []
    private var agenda = Agenda<(client: Int, happening: Happening)>()
    private(set) var observer: Observer

    init(
        _ script: FaultScript, _ profile: LabProfile, clients: Int, hasJitter: Bool, seed: UInt64,
        capacity: LabCapacity? = nil, roundTrip: Duration = LabServer.nearby, observer: Observer
    ) {
        self.script = script
        self.profile = profile
        self.server = LabServer(script, capacity: capacity, roundTrip: roundTrip)
        self.observer = observer
        var generator = SeededGenerator(seed: seed)
        self.clients = (0..<clients).map { _ in
            LabClient(profile, seed: hasJitter ? generator.next() : nil)
        }
        if profile.habits.keepAlive != nil {
            self.lastHeard = [Duration](repeating: .zero, count: clients)
        }
        for client in self.clients.indices {
            // One client is hit in the middle of a period, many at random times within it.
            let chance = clients == 1 ? 0.5 : Double.random(in: 0..<1, using: &generator)
            // The last pong of one client came just before the script, as if it had connected then.
            let phase = clients == 1 ? 0 : chance
            self.agenda.add((client, .connect), at: self.start(phase: phase))
            self.begin(client, chance: chance)
        }
    }

    /// - Parameter phase: how long before the script the client's last pong came, as a part of the
    ///   time between two pings.
    private func start(phase: Double) -> Duration {
        guard self.script.isConnected else { return .zero }
        let period = self.profile.idleLimit
        let pings: Double = max((Duration.seconds(60) / period).rounded(.up), 1)
        // Connecting takes two round trips, a pong one.
        let age: Duration = period * (pings + phase) + self.server.roundTrip * 3
        return .zero - age
    }

    private mutating func begin(_ client: Int, chance: Double) {
        if !self.lastHeard.isEmpty {
            for time in self.server.losses { self.agenda.add((client, .loss), at: time) }
        }
        for step in self.script.occurrences where step.fault.isMomentary {
            let time = step.start + step.offset(chance: chance)
            self.agenda.add((client, .hit(step.fault)), at: time)
        }
    }

    mutating func run() {
        while let (time, (client, happening)) = self.agenda.next(), time <= self.script.duration {
            for request in self.requests(happening, of: client, at: time) {
                self.carryOut(request, of: client, at: time)
            }
        }
    }

    private mutating func requests(
        _ happening: Happening, of client: Int, at time: Duration
    ) -> [LabClient.Request] {
        let now = Self.timestamp(time)
        switch happening {
        case .connect:
            return self.clients[client].connect(at: now)
        case .timer(let timer):
            return self.clients[client].timerFired(timer, at: now)
        case .reach(let socket, let repeats, let start, let usesTLS):
            self.reach(client, socket, repeats: repeats, start: start, usesTLS, at: time)
            return []
        case .answer(let socket, let answer):
            self.heard(client, at: time)
            return self.answered(client, socket, answer, at: now)
        case .pong(let socket):
            self.heard(client, at: time)
            return self.clients[client].ponged(socket, at: now)
        case .secondTransport(let socket):
            return self.clients[client].trySecondTransport(socket)
        case .loss:
            self.beginLoss(client, at: time)
            return []
        case .lastProbe(let socket):
            guard self.server.loses(at: time), let keepAlive = self.profile.habits.keepAlive else {
                return []
            }
            self.agenda.add((client, .keepAliveFailed(socket)), at: time + keepAlive.interval)
            return []
        case .keepAliveFailed(let socket):
            return self.clients[client].keepAliveFailed(socket, at: now)
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
            let reply = self.ask(usesTLS: usesTLS, at: time)
            // The timer of an attempt that is answered in time would do nothing, millions of times.
            if !reply.endsAttempt || reply.time >= time + limit.after {
                self.agenda.add((client, .timer(limit.id)), at: time + limit.after)
            }
            // Not through the agenda, for the same reason.
            self.follow(reply, client, socket, repeats: 0, start: time, usesTLS)
        case .waitForTLS(let socket, let wait):
            self.agenda.add((client, .secondTransport(socket)), at: time + wait)
        case .ping(let socket):
            guard let departure = self.server.departure(at: time) else { return }
            self.agenda.add((client, .pong(socket)), at: departure + self.server.roundTrip)
        case .report(let report):
            self.observer.note(report, of: client, at: time)
        }
    }

    private mutating func heard(_ client: Int, at time: Duration) {
        if !self.lastHeard.isEmpty { self.lastHeard[client] = time }
    }

    /// A probe that was answered before the loss counts as heard.
    private mutating func beginLoss(_ client: Int, at time: Duration) {
        guard let keepAlive = self.profile.habits.keepAlive,
            let socket = self.clients[client].socket
        else { return }
        let heard = self.lastHeard[client]
        let answered: Double = ((time - heard) / keepAlive.idle).rounded(.down)
        let last: Duration = heard + keepAlive.idle * answered + keepAlive.lastProbe
        self.agenda.add((client, .lastProbe(socket)), at: last)
    }

    private mutating func reach(
        _ client: Int, _ socket: SocketNumber, repeats: Int, start: Duration, _ usesTLS: Bool,
        at time: Duration
    ) {
        guard self.clients[client].socket == socket else { return }
        let reply = self.ask(usesTLS: usesTLS, at: time)
        self.follow(reply, client, socket, repeats: repeats, start: start, usesTLS)
    }

    private mutating func ask(usesTLS: Bool, at time: Duration) -> LabServer.Reply {
        let reply = self.server.reply(at: time, usesTLS: usesTLS)
        if reply.isAsked { self.observer.noteAsked(isRefused: reply.isRefused, at: time) }
        return reply
    }

    private mutating func follow(
        _ reply: LabServer.Reply, _ client: Int, _ socket: SocketNumber, repeats: Int,
        start: Duration, _ usesTLS: Bool
    ) {
        guard let answer = reply.answer else { return }
        switch answer {
        case .establish, .fail, .reject:
            self.agenda.add((client, .answer(socket, answer)), at: reply.time)
        case .held(let end):
            guard end < LabServer.never else { return }
            self.agenda.add(
                (client, .reach(socket, repeats: repeats, start: start, usesTLS: usesTLS)), at: end)
        case .hang:
            guard repeats < Fault.connectRepeats.count else { return }
            self.agenda.add(
                (client, .reach(socket, repeats: repeats + 1, start: start, usesTLS: usesTLS)),
                at: start + Fault.connectRepeats[repeats])
        }
    }

    private mutating func answered(
        _ client: Int, _ socket: SocketNumber, _ answer: LabServer.Answer, at now: ChannelsTimestamp
    ) -> [LabClient.Request] {
        switch answer {
        case .establish:
            if self.clients[client].socket != socket { self.observer.noteLate() }
            return self.clients[client].established(socket, at: now)
        case .fail(let end):
            return self.clients[client].ended(socket, end, wasOpened: false, at: now)
        case .reject(let code):
            return self.clients[client].ended(
                socket, .closed(code, reason: ""), wasOpened: true, at: now)
        case .hang, .held:
            return []
        }
    }

    /// The client hears of the end through the network, which may be silent or lose the packet.
    private mutating func hit(
        _ client: Int, _ fault: Fault, at time: Duration
    ) -> [LabClient.Request] {
        guard self.clients[client].state == .connected, let socket = self.clients[client].socket
        else { return [] }
        guard let departure = self.server.departure(at: time) else { return [] }
        guard departure == time else {
            self.agenda.add((client, .hit(fault)), at: departure)
            return []
        }
        let lost = ConnectFailure(kind: .unreachable, what: "the connection was lost")
        let end: ConnectionEnd =
            if case .close(let code) = fault { .closed(code, reason: "") } else { .failed(lost) }
        return self.clients[client].ended(
            socket, end, wasOpened: false, at: Self.timestamp(time))
    }
}
