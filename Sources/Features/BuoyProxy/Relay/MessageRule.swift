import BuoyDashboard
import ChannelsProtocol

/// What happens to the messages that match a filter: from `:hold`, or from the file of `--rules`.
struct MessageRule: Hashable, Sendable {
    enum Action: Hashable, Sendable {
        /// Until somebody decides, but not longer.
        case hold(atMost: Duration)
        case delay(Duration, jitter: Duration)
        case decide(HeldDecision)
    }

    let filter: EventFilter
    let action: Action

    /// Below the 30 s that both ends wait for an answer to a ping, which may be behind it.
    static let standardLimit = Duration.seconds(25)
    static let longestLimit = Duration.seconds(3600)

    /// Messages with a signature never match: what a rule did is shown with the data.
    func matches(_ message: PassingMessage, isSent: Bool) -> Bool {
        let event = message.event
        return !Self.signed.contains(event.name)
            && self.filter.matches(
                ClientReport(
                    number: 0, time: .zero, kind: isSent ? .triggered(event) : .received(event)))
    }

    private static let signed: Set<EventName> = ["pusher:subscribe", "pusher:signin"]
}
