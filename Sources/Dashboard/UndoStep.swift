import ChannelsProtocol
import EventLog

/// Something that was taken away, with what brings it back.
enum UndoStep: Hashable, Sendable {
    /// Channels that were given up, with the bindings that went with them.
    case unsubscription([ChannelName], [Binding])
    case unbinding(Binding)
    case clearedLog(EventLogPane.Removed)
    case clearedMarks(EventMarks)
    case clearedChannelMarks(Set<ChannelName>)
}

extension UndoStep {
    /// Events that it keeps in memory, in bytes.
    var retainedBytes: Int {
        switch self {
        case .clearedLog(let removed): removed.ring.bytes
        case .unsubscription, .unbinding, .clearedMarks, .clearedChannelMarks: 0
        }
    }
}
