import ChannelsProtocol

struct EventInterest: Hashable, Sendable {
    var name: EventName?
    var channel: ChannelName?
    var isForUser = false

    func includes(_ event: ChannelsEvent) -> Bool {
        if let name = self.name, name != event.name { return false }
        if let channel = self.channel, channel != event.channel { return false }
        return !self.isForUser || event.isForUser
    }

    func select(_ batch: [ClientReport], _ memory: inout StreamMemory) -> [ReceivedEvent] {
        var selected: [ReceivedEvent] = []
        // Events of one name often follow each other, and share their names.
        var last: (event: ChannelsEvent, isSelected: Bool)?
        for index in batch.indices {
            // Not `for report in batch`, which would copy each report again.
            switch batch[index].kind {
            case .received(let event):
                if last?.event.sharesNames(with: event) != true {
                    last = (event, self.selects(event, memory))
                }
                guard last?.isSelected == true else { continue }
                Self.add(event, batch[index].time, to: &selected, &memory)
            case .skipped(let skipped): memory.skipped += skipped.events
            case let kind:
                self.add(kind, batch[index].time, to: &selected, &memory)
                // The user may have signed in.
                last = nil
            }
        }
        return selected
    }

    private func add(
        _ kind: ClientReport.Kind, _ time: ChannelsTimestamp, to selected: inout [ReceivedEvent],
        _ memory: inout StreamMemory
    ) {
        if self.isForUser, case .signInChanged(let state) = kind {
            memory.userChannel = state.userChannel
        }
        for event in [kind.boundError, kind.boundEvent] {
            guard let event, self.selects(event, memory) else { continue }
            Self.add(event, time, to: &selected, &memory)
        }
    }

    private func selects(_ event: ChannelsEvent, _ memory: StreamMemory) -> Bool {
        self.includes(event) && (!self.isForUser || event.channel == memory.userChannel)
    }

    private static func add(
        _ event: ChannelsEvent, _ time: ChannelsTimestamp, to selected: inout [ReceivedEvent],
        _ memory: inout StreamMemory
    ) {
        selected.append(
            ReceivedEvent(event: event, time: time, skippedBefore: memory.skipped))
        memory.skipped = 0
    }
}

extension ChannelsEvent {
    /// As in pusher-js, the protocol's own events on the user's channel are not for the user.
    fileprivate var isForUser: Bool {
        self.channel?.isServerToUser == true && !self.name.isProtocolEvent
    }
}

extension SignInState {
    fileprivate var userChannel: ChannelName? {
        if case .signedIn(let user) = self { user.channel } else { nil }
    }
}
