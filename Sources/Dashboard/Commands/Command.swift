package import DashboardSetup

/// A row of the table of commands: everything that a key or a line of the command line can mean.
/// Dispatch, key map, footer, help, command line, configuration and `docs/keys.md` read the rows.
///
/// The rows are in the files beside this one, a file for each section. A new command is a row there
/// and its name in the section's list.
package final class Command: Sendable {
    /// As the configuration and the command line write it: `next-pane`.
    package let name: String
    /// Where the help lists it.
    package let section: Section
    /// The keys that it has unless a user chose others, each with the panes in which it acts.
    package let defaultKeys: [KeyBinding]
    /// What it does, in a few words.
    package let title: String
    /// What it does, as a sentence.
    package let summary: String
    /// The word for it in the hints at the bottom; `nil` when it is not worth a place there.
    let hint: Hint?
    /// Where its keys act.
    let reach: Reach
    /// What may follow it on the command line; `nil` for nothing.
    let argument: Argument?
    /// Why it can do nothing now, as a sentence for the user; `nil` when it can.
    let unavailable: @Sendable (DashboardState) -> String?
    /// What it does without an argument, as its key; only while it is available.
    let perform: @Sendable (inout DashboardState) -> [Effect]

    /// A command that asks for effects.
    init(
        _ name: String, _ section: Section, keys: [KeyBinding], title: String, hint: Hint? = nil,
        summary: String, reach: Reach = .panes, argument: Argument? = nil,
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
        self.unavailable = unavailable
        self.perform = perform
    }

    /// A command that changes the dashboard alone.
    convenience init(
        _ name: String, _ section: Section, keys: [KeyBinding], title: String, hint: Hint? = nil,
        summary: String, reach: Reach = .panes, argument: Argument? = nil,
        unavailable: @escaping @Sendable (DashboardState) -> String? = { _ in nil },
        change: @escaping @Sendable (inout DashboardState) -> Void
    ) {
        self.init(
            name, section, keys: keys, title: title, hint: hint, summary: summary, reach: reach,
            argument: argument, unavailable: unavailable
        ) {
            change(&$0)
            return []
        }
    }
}

// Commands are told apart by their names.
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

    /// How those point to it who do not know what it does.
    package var id: CommandName { CommandName(self.name) }

    /// The command that is pointed to; `nil` when there is none.
    static func named(_ id: CommandName) -> Command? { self.named(id.text) }

    /// The command of a name.
    package static func named(_ name: String) -> Command? { self.byName[name] }
}

extension Command {
    /// The section of the help that lists a command.
    package enum Section: String, CaseIterable, Hashable, Sendable {
        case channels = "Channels and bindings"
        case events = "Events"
        case inspector = "Inspector"
        case sharing = "Copying and exporting"
        case connection = "Connection"
        case panes = "Panes"
        case moving = "Moving"
        case program = "Program"

        /// Its rows, in the order of the help.
        fileprivate var commands: [Command] {
            switch self {
            case .channels: Command.channelsCommands
            case .events: Command.eventsCommands
            case .inspector: Command.inspectorCommands
            case .sharing: Command.sharingCommands
            case .connection: Command.connectionCommands
            case .panes: Command.panesCommands
            case .moving: Command.movingCommands
            case .program: Command.programCommands
            }
        }
    }

    /// Where the keys of a command act.
    enum Reach: Sendable {
        /// In panes that can be seen.
        case panes
        /// Also where the screen is too small for panes.
        case anySize
        /// Also in prompts and lists, if the key is a Ctrl key: job control and a damaged screen do
        /// not wait for a prompt to be closed.
        case everywhere
    }

    /// The word for a command in the hints; some have another word in another state.
    struct Hint: Sendable, ExpressibleByStringLiteral {
        let text: @Sendable (DashboardState) -> String

        init(_ text: @escaping @Sendable (DashboardState) -> String) { self.text = text }

        init(stringLiteral text: String) { self.init { _ in text } }
    }
}
