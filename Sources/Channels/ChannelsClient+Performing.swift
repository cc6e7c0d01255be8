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
            case .close(let socket, let code): self.close(socket, code)
            case .startTimer(let timer, let delay):
                self.work.add(.sleep(timer, until: outgoing.time.advanced(by: delay)))
            case .authorize(let request): self.work.add(.authorize(request))
            case .authenticate(let request): self.work.add(.authenticate(request))
            }
        }
        self.sendAll(&outgoing)
        self.publish(outgoing)
    }

    func add(_ kind: ClientEvent.Kind, to outgoing: inout Outgoing) {
        self.lastEventNumber += 1
        outgoing.events.append(
            ClientEvent(number: self.lastEventNumber, time: outgoing.time, kind: kind))
        self.logger?.log(kind)
        self.stateHandlers.deliver(kind)
        guard let event = kind.boundEvent else { return }
        if !self.bindings.deliver(event, counting: &outgoing.hits) { self.countUnbound(event) }
    }

    /// Logs the first event of a name that nobody wants to be told about, as Pusher asks of its
    /// libraries; all of them are counted.
    private func countUnbound(_ event: ChannelEvent) {
        guard !event.name.isProtocolEvent else { return }
        let isFirst = self.unboundEvents.count(event, isLogged: self.logger != nil)
        guard isFirst, let logger = self.logger else { return }
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
