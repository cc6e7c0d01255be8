package import ChannelsProtocol

/// Which reports of a recording belong in Events, so that it continues behind those kept.
package struct PastCondition: Hashable, Sendable {
    let filter: EventFilter?
    let showsSystemRows: Bool
    let needle: Needle?

    init(_ view: EventView, needle: Needle? = nil) {
        self.filter = view.filter
        self.showsSystemRows = view.showsSystemRows
        self.needle = needle
    }

    package func admits(_ event: ClientReport) -> Bool {
        event.belongsInLog && (self.showsSystemRows || !event.isSystemRow)
            && self.filter?.matches(event) != false
    }

    package func isMatch(_ event: ClientReport) -> Bool {
        self.admits(event) && (self.needle.map { event.contains($0) } ?? false)
    }
}

extension ClientReport {
    /// Not for intermediate steps and parts of other reports.
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
