/// Used by `buoy --metrics` and by the library, so that rules and dashboards fit both.
extension ClientMeter {
    package static let families = [
        state, stateChanges, failure, attempts, attemptFailures, losses, gaps, gapTime, downtime,
        roundTrips,
        requestedChannels, subscribedChannels, refusedChannels, subscriptionFailures, events,
        dataBytes, sentEvents, skippedEvents,
        problems,
    ]

    static let state = MetricFamily(
        "channels_client_state", .gauge, labels: ["state"],
        help: "Whether the connection is in this state (1) or not (0).")
    static let stateChanges = MetricFamily(
        "channels_client_state_changes", .counter, labels: ["state"],
        help: "Times the connection entered this state.")
    static let failure = MetricFamily(
        "channels_client_failure", .info, labels: ["code", "cause"],
        help: "Why the client was permanently refused or gave up, until it is connected again.")
    static let attempts = MetricFamily(
        "channels_client_attempts", .counter, help: "Connection attempts started.")
    static let attemptFailures = MetricFamily(
        "channels_client_attempt_failures", .counter, labels: ["reason"],
        help: "Failed connection attempts.")
    static let losses = MetricFamily(
        "channels_client_connection_losses", .counter, labels: ["reason"],
        help: "Connections lost, other than at the user's request.")
    static let gaps = MetricFamily(
        "channels_client_gaps", .counter,
        help: "Gaps in which events may have been missed, counted when they end.")
    static let gapTime = MetricFamily(
        "channels_client_gap_seconds", .counter, unit: .seconds,
        help: "The longest possible duration of the gaps, from the last frame. Overlapping "
            + "time counts once.")
    static let downtime = MetricFamily(
        "channels_client_downtime_seconds", .counter, unit: .seconds,
        help: "The part of the gaps in which there was certainly no connection.")
    static let roundTrips = MetricFamily(
        "channels_client_round_trip_seconds",
        .histogram([0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]),
        unit: .seconds, help: "Time from a client ping to its pong.")
    static let requestedChannels = MetricFamily(
        "channels_client_requested_channels", .gauge,
        help: "Channels the client was asked to subscribe to.")
    static let refusedChannels = MetricFamily(
        "channels_client_refused_channels", .gauge,
        help: "Channels not authorized, or refused by the server.")
    static let subscribedChannels = MetricFamily(
        "channels_client_subscribed_channels", .gauge,
        help: "Channels with a confirmed subscription.")
    static let subscriptionFailures = MetricFamily(
        "channels_client_subscription_failures", .counter, labels: ["phase"],
        help: "Subscriptions not authorized, or refused by the server.")
    static let events = MetricFamily(
        "channels_client_events", .counter, labels: ["channel"], help: "Events received.")
    static let dataBytes = MetricFamily(
        "channels_client_event_data_bytes", .counter, unit: .bytes, labels: ["channel"],
        help: "Size of the data in received events.")
    static let sentEvents = MetricFamily(
        "channels_client_sent_events", .counter, help: "Client events sent.")
    static let skippedEvents = MetricFamily(
        "channels_client_skipped_events", .counter,
        help: "Events skipped because a listener was too slow.")
    static let problems = MetricFamily(
        "channels_client_problems", .counter, labels: ["kind"],
        help: "Problems that did not end the connection.")
}
