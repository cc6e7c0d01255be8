internal import ChannelsProtocol

/// The events that a stream selects.
struct EventInterest: Hashable, Sendable {
    /// The name; `nil` for every event.
    var name: EventName?
    /// The channel; `nil` for all channels.
    var channel: ChannelName?
    /// Whether it selects events that the application sends to the signed-in user.
    var isForUser = false

    func includes(_ event: ChannelEvent) -> Bool {
        if let name = self.name, name != event.name { return false }
        if let channel = self.channel, channel != event.channel { return false }
        return !self.isForUser || event.isForUser
    }

    /// The selected events of a batch, each with the number of events dropped before it.
    func select(_ batch: [ClientEvent], _ memory: inout StreamMemory) -> [ReceivedEvent] {
        var selected: [ReceivedEvent] = []
        for report in batch {
            switch report.kind {
            case .received(let event): self.add(event, report, to: &selected, &memory)
            case .skipped(let skipped): memory.skipped += skipped.events
            default:
                if self.isForUser, case .signInChanged(let state) = report.kind {
                    memory.userChannel = state.userChannel
                }
                if let error = report.kind.boundError {
                    self.add(error, report, to: &selected, &memory)
                }
                if let event = report.kind.boundEvent {
                    self.add(event, report, to: &selected, &memory)
                }
            }
        }
        return selected
    }

    private func add(
        _ event: ChannelEvent, _ report: ClientEvent, to selected: inout [ReceivedEvent],
        _ memory: inout StreamMemory
    ) {
        guard self.includes(event), !self.isForUser || event.channel == memory.userChannel else {
            return
        }
        selected.append(
            ReceivedEvent(event: event, time: report.time, skippedBefore: memory.skipped))
        memory.skipped = 0
    }
}

extension ChannelEvent {
    /// Whether the application sent it to the user of this connection. The protocol's own events on
    /// the user's channel are not for the user, as in pusher-js.
    fileprivate var isForUser: Bool {
        self.channel?.isServerToUser == true && !self.name.isProtocolEvent
    }
}

extension SignInState {
    fileprivate var userChannel: ChannelName? {
        if case .signedIn(let user) = self { user.channel } else { nil }
    }
}
