import ChannelsProtocol
import DashboardSetup

/// What is selected in a pane.
enum PaneSelection: Hashable, Sendable {
    case channel(ChannelsPane.Row)
    case member(ChannelName, Member)
    case binding(Binding)
    /// An event that came or went, or a report.
    case event(ClientEvent)
    /// A value inside of an event's data, and the way to it.
    case node(JSON, path: [EventData.Step])
}

/// A word in a title that can be pressed.
struct PaneButton: Hashable, Sendable {
    /// What a press does.
    enum Target: Hashable, Sendable {
        case command(CommandName)
        case pane(PaneID)
    }

    let columns: Range<Int>
    let target: Target
}
