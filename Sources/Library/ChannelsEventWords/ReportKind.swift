/// The kind of a report in one word, in recordings, lines and tables.
package enum ReportKind: String, CaseIterable, Sendable {
    case stateChanged = "state_changed"
    case attemptStarted = "attempt_started"
    case attemptFailed = "attempt_failed"
    case retryScheduled = "retry_scheduled"
    case pingSent = "ping_sent"
    case pongReceived = "pong_received"
    case intentChanged = "intent_changed"
    case serverRecognized = "server_recognized"
    case suspended
    case clockStepped = "clock_stepped"
    case networkChanged = "network_changed"
    case gap
    case subscriptionChanged = "subscription_changed"
    case subscriptionStuck = "subscription_stuck"
    case authorizationAnswered = "authorization_answered"
    case membersReplaced = "members_replaced"
    case memberAdded = "member_added"
    case memberRemoved = "member_removed"
    case subscriptionCount = "subscription_count"
    case cacheMissed = "cache_missed"
    case signInChanged = "sign_in_changed"
    case watchlistChanged = "watchlist_changed"
    case received
    case sent
    case queued
    case clientEventsRejected = "client_events_rejected"
    case notDecrypted = "not_decrypted"
    case bindingChanged = "binding_changed"
    case bindingRemoved = "binding_removed"
    case bindingsHit = "bindings_hit"
    case problem
    case skipped
}
