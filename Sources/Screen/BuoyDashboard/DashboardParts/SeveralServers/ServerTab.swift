import ChannelsProtocol

package struct ServerTab: Hashable, Sendable {
    let label: ServerLabel
    private(set) var state = ConnectionState.initialized
    private(set) var unread = 0
    private(set) var hasTrouble = false

    init(_ label: ServerLabel) { self.label = label }

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

    mutating func shown() { (self.unread, self.hasTrouble) = (0, false) }
}
