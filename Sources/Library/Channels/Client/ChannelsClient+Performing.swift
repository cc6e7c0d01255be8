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
        // Last, because a handler may call the client.
        self.deliver(outgoing)
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
        if case .stateChanged(let change) = kind {
            self.noteFailure(change)
            outgoing.deliveries += self.stateHandlers.handlers(for: change).map {
                .state($0, change)
            }
        }
        if let error = kind.boundError { self.addDelivery(of: error, false, to: &outgoing) }
        if let event = kind.boundEvent { self.addDelivery(of: event, isForUser, to: &outgoing) }
    }

    private func addDelivery(
        of event: ChannelsEvent, _ isForUser: Bool, to outgoing: inout Outgoing
    ) {
        // No binding exists, and no handler that could create one is called before.
        guard !self.bindings.isEmpty || !outgoing.deliveries.isEmpty else {
            return self.countUnbound(event)
        }
        let received = ReceivedEvent(event: event, time: outgoing.time)
        outgoing.deliveries.append(.event(received, isForUser: isForUser))
    }

    private func deliver(_ outgoing: Outgoing) {
        guard !outgoing.deliveries.isEmpty else { return }
        for delivery in outgoing.deliveries {
            switch delivery {
            case .state(let handler, let change): handler(change)
            case .event(let event, let isForUser): self.deliver(event, isForUser)
            case .burst(let burst): self.deliver(burst, outgoing.time)
            }
        }
        let hits = self.bindings.takeHits()
        guard !hits.isEmpty else { return }
        var outgoing = self.outgoing(capacity: 1)
        self.add(.bindingsHit(hits), to: &outgoing)
        self.publish(outgoing)
    }

    /// Skips bindings that an earlier handler removed or disabled.
    private func deliver(_ event: ReceivedEvent, _ isForUser: Bool) {
        let matching = self.bindings.matching(event.event, isForUser: isForUser)
        guard !matching.isEmpty else { return self.countUnbound(event.event) }
        self.deliver(event, to: matching)
    }

    private func deliver(_ event: ReceivedEvent, to bindings: [BindingID]) {
        for id in bindings {
            guard let listener = self.bindings.enabledListener(id) else { continue }
            listener.call(with: event)
            self.bindings.count(id)
        }
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
        // No binding exists, and no handler that could create one is called before.
        if !self.bindings.isEmpty || !outgoing.deliveries.isEmpty {
            outgoing.deliveries.append(.burst(burst))
        } else if self.logger == nil, !self.broadcaster.hasInterests {
            self.unboundEvents.count(burst)
        } else {
            self.deliver(burst, outgoing.time)
        }
    }

    private func deliver(_ burst: EventBurst, _ time: ChannelsTimestamp) {
        var rest = 0..<burst.count
        while let first = rest.first {
            let pair = burst.pair(first)
            let end = rest.first { burst.pair($0) != pair } ?? rest.upperBound
            let delivered = self.deliver(burst, first..<end, pair, time)
            rest = (first + delivered)..<rest.upperBound
        }
    }

    /// Stops when a handler changes the bindings.
    /// - Returns: the number of events that were delivered, at least one.
    private func deliver(
        _ burst: EventBurst, _ events: Range<Int>, _ pair: UInt32, _ time: ChannelsTimestamp
    ) -> Int {
        let route = self.route(of: pair, burst.event(events.lowerBound))
        let bindings = self.routes[route].bindings
        guard !bindings.isEmpty else {
            self.countUnbound(route, pair, burst, events)
            return events.count
        }
        let generation = self.bindings.generation
        for delivered in 0..<events.count {
            let event = ReceivedEvent(
                event: burst.event(events.lowerBound + delivered), time: time)
            for index in bindings.indices {
                bindings[index].listener.call(with: event)
                guard self.bindings.generation != generation else { continue }
                // What the handler changed is valid from here on.
                let (called, rest) = (bindings[...index], bindings[(index + 1)...])
                for binding in called { self.bindings.count(binding.id, events: delivered + 1) }
                for binding in rest { self.bindings.count(binding.id, events: delivered) }
                self.deliver(event, to: rest.map(\.id))
                return delivered + 1
            }
        }
        for binding in bindings { self.bindings.count(binding.id, events: events.count) }
        return events.count
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
        for id in self.bindings.matching(event, isForUser: false) {
            guard let listener = self.bindings.enabledListener(id) else { continue }
            route.bindings.append((id, listener))
        }
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
