import ChannelsEventWords
import ChannelsProtocol
import DequeModule

/// The latest losses of established connections, and what they have in common. Losses that a fault
/// of buoy made, that the user requested, or that were noticed after nothing had run here do not
/// count.
package struct LossLedger: Hashable, Sendable {
    /// Enough for a pattern; what was long ago had other causes.
    private static let limit = 20

    private var losses: Deque<ConnectionLoss> = []
    private var traffic: ConnectionTraffic?
    package private(set) var pattern: LossPattern?
    private(set) var concluded: ChannelsTimestamp?

    mutating func handle(_ event: ClientReport) {
        guard case .stateChanged(let change) = event.kind else {
            self.traffic?.handle(event)
            return
        }
        if case .established = change.cause {
            self.traffic = ConnectionTraffic(at: event.time)
        } else if change.previous == .connected {
            defer { self.traffic = nil }
            guard let end = change.cause.end, let traffic = self.traffic,
                change.suspended == nil, end != .reconnectAsked, !end.isInjected
            else { return }
            self.add(traffic.lost(end, at: event.time))
        }
    }

    mutating func heard(at time: ChannelsTimestamp) { self.traffic?.heard(at: time) }

    private mutating func add(_ loss: ConnectionLoss) {
        self.losses.append(loss)
        if self.losses.count > Self.limit { self.losses.removeFirst() }
        let pattern = LossPattern(Array(self.losses))
        if pattern?.kind != self.pattern?.kind { self.concluded = pattern == nil ? nil : loss.time }
        self.pattern = pattern
    }
}
