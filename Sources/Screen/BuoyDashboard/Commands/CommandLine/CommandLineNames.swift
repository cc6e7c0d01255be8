import ChannelsBasics
import ChannelsEventWords

enum CommandLineNames {
    enum Failure: Error, Hashable, Sendable {
        case unknown(String, meant: String?)
        case ambiguous(String, [String])
    }

    /// Ignores case.
    static func command(named typed: String, _ catalog: Catalog) throws(Failure) -> Command {
        let name = typed.lowercased()
        if let command = catalog.command(name) { return command }
        if let short = catalog.shortForms.first(where: { $0.name == name }) {
            return short.command
        }
        let beginning = catalog.listed.filter { $0.name.hasPrefix(name) }
        if beginning.count == 1, let only = beginning.first { return only }
        guard beginning.isEmpty else {
            throw .ambiguous(typed, beginning.map(\.name))
        }
        let meant =
            catalog.listed.first { $0.synonyms.contains(name) }?.name
            ?? Suggestion.nearest(toTyped: name, among: self.all(catalog))
        throw .unknown(typed, meant: meant)
    }

    /// No name and no title is longer.
    private static let longestTyped = 100

    static func candidates(for typed: String, _ catalog: Catalog) -> [FilterCompletion.Candidate] {
        let (start, needle) = (typed.lowercased(), Needle(typed))
        guard typed.utf8.count <= self.longestTyped, catalog.command(start) == nil else {
            return []
        }
        let isLetter = start.count == 1
        let named = FuzzyMatch.ranked(
            catalog.listed.filter { !isLetter || $0.name.hasPrefix(start) }, typed: start,
            by: \.name)
        let meant = catalog.listed.filter { command in
            !named.contains(command) && start.count > 1
                && (needle.occurs(in: command.title)
                    || command.synonyms.contains { $0.hasPrefix(start) })
        }
        return (named + meant).map {
            FilterCompletion.Candidate(text: $0.name, note: $0.title)
        }
    }

    private static func all(_ catalog: Catalog) -> [String] {
        catalog.listed.map(\.name) + catalog.shortForms.map(\.name)
    }
}

extension CommandLineInput {
    func command(_ catalog: Catalog) -> Command? {
        try? CommandLineNames.command(named: self.name, catalog)
    }

    /// The data of a client event may be confidential, and a line without a valid command may be a
    /// mistyped one.
    func mayBeKept(_ catalog: Catalog) -> Bool {
        self.command(catalog).map { !$0.isConfidential } ?? false
    }
}

extension CommandLineNames.Failure: CustomStringConvertible {
    var description: String {
        switch self {
        case .unknown(let name, let meant):
            "unknown command \"\(name)\"; "
                + (Suggestion.question(meant) ?? "Tab lists the commands, ? explains them")
        case .ambiguous(let name, let names):
            "\(name) is ambiguous: \(Self.list(names)); type more letters"
        }
    }

    private static func list(_ names: [String]) -> String {
        (names.count > 5 ? names.prefix(4) + ["\(names.count - 4) more"] : names).listed()
    }
}

extension Command {
    static let shortForms: [(name: String, command: Command)] = [
        ("sub", .subscribe), ("unsub", .unsubscribe), ("try", .resubscribe), ("order", .sort),
        ("send", .trigger), ("find", .search), ("f", .filter), ("hide", .hideEvent),
        ("only", .onlyChannel), ("view", .viewMode), ("diff", .difference), ("retry", .connect),
        ("why", .show(.connection)),
        ("theme", .themes),
        ("h", .help), ("q", .quit), ("exit", .quit), ("q!", .quitNow), ("quit!", .quitNow),
    ]
}
