import BuoyTextScreen
import ChannelsProtocol
import OrderedCollections

struct InspectorContext: Hashable, Sendable {
    var previous: ClientReport?
    var previousOnChannel: ChannelsTimestamp?
    var again: Duration?
    var bindings: [EventBinding] = []
    var member: MembersPane.Row?
    var isMe = false
    var server: ServerLabel?
    var comparison: ComparisonMark?
    var colors = IdentityColors()
}

extension InspectorContext {
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
    var channelEvent: ChannelsEvent? {
        switch self.kind {
        case .received(let event), .triggered(let event), .clientEventQueued(let event): event
        default: nil
        }
    }
}
