import ChannelsProtocol
import TextScreen

extension ChannelsPane.Row {
    /// The state in a few words; parts may come from a peer.
    var words: String { self.isStuck ? "stuck \(self.state.words)" : self.state.words }

    /// Why it cannot be tried again; `nil` when it can.
    var resubscribeReason: String? {
        switch self.state {
        case .failed: nil
        case .authorizing, .subscribing:
            self.isStuck ? nil : "an answer is still waited for"
        case .requested: "the channel waits for a connection"
        case .subscribed: "the channel is subscribed"
        case .unsubscribing, .unsubscribed: "the channel is being given up; s takes it back"
        }
    }

    /// Why it cannot be given up; `nil` when it can.
    var unsubscribeReason: String? {
        self.state == .unsubscribing
            ? "the channel is being given up: the server's answer is waited for" : nil
    }
}

extension SubscriptionState {
    /// The state in a few words; parts may come from a peer.
    var words: String {
        switch self {
        case .requested: "waiting"
        case .authorizing: "authorizing"
        case .subscribing: "subscribing"
        case .subscribed: "subscribed"
        case .unsubscribing: "unsubscribing"
        case .unsubscribed: "unsubscribed"
        case .failed(let failure):
            failure.words
        }
    }

    /// Whether it is subscribed, or will be without another wish.
    var isWanted: Bool {
        switch self {
        case .requested, .authorizing, .subscribing, .subscribed: true
        case .failed, .unsubscribing, .unsubscribed: false
        }
    }
}

extension SubscriptionFailure {
    /// What failed, in two words: a sentence has no room in a list; log and inspector have it.
    fileprivate var words: String {
        switch self.phase {
        case .authorization:
            return self.status.map { "auth \($0)" } ?? "not authorized"
        case .subscription:
            if self.comparison != nil { return "wrong signature" }
            return (self.status ?? self.code).map { "refused \($0)" } ?? "refused"
        }
    }
}

extension ChannelKind {
    /// Three letters for the list of channels.
    var abbreviation: String {
        switch self {
        case .public: "pub"
        case .private: "prv"
        case .presence: "prs"
        case .encrypted, .encryptedCache: "enc"
        case .cache, .privateCache, .presenceCache: "cch"
        }
    }

    /// What kind of channel that is, in words.
    var words: String {
        switch self {
        case .public: "public"
        case .private: "private"
        case .presence: "presence"
        case .encrypted: "private, encrypted"
        case .cache: "public, cache"
        case .privateCache: "private, cache"
        case .presenceCache: "presence, cache"
        case .encryptedCache: "private, encrypted, cache"
        }
    }

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
