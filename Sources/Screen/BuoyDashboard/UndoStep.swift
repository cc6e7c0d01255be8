import ChannelsProtocol

enum UndoStep: Hashable, Sendable {
    case unsubscription([ChannelName], [EventBinding])
    case unbinding(EventBinding)
    case clearedLog(EventLogPane.Removed)
    case clearedMarks(EventMarks)
    case clearedChannelMarks(Set<ChannelName>)
}

extension UndoStep {
    var retainedBytes: Int {
        switch self {
        case .clearedLog(let removed): removed.ring.bytes
        case .unsubscription, .unbinding, .clearedMarks, .clearedChannelMarks: 0
        }
    }
}
