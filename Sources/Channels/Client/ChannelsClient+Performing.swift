internal import ChannelsProtocol
internal import Clocks
internal import Logging

/// Carries out the answers of the state machine.
extension ChannelsClient {
    /// Carries out the actions in order. Reports are published as one batch.
    func perform(_ actions: [ClientAction]) {
        guard !actions.isEmpty else { return }
        var outgoing = self.outgoing(capacity: actions.count)
        for action in actions { self.perform(action, &outgoing) }
        self.finish(&outgoing)
    }

    /// Begins to collect the results of one call.
    func outgoing(capacity: Int) -> Outgoing {
        Outgoing(time: self.time.now(), lastNumber: self.lastEventNumber, capacity: capacity)
    }

    /// Sends, publishes and delivers what was collected.
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
            self.record(message, socket, in: &outgoing)
        case .open(let socket, let usesTLS):
            self.open(socket, usesTLS: usesTLS)
        case .close(let socket, let code):
            self.close(socket, code, in: &outgoing)
        case .startTimer(let timer, let delay):
            self.work.add(.sleep(timer, until: outgoing.time.advanced(by: delay)))
        case .authorize(let request):
            self.ask(.channel(request))
        case .authenticate(let request):
            self.ask(.user(request))
        case .abandonAuthorizations:
            outgoing.followingActions += self.abandonAuthorizations()
        case .forget(let channel):
            self.unboundEvents.forget(channel, self.eventReader)
        }
    }

    /// Numbers and logs a report, and notes which handlers and bindings to call.
    func add(_ kind: ClientEvent.Kind, isForUser: Bool = false, to outgoing: inout Outgoing) {
        outgoing.add(kind)
        self.lastEventNumber = outgoing.read.lastNumber
        self.logger?.log(kind)
        self.present.note(kind)
        if case .stateChanged(let change) = kind {
            outgoing.deliveries += self.stateHandlers.handlers(for: change).map {
                .state($0, change)
            }
        }
        if let error = kind.boundError { self.addDelivery(of: error, false, to: &outgoing) }
        if let event = kind.boundEvent { self.addDelivery(of: event, isForUser, to: &outgoing) }
    }

    private func addDelivery(
        of event: ChannelEvent, _ isForUser: Bool, to outgoing: inout Outgoing
    ) {
        // No binding exists, and no handler that could create one is called before.
        guard !self.bindings.isEmpty || !outgoing.deliveries.isEmpty else {
            return self.countUnbound(event)
        }
        let received = ReceivedEvent(event: event, time: outgoing.time)
        outgoing.deliveries.append(.event(received, isForUser: isForUser))
    }

    /// Calls handlers and bindings in order, and then reports the hits of the bindings.
    private func deliver(_ outgoing: Outgoing) {
        guard !outgoing.deliveries.isEmpty else { return }
        for delivery in outgoing.deliveries {
            switch delivery {
            case .state(let handler, let change): handler(change)
            case .event(let event, let isForUser): self.deliver(event, isForUser)
            case .read(let events, let firstKey):
                self.deliver(outgoing.read, events, firstKey: firstKey)
            }
        }
        let hits = self.bindings.takeHits()
        guard !hits.isEmpty else { return }
        var outgoing = self.outgoing(capacity: 1)
        self.add(.bindingsHit(hits), to: &outgoing)
        self.publish(outgoing)
    }

    /// Delivers an event to the bindings that match it, except those that an earlier handler
    /// removed or disabled.
    private func deliver(_ event: ReceivedEvent, _ isForUser: Bool) {
        let matching = self.bindings.matching(event.event, isForUser: isForUser)
        guard !matching.isEmpty else { return self.countUnbound(event.event) }
        for id in matching {
            guard let listener = self.bindings.enabledListener(id) else { continue }
            listener.tell(event)
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
    private func countUnbound(_ event: ChannelEvent) {
        guard !event.name.isProtocolEvent, !self.broadcaster.isAwaited(event) else { return }
        if let channel = event.channel { self.unboundEvents.count(on: channel) }
        self.logUnbound(event)
    }

    /// Logs an event that no binding matches, if it is the first of its name on its channel.
    private func logUnbound(_ event: ChannelEvent) {
        guard let logger = self.logger, self.unboundEvents.isFirst(event) else { return }
        let place = event.channel.map { " on \($0)" } ?? ""
        logger.info(
            safely: "no binding matches the event \(event.name)\(place): bind to it, or check "
                + "the name")
    }

    /// The present members of every presence channel.
    private var rosters: [ChannelName: Members] {
        var rosters: [ChannelName: Members] = [:]
        for (channel, _) in self.machine.subscriptions where channel.kind.hasMembers {
            rosters[channel] = self.machine.members(of: channel)
        }
        return rosters
    }
}

/// Ordinary events, which are delivered many at a time.
extension ChannelsClient {
    /// Notes ordinary events that were read: those from `first` on.
    func note(eventsFrom first: Int, firstKey: Int, in outgoing: inout Outgoing) {
        let events = first..<outgoing.read.events.count
        guard !events.isEmpty else { return }
        outgoing.applicationEvents += events.count
        self.lastEventNumber = outgoing.read.lastNumber
        // No binding exists, and no handler that could create one is called before.
        if self.bindings.isEmpty, outgoing.deliveries.isEmpty {
            self.countUnbound(outgoing.read, events, firstKey: firstKey)
        } else {
            outgoing.deliveries.append(.read(events, firstKey: firstKey))
        }
    }

    private func countUnbound(
        _ read: EventReader.Output, _ events: Range<Int>, firstKey: Int
    ) {
        guard self.logger == nil, !self.broadcaster.hasInterests else {
            for index in events {
                let key = read.keys[firstKey + index - events.lowerBound]
                self.countUnbound(self.route(of: key, read, index), key, read, index)
            }
            return
        }
        for key in read.keys[firstKey..<(firstKey + events.count)] {
            self.unboundEvents.count(key.channel)
        }
    }

    /// Counts and logs an event for which there is no binding.
    private func countUnbound(
        _ route: Int, _ key: EventKey, _ read: EventReader.Output, _ index: Int
    ) {
        guard !self.routes[route].isAwaited else { return }
        self.unboundEvents.count(key.channel)
        guard !self.routes[route].isTold else { return }
        self.routes[route].isTold = true
        if case .received(let event) = read.events[index].kind { self.logUnbound(event) }
    }

    /// Calls the handlers of ordinary events, in order.
    private func deliver(_ read: EventReader.Output, _ events: Range<Int>, firstKey: Int) {
        for index in events {
            let key = read.keys[firstKey + index - events.lowerBound]
            let route = self.route(of: key, read, index)
            let bindings = self.routes[route].bindings
            guard !bindings.isEmpty else {
                self.countUnbound(route, key, read, index)
                continue
            }
            guard case .received(let event) = read.events[index].kind else { continue }
            self.deliver(ReceivedEvent(event: event, time: read.time), to: bindings)
        }
    }

    /// Delivers an event to bindings, except those that an earlier handler removed or disabled.
    private func deliver(
        _ event: ReceivedEvent, to bindings: [(id: BindingID, position: Int)]
    ) {
        let generation = self.bindings.generation
        for binding in bindings {
            if self.bindings.generation == generation {
                self.bindings.listener(at: binding.position).tell(event)
            } else {
                guard let listener = self.bindings.enabledListener(binding.id) else { continue }
                listener.tell(event)
            }
            // The handler may have changed the bindings.
            if self.bindings.generation == generation {
                self.bindings.count(at: binding.position)
            } else {
                self.bindings.count(binding.id)
            }
        }
    }

    /// What happens to an ordinary event.
    private func route(of key: EventKey, _ read: EventReader.Output, _ index: Int) -> Int {
        self.routes.check(
            bindings: self.bindings.generation, interests: self.broadcaster.interestChanges)
        return self.routes.find(key.pair) ?? self.addRoute(key, read, index)
    }

    private func addRoute(_ key: EventKey, _ read: EventReader.Output, _ index: Int) -> Int {
        var route = EventRoutes.Route()
        if case .received(let event) = read.events[index].kind {
            for id in self.bindings.matching(event, isForUser: false) {
                guard let position = self.bindings.position(of: id) else { continue }
                route.bindings.append((id, position))
            }
            if route.bindings.isEmpty { route.isAwaited = self.broadcaster.isAwaited(event) }
        }
        return self.routes.add(route, for: key.pair)
    }

    /// Replaces the memory of names when it is full.
    func renewEventReader() {
        guard self.eventReader.isFull else { return }
        self.unboundEvents.settle(self.eventReader)
        self.routes.forget()
        self.eventReader = EventReader()
    }
}
