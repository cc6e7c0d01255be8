import DashboardParts
import Scripts
import TOMLFiles
import TextCoding

/// The keys of the configuration that have a single value. The reader, the template of `buoy config
/// --print-default` and `docs/configuration.md` are made from this table.
package enum ConfigurationKey: String, TableKey, Hashable, Sendable {
    case theme, background, color, ascii
    case paintBackground = "paint-background"
    case layout, times
    case connectionRows = "connection-rows"
    case mouse, title
    case confirmQuit = "confirm-quit"
    case framesPerSecond = "frames-per-second"
    case escapeDelay = "escape-delay"
    case historyEvents = "history.events"
    case historyBytes = "history.bytes"
    case channelsOrder = "channels.order"
    case membersOrder = "members.order"
    case inspectorWrap = "inspector.wrap"

    /// The type of a value.
    package enum Kind: Hashable, Sendable {
        case theme
        case layout
        /// One of these words.
        case word([String])
        case flag
        /// `"auto"`, `true` or `false`.
        case automaticFlag
        case count(ClosedRange<Int>)
        /// `"auto"` or a number.
        case automaticCount(ClosedRange<Int>)
        case size(ClosedRange<Int>)
    }

    /// A row of the table.
    package struct Entry {
        /// The type of the value.
        package let kind: Kind
        /// The default, in TOML.
        let standard: String
        /// A sentence or two for the documentation.
        package let summary: String

        init(_ kind: Kind, _ standard: String, _ summary: String) {
            self.kind = kind
            self.standard = standard
            self.summary = summary
        }
    }

    /// The row of this key.
    package var entry: Entry {
        switch self {
        case .theme:
            Entry(
                .theme, "\"default\"",
                "The name of a theme, the path of a theme file (with a slash), or one for each "
                    + "background: { dark = \"nord\", light = \"solarized-light\" }.")
        case .background:
            Entry(
                .word(TerminalBackground.allCases.map(\.rawValue)), "\"auto\"",
                "The terminal's background, to choose between two themes; auto asks the "
                    + "terminal. If it does not answer, COLORFGBG decides, and otherwise dark.")
        case .color:
            Entry(
                .word(ProgramOptions.ColorUse.allCases.map(\.rawValue)), "\"auto\"",
                "The maximum number of colours: auto uses all that the terminal reports, unless "
                    + "NO_COLOR is set; true also uses colours it does not report.")
        case .ascii: Entry(.flag, "false", "Draws with ASCII characters only.")
        case .paintBackground:
            Entry(.flag, "true", "Paints the theme's background; false keeps the terminal's own.")
        case .layout:
            Entry(
                .layout, "\"standard\"",
                "The arrangement of the panes: standard, events, presence, debugging, or a layout "
                    + "you saved.")
        case .times:
            Entry(
                .word(TimeFormat.allCases.map(\.rawValue)), "\"local\"",
                "How times are written: local time, UTC, how long ago, or the time "
                    + "since the previous row.")
        case .connectionRows:
            Entry(
                .flag, "true",
                "Shows states, members and subscriptions among the events.")
        case .mouse:
            Entry(
                .automaticFlag, "\"auto\"",
                "Uses the mouse; auto does, except over SSH. Hold Shift to select "
                    + "text.")
        case .title: Entry(.flag, "true", "Sets the title of the terminal window.")
        case .confirmQuit:
            Entry(
                .flag, "true",
                "Asks before quitting if the log has events that were never exported.")
        case .framesPerSecond:
            Entry(
                .automaticCount(1...60), "\"auto\"",
                "The maximum number of frames per second; auto is 30, and 10 over SSH.")
        case .escapeDelay:
            Entry(
                .automaticCount(1...5000), "\"auto\"",
                "How many milliseconds to wait after Esc for the rest of a key; "
                    + "auto is ESCDELAY, or else 25. Slow connections need more.")
        case .historyEvents:
            Entry(.count(100...10_000_000), "50000", "How many rows the event log keeps.")
        case .historyBytes:
            Entry(
                .size(64 << 10...64 << 30), "\"64 MiB\"",
                "How much memory the events in the log may use; in a proxy, the events and frames "
                    + "of all clients together.")
        case .channelsOrder:
            Entry(
                .word(ChannelOrder.allCases.map(\.rawValue)), "\"added\"",
                "The order of channels: as added, by name, by rate, by last event, "
                    + "by kind.")
        case .membersOrder:
            Entry(
                .word(MemberOrder.allCases.map(\.rawValue)), "\"joined\"",
                "The order of members: as they joined, newest first, by name.")
        case .inspectorWrap: Entry(.flag, "true", "Wraps long lines in the inspector.")
        }
    }
}

extension ConfigurationKey.Kind {
    /// A description of the value, for errors and the documentation.
    var expected: String {
        switch self {
        case .theme: "the name of a theme, a path, or { dark = \"…\", light = \"…\" }"
        case .layout: "the name of a layout"
        case .word(let words): words.map(TOMLText.quoted).listed()
        case .flag: "true or false"
        case .automaticFlag: "\"auto\", true or false"
        case .count(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .automaticCount(let range):
            "\"auto\", or a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .size(let range):
            "a size from \(ByteSize(bytes: range.lowerBound).text) to "
                + "\(ByteSize(bytes: range.upperBound).text), such as \"64 MB\""
        }
    }
}
