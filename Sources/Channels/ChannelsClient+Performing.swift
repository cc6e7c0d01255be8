internal import ChannelsProtocol
internal import Logging

/// From what the machine answers to what is done.
extension ChannelsClient {
    /// Carries out what the machine answered, in its order; what is to be published goes out as one
    /// batch.
    func perform(_ actions: [ClientAction]) {
        guard !actions.isEmpty else { return }
        var outgoing = Outgoing(time: self.time.now(), capacity: actions.count)
        for action in actions {
            switch action {
            case .publish(let kind): self.add(kind, to: &outgoing)
            case .send(let message, let socket):
                outgoing.add(message, socket)
                self.record(message, socket, in: &outgoing)
            case .open(let socket, let usesTLS): self.open(socket, usesTLS: usesTLS)
            case .close(let socket, let code): self.close(socket, code, in: &outgoing)
            case .startTimer(let timer, let delay):
                self.work.add(.sleep(timer, until: outgoing.time.advanced(by: delay)))
            case .authorize(let request): self.ask(.channel(request))
            case .authenticate(let request): self.ask(.user(request))
            }
        }
        self.sendAll(&outgoing)
        let calls = outgoing.calls
        let hasLostConnection = outgoing.hasLostConnection
        self.publish(outgoing)
        // Last, when nothing is half done: a handler may come back with a call of its own.
        for call in calls { call.make() }
        if hasLostConnection { self.abandonAuthorizations() }
    }

    func add(_ kind: ClientEvent.Kind, to outgoing: inout Outgoing) {
        self.lastEventNumber += 1
        outgoing.events.append(
            ClientEvent(number: self.lastEventNumber, time: outgoing.time, kind: kind))
        self.logger?.log(kind)
        switch kind {
        case .stateChanged(let change):
            if change.previous == .connected { outgoing.hasLostConnection = true }
            outgoing.calls += self.stateHandlers.handlers(for: change).map { .state($0, change) }
        case .subscriptionChanged(let channel, .unsubscribed):
            self.unboundEvents.forget(channel)
        case .subscriptionChanged(let channel, _):
            self.unboundEvents.expect(channel)
        case .signInChanged(let state):
            self.userChannel = if case .signedIn(let user) = state { user.channel } else { nil }
        default:
            break
        }
        if let error = kind.boundError { self.deliver(error, &outgoing) }
        if let event = kind.boundEvent { self.deliver(event, &outgoing) }
    }

    private func deliver(_ event: ChannelEvent, _ outgoing: inout Outgoing) {
        guard !self.bindings.isEmpty else { return self.countUnbound(event) }
        let hits = self.bindings.hit(by: event, isForUser: self.isForUser(event))
        guard !hits.totals.isEmpty else { return self.countUnbound(event) }
        for hit in hits.totals { outgoing.hits[hit.id] = hit.total }
        let received = ReceivedEvent(event: event, time: outgoing.time)
        outgoing.calls += hits.listeners.map { .binding($0, received) }
    }

    /// Whether the application sent it to the user who is signed in. The protocol's own events on
    /// the user's channel are not for the user, as in pusher-js.
    private func isForUser(_ event: ChannelEvent) -> Bool {
        guard let channel = self.userChannel, event.channel == channel else { return false }
        return !event.name.isProtocolEvent
    }

    /// Logs the first event of a name that nobody wants to be told about, as Pusher asks of its
    /// libraries; all of them are counted.
    private func countUnbound(_ event: ChannelEvent) {
        guard !event.name.isProtocolEvent else { return }
        if let channel = event.channel { self.unboundEvents.count(on: channel) }
        guard let logger = self.logger, self.unboundEvents.isFirst(event) else { return }
        let place = event.channel.map { " on \($0)" } ?? ""
        logger.info(
            safely: "no binding for the event \(event.name)\(place): bind to it, or check the name")
    }

    /// The members of every presence channel as they are now.
    private var rosters: [ChannelName: Members] {
        var rosters: [ChannelName: Members] = [:]
        for (channel, _) in self.machine.subscriptions where channel.kind.hasMembers {
            rosters[channel] = self.machine.members(of: channel)
        }
        return rosters
    }

    private func publish(_ outgoing: Outgoing) {
        var outgoing = outgoing
        if !outgoing.hits.isEmpty {
            let hits = outgoing.hits.map { BindingHits(id: $0.key, total: $0.value) }
            outgoing.hits = [:]
            self.add(.bindingsHit(hits.sorted { $0.id < $1.id }), to: &outgoing)
        }
        self.broadcaster.publish(outgoing.events) { self.rosters }
    }
}
