import BuoyTextScreen
import ChannelsProtocol

extension Prompt.Kind {
    package static func argument(_ command: Command, label: String? = nil) -> Self {
        let argument = command.argument
        return Self(
            purpose: .argument(command.id, takesBlank: false), historyName: command.name,
            label: SafeText(ours: (label ?? command.title.lowercased()) + ">"),
            verb: argument?.verb ?? command.title.lowercased(),
            placeholder: argument?.request ?? "")
    }

    static func export(_ command: Command, _ subject: String, dated name: String) -> Self {
        Self(
            purpose: .argument(command.id, takesBlank: true), historyName: command.name,
            label: SafeText(ours: "export \(subject)>"), verb: "export",
            placeholder: SafeText(ours: "file name, or Enter for \(name)"))
    }

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

    static let memberSearch: Self = .init(
        purpose: .memberSearch, historyName: "members", label: "/", isSpaced: false,
        verb: "search", placeholder: "text in member ids or names")

    static func search(in pane: PaneID, _ search: PaneSearch) -> Self {
        Self(
            purpose: .paneSearch(pane), historyName: search.historyName, label: "/",
            isSpaced: false, verb: "show", placeholder: search.placeholder)
    }

    static let documentSearch: Self = .init(
        purpose: .documentSearch, historyName: "search", label: "/", isSpaced: false,
        verb: "search", placeholder: "text in the inspector")

    static let command: Self = .init(
        purpose: .commandLine, historyName: "command", label: ":", isSpaced: false, verb: "run",
        placeholder: "command and argument; Tab lists the commands", listsCandidates: true)
}

extension DashboardState {
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
