import BuoyTextScreen
import ChannelsProtocol

// The prompts of commands.
extension Prompt.Kind {
    /// The prompt for the argument of a command.
    /// - Parameter label: what is done, if that depends on the situation; `nil` for the title.
    package static func argument(_ command: Command, label: String? = nil) -> Self {
        let argument = command.argument
        return Self(
            purpose: .argument(command.id, takesBlank: false), historyName: command.name,
            label: SafeText(ours: (label ?? command.title.lowercased()) + ">"),
            verb: argument?.verb ?? command.title.lowercased(),
            placeholder: argument?.request ?? "")
    }

    /// The prompt for the name of a file. Nothing typed is for a name with the date.
    /// - Parameter subject: what is exported.
    static func export(_ command: Command, _ subject: String, dated name: String) -> Self {
        Self(
            purpose: .argument(command.id, takesBlank: true), historyName: command.name,
            label: SafeText(ours: "export \(subject)>"), verb: "export",
            placeholder: SafeText(ours: "file name, or Enter for \(name)"))
    }

    /// The prompt for an event name on a channel, or on all channels.
    static func bind(on channel: ChannelName) -> Self {
        let name = SafeText(sanitizing: channel.text, limit: 120)
        return .bind(label: "bind on \(name)>", on: channel)
    }

    static let bindEverywhere: Self = Self.bind(label: "bind on all channels>", on: nil)

    private static func bind(label: SafeText, on channel: ChannelName?) -> Self {
        let argument = Self.argument(.bind)
        return Self(
            purpose: .binding(channel), historyName: "bind", label: label, verb: argument.verb,
            placeholder: argument.placeholder)
    }

    /// An empty text removes the filter.
    static let filter: Self = .init(
        purpose: .argument(Command.filter.id, takesBlank: true), historyName: "filter",
        label: "filter>", verb: "filter", placeholder: Self.argument(.filter).placeholder)

    static let search: Self = .init(
        purpose: .argument(Command.search.id, takesBlank: true), historyName: "search", label: "/",
        isSpaced: false, verb: "search", placeholder: "text in names, channels or data")

    /// The prompt for a search among the members.
    static let memberSearch: Self = .init(
        purpose: .memberSearch, historyName: "members", label: "/", isSpaced: false,
        verb: "search", placeholder: "text in member ids or names")

    /// The prompt of the search of a pane. An empty text shows all rows.
    static func search(in pane: PaneID, _ search: PaneSearch) -> Self {
        Self(
            purpose: .paneSearch(pane), historyName: search.historyName, label: "/",
            isSpaced: false, verb: "show", placeholder: search.placeholder)
    }

    /// A string to look for in the inspector. Nothing typed ends the search.
    static let documentSearch: Self = .init(
        purpose: .documentSearch, historyName: "search", label: "/", isSpaced: false,
        verb: "search", placeholder: "text in the inspector")

    /// The prompt of the command line.
    static let command: Self = .init(
        purpose: .commandLine, historyName: "command", label: ":", isSpaced: false, verb: "run",
        placeholder: "command and argument; Tab lists the commands", listsCandidates: true)
}

// Completing and submitting prompts.
extension DashboardState {
    /// The completions of a string, with the cursor after this many characters.
    func completion(_ kind: Prompt.Kind, _ text: String, cursor: Int) -> PromptCompletion {
        let command: Command?
        switch kind.purpose {
        case .commandLine: return self.commandCompletion(text, cursor: cursor)
        case .argument(let name, _): command = self.catalog.command(name)
        case .binding: command = .bind
        case .memberSearch, .documentSearch, .paneSearch: command = nil
        }
        return command?.argument?.complete(self, text, cursor) ?? PromptCompletion()
    }

    /// Performs what the text says; throws if it is invalid.
    mutating func accept(
        _ text: String, for kind: Prompt.Kind
    ) throws(PromptRefusal) -> [Effect] {
        switch kind.purpose {
        case .commandLine: return try self.runCommandLine(text)
        case .argument(let name, let takesBlank):
            let isBlank = text.allSatisfy { $0 == " " }
            guard let command = self.catalog.command(name) else { return [] }
            guard takesBlank || !isBlank else {
                self.show(.info, "nothing typed, nothing done")
                return []
            }
            return try self.perform(command, argument: text)
        case .binding(let channel): return try self.bind(text, on: channel)
        case .memberSearch:
            self.searchMembers(text)
            return []
        case .paneSearch(let pane):
            self.narrow(pane, to: text)
            return []
        case .documentSearch:
            self.searchDocument(text)
            return []
        }
    }
}
