import ChannelsProtocol

/// A removal that can be undone, with what is needed for that.
enum UndoStep: Hashable, Sendable {
    /// Channels that were unsubscribed, with their bindings.
    case unsubscription([ChannelName], [Binding])
    case unbinding(Binding)
    case clearedLog(EventLogPane.Removed)
    case clearedMarks(EventMarks)
    case clearedChannelMarks(Set<ChannelName>)
}

extension UndoStep {
    /// The size of its events in memory, in bytes.
    var retainedBytes: Int {
        switch self {
        case .clearedLog(let removed): removed.ring.bytes
        case .unsubscription, .unbinding, .clearedMarks, .clearedChannelMarks: 0
        }
    }
}
