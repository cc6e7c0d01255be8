import BuoyTextScreen
import ChannelsEventWords
package import ChannelsProtocol

extension ChannelsPane.Row {
    /// Parts may come from a peer.
    var words: String { self.isStuck ? "stuck \(self.state.words)" : self.state.words }

    var resubscribeReason: String? {
        switch self.state {
        case .failed: nil
        case .authorizing, .subscribing:
            self.isStuck ? nil : "the server has not answered yet"
        case .requested: "the channel is waiting for a connection"
        case .subscribed: "the channel is already subscribed"
        case .unsubscribing, .unsubscribed: "the channel is unsubscribing; s subscribes again"
        }
    }

    package var unsubscribeReason: String? {
        self.state == .unsubscribing
            ? "the channel is unsubscribing; the server has not answered yet" : nil
    }
}

extension ChannelName {
    /// Of the part that gives the kind: `presence-`.
    package var prefixWidth: Int {
        let prefixes = ["private-encrypted-", "private-", "presence-"]
        return prefixes.first { self.text.hasPrefix($0) }?.utf8.count ?? 0
    }
}

extension ChannelKind {
    var role: Role {
        switch self {
        case .public: .channelPublic
        case .private: .channelPrivate
        case .presence: .channelPresence
        case .encrypted, .encryptedCache: .channelEncrypted
        case .cache, .privateCache, .presenceCache: .channelCache
        }
    }
}
