package import BuoyTextScreen
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
    /// For a column of names, in which a mark may replace what gives the kind.
    package var listed: NameForms.Name {
        let marks = GlyphSet.unicode.marks
        return switch self.kind {
        case .public, .cache: NameForms.Name(self.text)
        case .private, .privateCache:
            NameForms.Name(self.text, prefix: "private-", mark: marks.privateChannel)
        case .presence, .presenceCache:
            NameForms.Name(self.text, prefix: "presence-", mark: marks.presenceChannel)
        case .encrypted, .encryptedCache:
            NameForms.Name(self.text, prefix: "private-encrypted-", mark: marks.encryptedChannel)
        }
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
