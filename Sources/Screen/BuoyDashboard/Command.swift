import BuoyTextScreen

/// Everything that a key or a line of the command line can do, one row of a table for each.
/// Dispatch, key map, footer, help, command line, configuration and `docs/keys.md` use the rows.
///
/// The core's rows are in the folder `Commands`, one file for each section. A new command is a row
/// there, and its name in the section's list.
package struct Command: Sendable {
    /// As in the configuration and on the command line: `zoom`, or `next pane` for a variant of
    /// the command `next`, with its own keys.
    package let name: String
    let section: Section
    package private(set) var defaultKeys: [KeyBinding]
    let title: String
    package let summary: String
    /// The word at the bottom; `nil` if it is not shown there.
    let hint: Hint?
    let reach: Reach
    let argument: Argument?
    /// Unavailable if the server is read-only. Its effects are checked too; see
    /// `Effect.changesServer`.
    let changesServer: Bool
    let needs: Needs
    let ownSynonyms: [String]
    /// A sentence for the user; `nil` if it is available.
    let unavailable: @Sendable (DashboardState) -> String?
    /// Performs it without an argument, as its key does; called only if it is available.
    let perform: @Sendable (inout DashboardState) -> [Effect]

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

    package init(
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

extension Command: Hashable {
    package static func == (one: Command, other: Command) -> Bool { one.name == other.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(self.name) }
}

extension Command: CustomStringConvertible {
    package var description: String { self.name }
}

extension Command {
    var id: CommandName { CommandName(self.name) }

    /// The name as a key in TOML.
    package var configurationKey: String { self.id.configurationKey }

    /// The command of which this is a variant.
    package var head: String? {
        self.name.firstIndex(of: " ").map { String(self.name[..<$0]) }
    }

    /// A command that only has variants; without one, it asks which.
    package static func variants(
        _ name: String, _ section: Section, title: String, form: String, of noun: String,
        summary: String
    ) -> Command {
        Command(
            name, section, keys: [], title: title, summary: summary,
            argument: .variants(form, of: name, noun),
            change: { state in
                state.catalog.command(name).map { state.open(.argument($0)) }
            })
    }

    func withKeys(_ added: [KeyBinding], in panes: [PaneID]) -> Command {
        var command = self
        command.defaultKeys = self.defaultKeys.flatMap { $0.resolved(in: panes) } + added
        return command
    }

    /// - Parameter panes: each has a command that shows it, and some have orders.
    static func coreCommands(_ panes: [PaneRow]) -> [Command] {
        Command.channelsCommands(orders: panes.flatMap { $0.ordered?.orders ?? [] })
            + Command.eventsCommands + Command.inspectorCommands
            + Command.sharingCommands + Command.connectionCommands + Command.recordingCommands
            + Command.panesCommands(panes.map(\.id)) + Command.serversCommands
            + Command.movingCommands + Command.programCommands
    }
}

extension Command {
    package struct Section: Hashable, Sendable {
        let title: String
        /// The place among the sections; unique.
        let order: Int

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

    package enum Reach: Sendable {
        case panes
        /// Also if the screen is too small for panes.
        case anySize
        /// Also in prompts and lists, if it is a Ctrl key: suspending and redrawing must not wait
        /// until a prompt is closed.
        case everywhere
    }

    package struct Hint: Sendable, ExpressibleByStringLiteral {
        let text: @Sendable (DashboardState) -> String

        package init(_ text: @escaping @Sendable (DashboardState) -> String) { self.text = text }

        package init(stringLiteral text: String) { self.init { _ in text } }
    }

    package struct Argument: Sendable {
        /// The placeholder in the syntax: `NAME`, or the words themselves.
        let form: String
        let request: SafeText
        /// What Enter does in the prompt; `nil` for the title of the command.
        var verb: String?
        var isConfidential = false
        var typed: (@Sendable (inout DashboardState) -> [Effect])?
        /// Whether it says what the key takes from the selection, so that it works without one.
        var replacesSelection = false
        var remark: (@Sendable (DashboardState, String) -> PromptRemark?)?
        let complete: @Sendable (DashboardState, String, Int) -> PromptCompletion
        let perform: @Sendable (inout DashboardState, String) throws -> [Effect]
    }
}
