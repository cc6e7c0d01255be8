import ChannelsProtocol

/// What is known of a server in the first line: its state, and what happened while it was not on
/// the screen.
package struct ServerTab: Hashable, Sendable {
    /// Its name and colour.
    let label: ServerLabel
    private(set) var state = ConnectionState.initialized
    /// Events since it was on the screen.
    private(set) var unread = 0
    /// Whether there was a gap, an error or a failure since it was on the screen.
    private(set) var hasTrouble = false

    init(_ label: ServerLabel) { self.label = label }

    /// The client reported something.
    mutating func received(_ batch: [ClientReport], isShown: Bool) {
        for event in batch {
            switch event.kind {
            case .stateChanged(let change):
                self.state = change.current
                if change.current == .failed { self.hasTrouble = true }
            case .received: self.unread += 1
            case .attemptFailed(_, let end, _): if end != .reconnectAsked { self.hasTrouble = true }
            case .gap, .problem, .skipped, .decryptionFailed, .clientEventsRejected:
                self.hasTrouble = true
            case .subscriptionChanged(_, .failed): self.hasTrouble = true
            default: break
            }
        }
        if isShown { self.shown() }
    }

    /// It is on the screen.
    mutating func shown() { (self.unread, self.hasTrouble) = (0, false) }
}
