import DashboardPanes
package import DashboardSetup

/// A row of the table of commands, which contains everything that a key or a line of the command
/// line can do. Dispatch, key map, footer, help, command line, configuration and `docs/keys.md` use
/// the rows.
///
/// The rows are in the files beside this one, one file for each section. A new command is a row
/// there, and its name in the section's list.
package final class Command: Sendable {
    /// The name in the configuration and on the command line: `next-pane`.
    package let name: String
    /// The section of the help.
    package let section: Section
    /// The default keys, each with the panes in which it works.
    package let defaultKeys: [KeyBinding]
    /// The title, in a few words.
    package let title: String
    /// A sentence that says what it does.
    package let summary: String
    /// The word in the hints at the bottom; `nil` if it is not shown there.
    let hint: Hint?
    /// Where its keys work.
    let reach: Reach
    /// The argument on the command line; `nil` for none.
    let argument: Argument?
    /// Whether it is for changing something at the server, so that it is not available if the server
    /// is read-only. What it would do is checked too; see `Effect.changesServer`.
    package let changesServer: Bool
    /// Why it is not available now, as a sentence for the user; `nil` if it is.
    let unavailable: @Sendable (DashboardState) -> String?
    /// Performs it without an argument, as its key does; called only if it is available.
    let perform: @Sendable (inout DashboardState) -> [Effect]

    /// Creates a command that has effects.
    init(
        _ name: String, _ section: Section, keys: [KeyBinding], title: String, hint: Hint? = nil,
        summary: String, reach: Reach = .panes, argument: Argument? = nil,
        changesServer: Bool = false,
        unavailable: @escaping @Sendable (DashboardState) -> String? = { _ in nil },
        perform: @escaping @Sendable (inout DashboardState) -> [Effect]
    ) {
        self.name = name
        self.section = section
        self.defaultKeys = keys
        self.title = title
        self.summary = summary
        self.hint = hint
        self.reach = reach
        self.argument = argument
        self.changesServer = changesServer
        self.unavailable = unavailable
        self.perform = perform
    }

    /// Creates a command that changes only the dashboard.
    convenience init(
        _ name: String, _ section: Section, keys: [KeyBinding], title: String, hint: Hint? = nil,
        summary: String, reach: Reach = .panes, argument: Argument? = nil,
        changesServer: Bool = false,
        unavailable: @escaping @Sendable (DashboardState) -> String? = { _ in nil },
        change: @escaping @Sendable (inout DashboardState) -> Void
    ) {
        self.init(
            name, section, keys: keys, title: title, hint: hint, summary: summary, reach: reach,
            argument: argument, changesServer: changesServer, unavailable: unavailable
        ) {
            change(&$0)
            return []
        }
    }
}

// Commands are identified by their names.
extension Command: Hashable {
    package static func == (one: Command, other: Command) -> Bool { one.name == other.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(self.name) }
}

extension Command: CustomStringConvertible {
    package var description: String { self.name }
}

extension Command: CaseIterable {
    /// The table: all commands, by section.
    package static let allCases: [Command] = Section.allCases.flatMap(\.commands)

    private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

    /// The name, for code that does not know the table.
    package var id: CommandName { CommandName(self.name) }

    /// The command with this name; `nil` if there is none.
    static func named(_ id: CommandName) -> Command? { self.named(id.text) }

    /// The command with this name.
    package static func named(_ name: String) -> Command? { self.byName[name] }
}

extension Command {
    /// The section of the help that lists a command.
    package enum Section: String, CaseIterable, Hashable, Sendable {
        case channels = "Channels and bindings"
        case app = "The app"
        case stage = "The stage"
        case push = "Push notifications"
        case events = "Events"
        case inspector = "Inspector"
        case sharing = "Copying and exporting"
        case connection = "Connection"
        case recording = "Recording and replay"
        case panes = "Panes"
        case servers = "Servers"
        case moving = "Moving"
        case program = "Program"

        /// Its commands, in the order of the help.
        fileprivate var commands: [Command] {
            switch self {
            case .channels: Command.channelsCommands
            case .app: Command.appCommands
            case .stage: Command.stageCommands
            case .push: Command.pushCommands
            case .events: Command.eventsCommands
            case .inspector: Command.inspectorCommands
            case .sharing: Command.sharingCommands
            case .connection: Command.connectionCommands
            case .recording: Command.recordingCommands
            case .panes: Command.panesCommands
            case .servers: Command.serversCommands
            case .moving: Command.movingCommands
            case .program: Command.programCommands
            }
        }
    }

    /// Where the keys of a command work.
    enum Reach: Sendable {
        /// In visible panes.
        case panes
        /// Also if the screen is too small for panes.
        case anySize
        /// Also in prompts and lists, if it is a Ctrl key: suspending and redrawing must not wait
        /// until a prompt is closed.
        case everywhere
    }

    /// The word for a command in the hints; for some commands it depends on the state.
    struct Hint: Sendable, ExpressibleByStringLiteral {
        let text: @Sendable (DashboardState) -> String

        init(_ text: @escaping @Sendable (DashboardState) -> String) { self.text = text }

        init(stringLiteral text: String) { self.init { _ in text } }
    }
}
