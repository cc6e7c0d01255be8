internal import ChannelsProtocol
internal import Clocks
internal import Logging

/// Carries out the answers of the state machine.
extension ChannelsClient {
    /// Carries out the actions in order. Reports are published as one batch.
    func perform(_ actions: [ClientAction]) {
        guard !actions.isEmpty else { return }
        var outgoing = Outgoing(time: self.time.now(), capacity: actions.count)
        for action in actions { self.perform(action, &outgoing) }
        self.sendAll(&outgoing)
        self.publish(outgoing.events)
        // Last, because a handler may call the client.
        self.deliver(outgoing.deliveries)
        self.perform(outgoing.followingActions)
    }

    private func perform(_ action: ClientAction, _ outgoing: inout Outgoing) {
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
            self.unboundEvents.forget(channel)
        }
    }

    /// Numbers and logs a report, and notes which handlers and bindings to call.
    func add(_ kind: ClientEvent.Kind, isForUser: Bool = false, to outgoing: inout Outgoing) {
        self.lastEventNumber += 1
        outgoing.events.append(
            ClientEvent(number: self.lastEventNumber, time: outgoing.time, kind: kind))
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
    private func deliver(_ deliveries: [Delivery]) {
        var hit: Set<BindingID> = []
        for delivery in deliveries {
            switch delivery {
            case .state(let handler, let change): handler(change)
            case .event(let event, let isForUser): self.deliver(event, isForUser, &hit)
            }
        }
        let hits = self.bindings.totals(of: hit)
        guard !hits.isEmpty else { return }
        var outgoing = Outgoing(time: self.time.now(), capacity: 1)
        self.add(.bindingsHit(hits), to: &outgoing)
        self.publish(outgoing.events)
    }

    /// Delivers an event to the bindings that match it, except those that an earlier handler
    /// removed or disabled.
    private func deliver(_ event: ReceivedEvent, _ isForUser: Bool, _ hit: inout Set<BindingID>) {
        let matching = self.bindings.matching(event.event, isForUser: isForUser)
        guard !matching.isEmpty else { return self.countUnbound(event.event) }
        for id in matching {
            guard let listener = self.bindings.enabledListener(id) else { continue }
            listener.tell(event)
            self.bindings.count(id)
            hit.insert(id)
        }
    }

    private func publish(_ events: [ClientEvent]) {
        self.broadcaster.publish(events, present: self.present) { self.rosters }
    }

    /// Logs the first event of a name that no binding matches, as Pusher requires of client
    /// libraries. All such events are counted.
    private func countUnbound(_ event: ChannelEvent) {
        guard !event.name.isProtocolEvent, !self.broadcaster.isAwaited(event) else { return }
        if let channel = event.channel { self.unboundEvents.count(on: channel) }
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
