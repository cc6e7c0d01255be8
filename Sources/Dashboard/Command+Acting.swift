import TextScreen

// The rows of what acts on the connection, the screen and the program.
extension Command {
    var sharingEntry: Entry {
        switch self {
        case .copy:
            Entry(
                .sharing, ["y"], hint: "copy", "Copy",
                "Sends the data of what is selected to the terminal's clipboard.")
        case .copyAs:
            Entry(
                .sharing, ["Y"], argument: .word(["plain", "json", "curl", "swift"]), "Copy as",
                "Asks for the form: plain, JSON, curl for the HTTP API, or Swift.")
        case .export:
            Entry(
                .sharing, ["e"], hint: "export", argument: .file, "Export",
                "Writes the events that the filter lets through into a file: .jsonl or .csv.")
        case .plainDump:
            Entry(
                .sharing, ["O"], "Plain rows",
                "Leaves the screen and prints the rows of the log, for the terminal's own selection."
            )
        case .saveScreen:
            Entry(
                .sharing, ["S"], argument: .file, "Save the screen",
                "Writes the screen as text into a file.")
        default:
            Entry(
                .sharing, [.init(.control("Y"))], "Copy a diagnosis",
                "Copies what a bug report needs, without names, data or secrets.")
        }
    }

    var connectionEntry: Entry {
        switch self {
        case .connect:
            Entry(
                .connection, ["r"], hint: "connect", "Connect or retry",
                "Connects, or makes the attempt that is waited for at once.")
        case .reconnect:
            Entry(
                .connection, ["R"], "Drop and reconnect",
                "Closes the connection and makes a new one.")
        case .disconnect:
            Entry(
                .connection, ["D"], "Disconnect",
                "Closes the connection, and stays disconnected until r.")
        default:
            Entry(
                .connection, [], argument: .policy, "Policy",
                "Reconnects from now on as another library does: standard, pusher-js, pusher-swift and others."
            )
        }
    }

    var panesEntry: Entry {
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
        case .showLog:
            self.show("6", "log", "The connection, authorizations and errors, without the events.")
        case .showRates:
            self.show("7", "rates", "How many events each channel brings, over the last minute.")
        default: self.arrangingEntry
        }
    }

    private func show(_ key: Unicode.Scalar, _ pane: String, _ summary: String) -> Entry {
        Entry(.panes, [.init(.character(key))], "Go to \(pane)", summary)
    }

    private var arrangingEntry: Entry {
        switch self {
        case .zoom:
            Entry(
                .panes, ["z"], "Zoom", "Shows one pane on the whole screen, or all panes again.")
        case .grow:
            Entry(.panes, ["+", "="], "Larger", "Gives the pane that has the keys more rows.")
        case .shrink:
            Entry(.panes, ["-"], "Smaller", "Gives the pane that has the keys fewer rows.")
        case .layout:
            Entry(
                .panes, ["a"], argument: .layout, "Layout",
                "Lists the arrangements of panes: those that come with buoy, and saved ones.")
        default:
            Entry(
                .panes, [], argument: .layout, "Save the layout",
                "Gives the arrangement of now a name; it is kept for the next time.")
        }
    }

    var movingEntry: Entry {
        switch self {
        case .up: Entry(.moving, [.init(.up), "k"], "Up", "One row up.")
        case .down: Entry(.moving, [.init(.down), "j"], "Down", "One row down.")
        case .left:
            Entry(
                .moving, [.init(.left), "h"], "Left",
                "Scrolls events and data sideways, folds a node of a tree; elsewhere the pane before."
            )
        case .right:
            Entry(
                .moving, [.init(.right), "l"], "Right",
                "Scrolls events and data sideways, unfolds a node of a tree; elsewhere the pane after."
            )
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

    var programEntry: Entry {
        switch self {
        case .help:
            Entry(
                .program, ["?", .init(.function(1))], hint: "help", "Help",
                "Lists all keys. Type to search, Enter runs what is selected.")
        case .commandLine:
            Entry(
                .program, [":"], hint: "command", "Command line",
                "Asks for a command by its name, with what it acts on. Tab completes.")
        case .cancel:
            Entry(
                .program, [.init(.escape)], "Cancel",
                "Closes or clears one thing: prompt, help, inspector, zoom, marks, search, filter.")
        case .themes:
            Entry(
                .program, [.init(.control("T"))], argument: .theme, "Themes",
                "Lists the themes; the selected one is tried on at once, Enter keeps it.")
        case .mouse:
            Entry(
                .program, [.init(.function(2))], "Mouse on or off",
                "Off, the terminal selects text with it; on, Shift does.")
        case .figures:
            Entry(
                .program, [.init(.function(12))], "Figures",
                "Shows how many frames there were, the size of the last one, and memory.")
        case .reload:
            Entry(
                .program, [], "Reload the configuration",
                "Reads configuration and theme again; SIGUSR2 does the same.")
        default: self.endingEntry
        }
    }

    private var endingEntry: Entry {
        switch self {
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
