import BuoyTextScreen
import ChannelsEventWords
package import ChannelsProtocol

extension ChannelsPane.Row {
    /// The state in a few words. Parts of it may come from a peer.
    var words: String { self.isStuck ? "stuck \(self.state.words)" : self.state.words }

    /// Why it cannot be retried; `nil` if it can.
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

    /// Why it cannot be unsubscribed; `nil` if it can.
    package var unsubscribeReason: String? {
        self.state == .unsubscribing
            ? "the channel is unsubscribing; the server has not answered yet" : nil
    }
}

extension ChannelName {
    /// The width of the part of the name that gives its kind: `presence-`.
    package var prefixWidth: Int {
        let prefixes = ["private-encrypted-", "private-", "presence-"]
        return prefixes.first { self.text.hasPrefix($0) }?.utf8.count ?? 0
    }
}

extension ChannelKind {
    /// The colour for a kind of channel.
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
