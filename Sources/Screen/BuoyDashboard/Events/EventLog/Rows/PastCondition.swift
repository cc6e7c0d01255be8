package import ChannelsProtocol

/// Which reports of a recording belong in the event log, so that it continues behind those that are
/// kept.
package struct PastCondition: Hashable, Sendable {
    /// The filter of the log.
    let filter: EventFilter?
    /// Whether rows other than events of channels are visible.
    let showsSystemRows: Bool
    /// The text that is searched for.
    let needle: Needle?

    init(_ view: EventView, needle: Needle? = nil) {
        self.filter = view.filter
        self.showsSystemRows = view.showsSystemRows
        self.needle = needle
    }

    /// Whether a report is a row of the log.
    package func admits(_ event: ClientReport) -> Bool {
        event.belongsInLog && (self.showsSystemRows || !event.isSystemRow)
            && self.filter?.matches(event) != false
    }

    /// Whether a row contains the text that is searched for.
    package func isMatch(_ event: ClientReport) -> Bool {
        self.admits(event) && (self.needle.map { event.contains($0) } ?? false)
    }
}

extension ClientReport {
    /// Whether it is a row of the event log: intermediate steps and parts of other reports are not.
    package var belongsInLog: Bool {
        switch self.kind {
        case .pingSent, .pongReceived, .bindingsHit, .bindingChanged, .bindingRemoved,
            .intentChanged, .authorizationAnswered, .attemptStarted, .retryScheduled:
            false
        // The attempt that follows says what came of it.
        case .stateChanged(let change) where change.current == .connecting:
            change.cause != .asked
        case .subscriptionChanged(_, .requested), .subscriptionChanged(_, .authorizing),
            .subscriptionChanged(_, .subscribing), .subscriptionChanged(_, .unsubscribing):
            false
        case .signInChanged(.requested), .signInChanged(.authenticating),
            .signInChanged(.signingIn):
            false
        default: true
        }
    }
}
