package import ChannelsProtocol

/// The selection in a pane.
package enum PaneSelection: Hashable, Sendable {
    /// A wanted channel.
    case channel(ChannelsPane.Row)
    /// A channel that is known by its name, and is not subscribed.
    case namedChannel(ChannelName)
    /// A member of a presence channel.
    case member(ChannelName, Member)
    case binding(Binding)
    /// An event that was received or sent, or a report.
    case event(ClientReport)
    /// A row of the log that does not come from the client.
    case note(LogNote)
    /// A value in an event's data, and its path.
    case node(JSON, path: [EventData.Step])
}

/// A button in a title.
package struct PaneButton: Hashable, Sendable {
    /// The action of a button.
    enum Target: Hashable, Sendable {
        /// Does what a key of the command does.
        case command(CommandName)
        /// Focuses a pane.
        case pane(PaneID)
    }

    /// The columns of the title that it occupies.
    let columns: Range<Int>
    /// What a click does.
    let target: Target
}
