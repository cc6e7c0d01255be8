import ChannelsProtocol
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

    init() {}
}

extension InspectorContext {
    /// What is known about an event of the log.
    /// - Parameter sequence: its number in the ring.
    init(_ event: ClientEvent, at sequence: Int?, in ring: EventRing, _ bindings: BindingsPane) {
        guard let received = event.channelEvent else { return }
        self.findPrevious(received, before: sequence ?? ring.next, in: ring)
        guard case .received = event.kind else { return }
        self.bindings = bindings.rows.values.map(\.binding).filter {
            $0.isEnabled && $0.matches(received)
        }
    }

    private mutating func findPrevious(
        _ event: ChannelEvent, before sequence: Int, in ring: EventRing
    ) {
        for sequence in (ring.first..<max(sequence, ring.first)).reversed() {
            guard let other = ring[sequence], let earlier = other.channelEvent,
                earlier.channel == event.channel
            else { continue }
            if self.previousOnChannel == nil { self.previousOnChannel = other.time }
            if earlier.name == event.name {
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
