import TextScreen

extension Command {
    /// One row of the table of commands.
    struct Entry {
        let section: Section
        let keys: [KeyBinding]
        let hint: String?
        let title: String
        let summary: String

        fileprivate init(
            _ section: Section, _ keys: [KeyBinding], hint: String? = nil, _ title: String,
            _ summary: String
        ) {
            self.section = section
            self.keys = keys
            self.hint = hint
            self.title = title
            self.summary = summary
        }
    }

    /// The row of this command.
    var entry: Entry {
        switch self {
        case .subscribe, .unsubscribe, .resubscribe, .bind, .bindEverywhere, .unbind,
            .toggleBinding, .trigger:
            self.channelsEntry
        case .pause, .search, .searchNext, .searchPrevious, .filter, .inspect, .inspectorDown,
            .inspectorUp:
            self.eventsEntry
        case .connect, .reconnect, .disconnect: self.connectionEntry
        case .nextPane, .previousPane, .showChannels, .showMembers, .showEvents, .showBindings,
            .showInspector, .zoom:
            self.panesEntry
        case .up, .down, .left, .right, .top, .bottom, .halfPageUp, .halfPageDown, .pageUp,
            .pageDown:
            self.movingEntry
        default: self.programEntry
        }
    }

    private var channelsEntry: Entry {
        switch self {
        case .subscribe:
            Entry(
                .channels, ["s"], hint: "subscribe", "Subscribe",
                "Asks for names of channels, several with spaces between. Tab completes.")
        case .unsubscribe:
            Entry(
                .channels, [.in(.channels, "u"), .in(.channels, .delete)], hint: "unsub",
                "Unsubscribe", "Unsubscribes the selected channel.")
        case .resubscribe:
            Entry(
                .channels, [.in(.channels, "t")], hint: "try again", "Try again",
                "Tries the selected channel again, after a failure or without an answer.")
        case .bind:
            Entry(
                .channels, ["b"], hint: "bind", "Bind here",
                "Asks for an event name and binds it on the selected channel; * is every event.")
        case .bindEverywhere:
            Entry(
                .channels, ["B"], "Bind on all channels",
                "Asks for an event name and binds it on all channels; * is every event.")
        case .unbind:
            Entry(
                .channels, [.in(.bindings, "u"), .in(.bindings, .delete)], hint: "unbind", "Unbind",
                "Removes the selected binding.")
        case .toggleBinding:
            Entry(
                .channels, [.in(.bindings, " ")], hint: "on/off", "Binding on or off",
                "Switches the selected binding off or on; its count stays.")
        default:
            Entry(
                .channels, ["c"], hint: "client event", "Client event",
                "Asks for channel, event and data, and sends a client event.")
        }
    }

    private var eventsEntry: Entry {
        switch self {
        case .pause:
            Entry(
                .events, ["p", .in(.events, " ")], hint: "pause", "Pause or follow",
                "Holds the event log still, or follows the newest event again.")
        case .search:
            Entry(
                .events, ["/"], hint: "search", "Search",
                "Looks for a text in names, channels and data, and highlights it.")
        case .searchNext:
            Entry(.events, ["n"], "Next match", "Goes to the next match below.")
        case .searchPrevious:
            Entry(.events, ["N"], "Previous match", "Goes to the next match above.")
        case .filter:
            Entry(
                .events, ["f", "&"], hint: "filter", "Filter",
                "Shows only events that match: order, channel:presence-*, event:*paid, -typing.")
        case .inspect:
            Entry(
                .events,
                [.in(.channels, .enter), .in(.members, .enter), .in(.events, .enter)],
                hint: "inspect", "Inspect",
                "Shows the selected event, channel or member in full.")
        case .inspectorDown:
            Entry(.events, ["J"], "Inspector down", "Scrolls the inspector down, from any pane.")
        default:
            Entry(.events, ["K"], "Inspector up", "Scrolls the inspector up, from any pane.")
        }
    }

    private var connectionEntry: Entry {
        switch self {
        case .connect:
            Entry(
                .connection, ["r"], hint: "connect", "Connect or retry",
                "Connects, or makes the attempt that is waited for at once.")
        case .reconnect:
            Entry(
                .connection, ["R"], "Drop and reconnect",
                "Closes the connection and makes a new one.")
        default:
            Entry(
                .connection, ["D"], "Disconnect",
                "Closes the connection, and stays disconnected until r.")
        }
    }

    private var panesEntry: Entry {
        switch self {
        case .nextPane:
            Entry(
                .panes, [.init(.tab)], hint: "pane", "Next pane", "Gives the keys to the next pane."
            )
        case .previousPane:
            Entry(
                .panes, [.init(.backTab)], "Previous pane", "Gives the keys to the previous pane.")
        case .showChannels: self.show("1", "channels", "The channels, their state and their rate.")
        case .showMembers: self.show("2", "members", "Who is on the selected presence channel.")
        case .showEvents: self.show("3", "events", "The event log.")
        case .showBindings: self.show("4", "bindings", "The bindings and how often each was hit.")
        case .showInspector:
            self.show("5", "inspector", "One event, channel or member in full.")
        default:
            Entry(
                .panes, ["z"], "Zoom", "Shows one pane on the whole screen, or all panes again.")
        }
    }

    private func show(_ key: Unicode.Scalar, _ pane: String, _ summary: String) -> Entry {
        Entry(.panes, [.init(.character(key))], "Go to \(pane)", summary)
    }

    private var movingEntry: Entry {
        switch self {
        case .up: Entry(.moving, [.init(.up), "k"], "Up", "One row up.")
        case .down: Entry(.moving, [.init(.down), "j"], "Down", "One row down.")
        case .left:
            Entry(
                .moving, [.init(.left), "h"], "Left",
                "Scrolls events and the inspector sideways; elsewhere goes to the pane before.")
        case .right:
            Entry(
                .moving, [.init(.right), "l"], "Right",
                "Scrolls events and the inspector sideways; elsewhere goes to the pane after.")
        case .top: Entry(.moving, ["g", .init(.home)], "Top", "To the first row.")
        case .bottom:
            Entry(
                .moving, ["G", .init(.end)], "Bottom",
                "To the last row; the event log follows again.")
        case .halfPageUp:
            Entry(.moving, [.init(.control("U"))], "Half a page up", "Half a page up.")
        case .halfPageDown:
            Entry(.moving, [.init(.control("D"))], "Half a page down", "Half a page down.")
        case .pageUp:
            Entry(.moving, [.init(.pageUp), .init(.control("B"))], "Page up", "One page up.")
        default:
            Entry(.moving, [.init(.pageDown), .init(.control("F"))], "Page down", "One page down.")
        }
    }

    private var programEntry: Entry {
        switch self {
        case .help:
            Entry(
                .program, ["?", .init(.function(1))], hint: "help", "Help",
                "Lists all keys. Type to search, Enter runs what is selected.")
        case .cancel:
            Entry(
                .program, [.init(.escape)], "Cancel",
                "Closes or clears one thing: prompt, help, inspector, zoom, search, filter.")
        case .quit:
            Entry(
                .program, ["q"], hint: "quit", "Quit",
                "Closes the help or the inspector that has the keys, else quits.")
        case .quitNow:
            Entry(
                .program, [.init(.control("C")), "Q"], "Quit at once",
                "Quits; in a prompt, Ctrl-C cancels the prompt.")
        case .suspend:
            Entry(.program, [.init(.control("Z"))], "Suspend", "Back to the shell, until fg.")
        default:
            Entry(
                .program, [.init(.control("L"))], "Redraw",
                "Draws the whole screen again, if something else wrote on it.")
        }
    }
}
