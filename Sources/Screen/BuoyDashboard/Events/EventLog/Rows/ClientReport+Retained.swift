import ChannelsProtocol

extension ClientReport {
    /// Without the messages that came with the report, which it would keep in memory.
    var detached: ClientReport {
        var copy = self
        copy.kind = self.kind.detached
        return copy
    }

    var retainedBytes: Int { MemoryLayout<ClientReport>.stride + self.kind.retainedBytes }

    /// In bytes; 0 for reports other than events of channels, which keep no message.
    var messageSize: Int {
        if case .received(let event) = self.kind { event.data.retainedBytes } else { 0 }
    }
}

extension ClientReport.Kind {
    static let memberLimit = 100

    var detached: ClientReport.Kind {
        switch self {
        case .received(let event): .received(event.detached())
        case .memberAdded(let channel, let member): .memberAdded(channel, member.trimmed())
        case .memberRemoved(let channel, let member): .memberRemoved(channel, member.trimmed())
        case .membersReplaced(let channel, let members, let difference):
            .membersReplaced(
                channel, members.beginning(Self.memberLimit), difference: difference?.trimmed())
        default: self
        }
    }

    var retainedBytes: Int {
        switch self {
        case .received(let event): event.storedBytes
        case .triggered(let event), .clientEventQueued(let event): Self.box + event.storedBytes
        case .memberAdded(let channel, let member), .memberRemoved(let channel, let member):
            Self.box + channel.text.storedBytes + member.storedBytes
        case .membersReplaced(let channel, let members, let difference):
            Self.box + channel.text.storedBytes + Self.size(members.ordered)
                + Self.size(difference?.joined ?? []) + Self.size(difference?.left ?? [])
        case .problem(let problem):
            Self.box + problem.text.storedBytes + (problem.frame?.storedBytes ?? 0)
        case .subscriptionChanged(let channel, .failed(let failure)):
            [failure.text, failure.body, failure.stringToSign, failure.comparison?.expected]
                .reduce(Self.largeBox + channel.text.storedBytes) { $0 + ($1?.storedBytes ?? 0) }
        case .clientEventsRejected(let rejection):
            rejection.candidates.reduce(Self.box + rejection.text.storedBytes) {
                $0 + MemoryLayout<ChannelsEvent>.stride + $1.storedBytes
            }
        case .gap(let gap): Self.largeBox + gap.channels.count * 128
        default: Self.box
        }
    }

    private static let box = 144
    private static let largeBox = 400

    private static func size(_ members: [PresenceMember]) -> Int {
        members.reduce(0) { $0 + 2 * MemoryLayout<PresenceMember>.stride + $1.storedBytes }
    }
}

extension ChannelsEvent {
    fileprivate var storedBytes: Int {
        self.name.text.storedBytes + (self.channel?.text.storedBytes ?? 0)
            + (self.userID?.text.storedBytes ?? 0) + 152 + self.data.retainedBytes
    }
}

extension PresenceMember {
    fileprivate var storedBytes: Int {
        self.id.text.storedBytes + (self.info.map { 48 + $0.retainedBytes } ?? 0)
    }
}

extension String {
    /// Besides the value itself: up to 15 bytes of text need none.
    var storedBytes: Int {
        let count = self.utf8.count
        return count > 15 ? 48 + count : 0
    }
}
