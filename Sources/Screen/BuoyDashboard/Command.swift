import BuoyTextScreen

/// A row of the table of commands, which contains everything that a key or a line of the command
/// line can do. Dispatch, key map, footer, help, command line, configuration and `docs/keys.md` use
/// the rows.
///
/// The rows are in the folder `Commands`, one file for each section, and in features. A new command
/// is a row there, and its name in the section's list.
package final class Command: Sendable {
    /// The name in the configuration and on the command line: `next-pane`.
    package let name: String
    /// The section of the help.
    let section: Section
    /// The default keys, each with the panes in which it works.
    package let defaultKeys: [KeyBinding]
    /// The title, in a few words.
    let title: String
    /// A sentence that says what it does.
    package let summary: String
    /// The word in the hints at the bottom; `nil` if it is not shown there.
    let hint: Hint?
    /// Where its keys work.
    let reach: Reach
    /// The argument on the command line; `nil` for none.
    let argument: Argument?
    /// Whether it is for changing something at the server, so that it is not available if the
    /// server is read-only. What it would do is checked too; see `Effect.changesServer`.
    let changesServer: Bool
    /// What there must be, so that it is available.
    let needs: Needs
    /// Other words for it, for the search of the help.
    let ownSynonyms: [String]
    /// Why it is not available now, as a sentence for the user; `nil` if it is.
    let unavailable: @Sendable (DashboardState) -> String?
    /// Performs it without an argument, as its key does; called only if it is available.
    let perform: @Sendable (inout DashboardState) -> [Effect]

    /// Creates a command that has effects.
    package init(
        _ name: String, _ section: Section, keys: [KeyBinding], title: String, hint: Hint? = nil,
        summary: String, reach: Reach = .panes, argument: Argument? = nil,
        changesServer: Bool = false, needs: Needs = [], synonyms: [String] = [],
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
        self.needs = needs
        self.ownSynonyms = synonyms
        self.unavailable = unavailable
        self.perform = perform
    }

    /// Creates a command that changes only the dashboard.
    package convenience init(
        _ name: String, _ section: Section, keys: [KeyBinding], title: String, hint: Hint? = nil,
        summary: String, reach: Reach = .panes, argument: Argument? = nil,
        changesServer: Bool = false, needs: Needs = [], synonyms: [String] = [],
        unavailable: @escaping @Sendable (DashboardState) -> String? = { _ in nil },
        change: @escaping @Sendable (inout DashboardState) -> Void
    ) {
        self.init(
            name, section, keys: keys, title: title, hint: hint, summary: summary, reach: reach,
            argument: argument, changesServer: changesServer, needs: needs, synonyms: synonyms,
            unavailable: unavailable
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

extension Command {
    /// The name, for code that does not know the table.
    var id: CommandName { CommandName(self.name) }

    /// The same command with more keys, in a dashboard with these panes: see
    /// `KeyBinding.resolved`.
    func withKeys(_ added: [KeyBinding], in panes: [PaneID]) -> Command {
        let keys = self.defaultKeys.flatMap { $0.resolved(in: panes) } + added
        guard keys != self.defaultKeys else { return self }
        return Command(
            self.name, self.section, keys: keys, title: self.title,
            hint: self.hint, summary: self.summary, reach: self.reach, argument: self.argument,
            changesServer: self.changesServer, needs: self.needs, synonyms: self.ownSynonyms,
            unavailable: self.unavailable, perform: self.perform)
    }

    /// The commands of the dashboard without features.
    ///
    /// - Parameter panes: the panes that there are; each has a command that shows it, and some have
    ///   orders.
    static func coreCommands(_ panes: [PaneRow]) -> [Command] {
        Command.channelsCommands(orders: panes.flatMap { $0.ordered?.orders ?? [] })
            + Command.eventsCommands + Command.inspectorCommands
            + Command.sharingCommands + Command.connectionCommands + Command.recordingCommands
            + Command.panesCommands(panes.map(\.id)) + Command.serversCommands
            + Command.movingCommands + Command.programCommands
    }
}

extension Command {
    /// The section of the help that lists a command.
    package struct Section: Hashable, Sendable {
        /// The title.
        let title: String
        /// The place among the sections; unique.
        let order: Int

        /// - Parameters:
        ///   - title: as in the help.
        ///   - order: the place among the sections; unique.
        package init(_ title: String, order: Int) {
            self.title = title
            self.order = order
        }

        package static let channels = Section("Channels and bindings", order: 10)
        package static let events = Section("Events", order: 50)
        static let inspector = Section("Inspector", order: 60)
        static let sharing = Section("Copying and exporting", order: 70)
        package static let connection = Section("Connection", order: 80)
        static let recording = Section("Recording and replay", order: 90)
        static let panes = Section("Panes", order: 100)
        static let servers = Section("Servers", order: 110)
        static let moving = Section("Moving", order: 120)
        static let program = Section("Program", order: 130)
    }

    /// Where the keys of a command work.
    package enum Reach: Sendable {
        /// In visible panes.
        case panes
        /// Also if the screen is too small for panes.
        case anySize
        /// Also in prompts and lists, if it is a Ctrl key: suspending and redrawing must not wait
        /// until a prompt is closed.
        case everywhere
    }

    /// The word for a command in the hints; for some commands it depends on the state.
    package struct Hint: Sendable, ExpressibleByStringLiteral {
        let text: @Sendable (DashboardState) -> String

        package init(_ text: @escaping @Sendable (DashboardState) -> String) { self.text = text }

        package init(stringLiteral text: String) { self.init { _ in text } }
    }

    /// The argument of a command on the command line, which its prompt also asks for.
    package struct Argument: Sendable {
        /// The placeholder in the syntax: `NAME`, or the words themselves.
        let form: String
        /// The hint in an empty prompt.
        let request: SafeText
        /// What Enter does in the prompt; `nil` for the title of the command.
        var verb: String?
        var isConfidential = false
        /// What is done at once while its text is typed in a prompt.
        var typed: (@Sendable (inout DashboardState, String) -> [Effect])?
        /// Whether it says what the key takes from the selection, so that it works without one.
        var replacesSelection = false
        /// The dashboard's remark on a string before it is submitted; `nil` for no remark.
        var remark: (@Sendable (DashboardState, String) -> PromptRemark?)?
        /// The completions of a string, with the cursor after this many characters.
        let complete: @Sendable (DashboardState, String, Int) -> PromptCompletion
        /// Performs the command with the argument; throws if the argument is invalid.
        let perform: @Sendable (inout DashboardState, String) throws -> [Effect]
    }
}
