import ChannelsProtocol
import EventLog
import OrderedCollections

/// What the rest of the dashboard knows about the subject of the inspector.
struct InspectorContext: Hashable, Sendable {
    /// The event of the same name before it on the same channel, if it is still kept.
    var previous: ClientEvent?
    /// When the event before it came on the same channel, whatever its name.
    var previousOnChannel: Timestamp?
    /// The bindings that are told about such an event, in the order of their making.
    var bindings: [Binding] = []
    /// The member in the list of members.
    var member: MembersPane.Row?
    /// Whether the member is this client.
    var isMe = false
    /// The colours of the channels' names.
    var colors = ChannelColors()

    init() {}
}

extension InspectorContext {
    /// What is known about an event of the log.
    init(_ event: ClientEvent, in ring: EventRing, _ bindings: BindingsPane) {
        guard let channelEvent = event.channelEvent else { return }
        self.findPrevious(event, channelEvent, in: ring)
        guard case .received = event.kind else { return }
        self.bindings = bindings.rows.values.map(\.binding).filter {
            $0.isEnabled && $0.matches(channelEvent)
        }
    }

    private mutating func findPrevious(
        _ event: ClientEvent, _ channelEvent: ChannelEvent, in ring: EventRing
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

extension ClientEvent {
    /// The event on a channel that came in or went out.
    var channelEvent: ChannelEvent? {
        switch self.kind {
        case .received(let event), .triggered(let event), .clientEventQueued(let event): event
        default: nil
        }
    }
}
