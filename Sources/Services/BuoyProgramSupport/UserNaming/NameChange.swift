import ChannelsEventWords
package import ChannelsProtocol

/// Follows a change of the user's name: the presence channels are subscribed again, and the answers
/// show whether the name was accepted. If an application's endpoint authorizes, it decides.
package struct NameChange: Hashable, Sendable {
    private let name: String
    private let id: UserID
    private var waiting: Set<ChannelName>
    private var taken: [ChannelName] = []
    /// The member that this client is instead.
    private var others: [ChannelName: PresenceMember?] = [:]
    private var failed: [ChannelName] = []

    package init(name: String, id: UserID, channels: [ChannelName]) {
        self.name = name
        self.id = id
        self.waiting = Set(channels)
    }

    package var isOver: Bool { self.waiting.isEmpty }

    package mutating func handle(_ event: ClientReport) {
        switch event.kind {
        case .membersReplaced(let channel, let members, _):
            guard self.waiting.remove(channel) != nil else { return }
            let me = members.me.flatMap { id in members.ordered.first { $0.id == id } }
            if members.me == self.id, me?.name ?? self.name == self.name {
                self.taken.append(channel)
            } else {
                self.others[channel] = .some(me ?? members.me.map { PresenceMember(id: $0) })
            }
        case .subscriptionChanged(let channel, .failed):
            if self.waiting.remove(channel) != nil { self.failed.append(channel) }
        case .subscriptionChanged(let channel, .unsubscribed):
            self.waiting.remove(channel)
        default:
            break
        }
    }

    /// Whether the change succeeded on every channel.
    package var isGood: Bool { self.others.isEmpty && self.failed.isEmpty && self.waiting.isEmpty }

    /// May contain text from a peer.
    package var sentence: String {
        if let (channel, member) = self.others.min(by: { $0.key < $1.key }) {
            let who = member.map { $0.name.isEmpty ? $0.id.text : "\($0.name) (\($0.id.text))" }
            return "the authorization endpoint sets the name: on \(channel.text) you are "
                + (who ?? "a user without a name")
        }
        if let channel = self.failed.first {
            return "\(channel.text) was refused as \(self.name); t in Channels retries"
        }
        if !self.waiting.isEmpty {
            return "no answer yet from \(Self.list(self.waiting.sorted()))"
        }
        guard !self.taken.isEmpty else {
            return "you will be \(self.name) on the next presence channel that you subscribe to"
        }
        return "you are now \(self.name) on \(Self.list(self.taken.sorted()))"
    }

    private static func list(_ channels: [ChannelName]) -> String {
        let first = channels.first?.text ?? ""
        return channels.count > 1 ? "\(first) and \(channels.count - 1) more" : first
    }
}
