import BuoyTextScreen
import ChannelsProtocol
import OrderedCollections

/// The dashboard's knowledge about the subject of the inspector.
struct InspectorContext: Hashable, Sendable {
    /// The previous event with the same name and channel, if it is still kept.
    var previous: ClientReport?
    /// The time of the previous event on the same channel, whatever its name.
    var previousOnChannel: Timestamp?
    /// How long before the event the same bytes had come; `nil` if it is not a repeat.
    var again: Duration?
    /// The bindings that receive such an event, in the order in which they were made.
    var bindings: [Binding] = []
    /// The member's row in the member list.
    var member: MembersPane.Row?
    /// Whether the member is this client.
    var isMe = false
    /// The server, in a log of several.
    var server: ServerLabel?
    /// What a comparison of two servers found.
    var comparison: ComparisonMark?
    /// The colours of channel names.
    var colors = IdentityColors()

    /// Creates a context in which nothing is known.
    init() {}
}

extension InspectorContext {
    /// Collects the context of an event in the log.
    init(_ event: ClientReport, in ring: EventRing, _ bindings: BindingsPane) {
        guard let channelEvent = event.channelEvent else { return }
        self.findPrevious(event, channelEvent, in: ring)
        guard case .received = event.kind else { return }
        self.bindings = bindings.rows.values.map(\.binding).filter {
            $0.isEnabled && $0.matches(channelEvent)
        }
    }

    private mutating func findPrevious(
        _ event: ClientReport, _ channelEvent: ChannelsEvent, in ring: EventRing
    ) {
        for sequence in (ring.first..<ring.next).reversed() {
            guard let other = ring[sequence], other.number < event.number,
                let earlier = other.channelEvent, earlier.channel == channelEvent.channel
            else { continue }
            if self.previousOnChannel == nil { self.previousOnChannel = other.time }
            if earlier.name == channelEvent.name {
                self.previous = other
                return
            }
        }
    }
}

extension ClientReport {
    /// The received or sent event on a channel.
    var channelEvent: ChannelsEvent? {
        switch self.kind {
        case .received(let event), .triggered(let event), .clientEventQueued(let event): event
        default: nil
        }
    }
}
