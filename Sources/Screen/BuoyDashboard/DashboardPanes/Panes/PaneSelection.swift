package import ChannelsProtocol

package enum PaneSelection: Hashable, Sendable {
    case channel(ChannelsPane.Row)
    /// Known by its name, but not subscribed.
    case namedChannel(ChannelName)
    case member(ChannelName, PresenceMember)
    case binding(EventBinding)
    case event(ClientReport)
    case note(LogNote)
    case node(JSONValue, path: [EventData.Step])
}

package struct PaneButton: Hashable, Sendable {
    enum Target: Hashable, Sendable {
        case command(CommandName)
        case pane(PaneID)
    }

    let columns: Range<Int>
    let target: Target
}
