/// The names of the events that are the protocol's own.
enum ProtocolEventName {
    static let connectionEstablished = "pusher:connection_established"
    static let error = "pusher:error"
    static let ping = "pusher:ping"
    static let pong = "pusher:pong"
    static let subscribe = "pusher:subscribe"
    static let unsubscribe = "pusher:unsubscribe"
    static let subscriptionSucceeded = "pusher_internal:subscription_succeeded"
    static let subscriptionError = "pusher:subscription_error"
    static let internalSubscriptionError = "pusher_internal:subscription_error"
    static let memberAdded = "pusher_internal:member_added"
    static let memberRemoved = "pusher_internal:member_removed"
    static let subscriptionCount = "pusher_internal:subscription_count"
    static let cacheMiss = "pusher:cache_miss"
    static let signIn = "pusher:signin"
    static let signInSucceeded = "pusher:signin_success"
    static let watchlistEvents = "pusher_internal:watchlist_events"
}
