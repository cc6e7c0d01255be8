import ChannelsEventWords
import ChannelsProtocol
import Logging

extension ChannelsClient {
    /// In order. Reports are published as one batch.
    func perform(_ actions: [ClientAction]) {
        guard !actions.isEmpty else { return }
        var outgoing = self.outgoing(capacity: actions.count)
        for action in actions { self.perform(action, &outgoing) }
        self.finish(&outgoing)
    }

    func outgoing(capacity: Int) -> Outgoing {
        Outgoing(time: self.time.now(), lastNumber: self.lastEventNumber, capacity: capacity)
    }

    func finish(_ outgoing: inout Outgoing) {
        self.sendAll(&outgoing)
        self.publish(outgoing)
        self.publishHits()
        self.perform(outgoing.followingActions)
    }

    func perform(_ action: ClientAction, _ outgoing: inout Outgoing) {
        switch action {
        case .publish(let kind):
            self.add(kind, to: &outgoing)
        case .publishForUser(let event):
            self.add(.received(event), isForUser: true, to: &outgoing)
        case .send(let message, let socket):
            outgoing.add(message, socket)
            self.sentSignatures.note(message)
            self.record(message, socket, in: &outgoing)
        case .open(let socket, let usesTLS):
            self.open(socket, usesTLS: usesTLS)
        case .close(let socket, let code):
            self.close(socket, code, in: &outgoing)
        case .startTimer(let timer, let delay):
            self.work.add(.sleep(timer, until: outgoing.time.advanced(by: delay)))
        case .authorize(let request):
            self.request(.channel(request))
        case .authenticate(let request):
            self.request(.user(request))
        case .abandonAuthorizations:
            outgoing.followingActions += self.abandonAuthorizations()
        case .forget(let channel):
            self.unboundEvents.forget(channel, self.eventReader)
        }
    }

    func add(_ kind: ClientReport.Kind, isForUser: Bool = false, to outgoing: inout Outgoing) {
        outgoing.add(kind)
        self.lastEventNumber = outgoing.read.lastNumber
        self.log(kind)
        self.present.note(kind)
        if case .stateChanged(let change) = kind { self.noteFailure(change) }
        if let error = kind.boundError { self.count(error, isForUser: false) }
        if let event = kind.boundEvent { self.count(event, isForUser: isForUser) }
    }

    private func count(_ event: ChannelsEvent, isForUser: Bool) {
        let matching = self.bindings.matching(event, isForUser: isForUser)
        guard !matching.isEmpty else { return self.countUnbound(event) }
        for id in matching { self.bindings.count(id, events: 1) }
    }

    private func publishHits() {
        let hits = self.bindings.takeHits()
        guard !hits.isEmpty else { return }
        var outgoing = self.outgoing(capacity: 1)
        self.add(.bindingsHit(hits), to: &outgoing)
        self.publish(outgoing)
    }

    private func publish(_ outgoing: Outgoing) {
        self.broadcaster.publish(
            outgoing.read.events, applicationEvents: outgoing.applicationEvents,
            bytes: outgoing.read.bytes, present: self.present
        ) { self.rosters }
    }

    /// Logs the first event of a name that no binding matches, as Pusher requires of client
    /// libraries. All such events are counted.
    private func countUnbound(_ event: ChannelsEvent) {
        guard !event.name.isProtocolEvent, !self.broadcaster.isAwaited(event) else { return }
        if let channel = event.channel { self.unboundEvents.count(on: channel) }
        self.logUnbound(event)
    }

    private func logUnbound(_ event: ChannelsEvent) {
        guard let logger = self.logger, self.unboundEvents.isFirst(event) else { return }
        let place = event.channel.map { " on \($0)" } ?? ""
        logger.log(
            self.options.logLevels.level(of: .info),
            safely: "no binding matches the event \(event.name)\(place): bind to it, or check "
                + "the name",
            connection: self.socketID, channel: event.channel)
    }

    private var rosters: [ChannelName: PresenceMembers] {
        var rosters: [ChannelName: PresenceMembers] = [:]
        for (channel, _) in self.machine.subscriptions where channel.kind.hasMembers {
            rosters[channel] = self.machine.members(of: channel)
        }
        return rosters
    }
}

extension ChannelsClient {
    func note(_ burst: EventBurst, in outgoing: inout Outgoing) {
        outgoing.applicationEvents += burst.count
        self.lastEventNumber = outgoing.read.lastNumber
        guard self.bindings.isEmpty, self.logger == nil, !self.broadcaster.hasInterests else {
            return self.count(burst)
        }
        self.unboundEvents.count(burst)
    }

    private func count(_ burst: EventBurst) {
        var rest = 0..<burst.count
        while let first = rest.first {
            let pair = burst.pair(first)
            let end = rest.first { burst.pair($0) != pair } ?? rest.upperBound
            self.count(burst, first..<end, pair)
            rest = end..<rest.upperBound
        }
    }

    private func count(_ burst: EventBurst, _ events: Range<Int>, _ pair: UInt32) {
        let route = self.route(of: pair, burst.event(events.lowerBound))
        let bindings = self.routes[route].bindings
        guard !bindings.isEmpty else { return self.countUnbound(route, pair, burst, events) }
        for id in bindings { self.bindings.count(id, events: events.count) }
    }

    private func countUnbound(
        _ route: Int, _ pair: UInt32, _ burst: EventBurst, _ events: Range<Int>
    ) {
        guard !self.routes[route].isAwaited else { return }
        self.unboundEvents.count(pair, events: events.count)
        guard !self.routes[route].isLogged else { return }
        self.routes[route].isLogged = true
        self.logUnbound(burst.event(events.lowerBound))
    }

    private func route(of pair: UInt32, _ event: ChannelsEvent) -> Int {
        self.routes.check(
            bindings: self.bindings.generation, interests: self.broadcaster.interestChanges)
        return self.routes.find(pair) ?? self.addRoute(pair, event)
    }

    private func addRoute(_ pair: UInt32, _ event: ChannelsEvent) -> Int {
        var route = EventRoutes.Route()
        route.bindings = self.bindings.matching(event, isForUser: false)
        if route.bindings.isEmpty { route.isAwaited = self.broadcaster.isAwaited(event) }
        return self.routes.add(route, for: pair)
    }

    func renewEventReader() {
        guard self.eventReader.isFull else { return }
        self.unboundEvents.settle(self.eventReader)
        self.routes.forget()
        self.eventReader = EventReader()
    }
}
