package import ChannelsProtocol

extension SubscriptionState {
    package var words: String {
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

    package var isWanted: Bool {
        switch self {
        case .requested, .authorizing, .subscribing, .subscribed: true
        case .failed, .unsubscribing, .unsubscribed: false
        }
    }
}

extension SubscriptionFailure {
    fileprivate var words: String {
        switch self.phase {
        case .authorization:
            return self.status.map { "auth \($0)" } ?? "not authorized"
        case .subscription:
            if let comparison = self.comparison {
                return comparison.firstDifference == nil ? "wrong secret" : "wrong text signed"
            }
            return (self.status ?? self.code).map { "refused \($0)" } ?? "refused"
        case .notRequested:
            return "lost"
        }
    }
}

extension ChannelKind {
    package var words: String {
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
}
