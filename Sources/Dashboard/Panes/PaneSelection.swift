import ChannelsProtocol
import DashboardSetup

/// The selection in a pane.
enum PaneSelection: Hashable, Sendable {
    case channel(ChannelsPane.Row)
    /// A channel that is listed as occupied, and is not subscribed.
    case occupied(ChannelName)
    case member(ChannelName, Member)
    case binding(Binding)
    /// An event that was received or sent, or a report.
    case event(ClientEvent)
    /// A value in an event's data, and its path.
    case node(JSON, path: [EventData.Step])
}

/// A button in a title.
struct PaneButton: Hashable, Sendable {
    /// The action of a button.
    enum Target: Hashable, Sendable {
        case command(CommandName)
        case pane(PaneID)
    }

    let columns: Range<Int>
    let target: Target
}
