import ChannelsBasics

package struct UnknownServer: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
}

extension [NamedServer] {
    /// - Parameter words: names in the place of a command, which may be misspelled commands.
    package func named(
        _ names: [String], words: [String] = [], commands: [String] = [], in path: String? = nil
    ) throws(UnknownServer) -> [NamedServer] {
        var servers: [NamedServer] = []
        for name in ServerNames.unique(names) {
            guard let server = self.first(where: { $0.name == name }) else {
                throw UnknownServer(
                    description: self.problem(name, names, words, commands, in: path))
            }
            servers.append(server)
        }
        return servers
    }

    package func summary(in path: String?) -> String {
        guard !self.isEmpty else {
            return "No servers are configured: add [servers.NAME] to \(Self.file(path)) (man buoy)."
        }
        return "The servers are \(self.names)."
    }

    private var names: String { self.map(\.name).joined(separator: ", ") }

    private static func file(_ path: String?) -> String { path ?? "the configuration" }

    private func problem(
        _ name: String, _ names: [String], _ words: [String], _ commands: [String],
        in path: String?
    ) -> String {
        let isWord = words.contains(name)
        if isWord, commands.contains(name) {
            // Words after the command are its own arguments, such as channels.
            let server =
                self.first { names.contains($0.name) }?.name
                ?? (names.filter { !words.contains($0) } + words.prefix { $0 != name }).first
            return "\"\(name)\" is a command, not a server. "
                + (server.map { "Use: buoy \(name) --server \($0)" }
                    ?? "Put it first: buoy \(name) …")
        }
        let known = self.map(\.name) + (isWord ? commands.sorted() : [])
        let advice =
            self.isEmpty
            ? "no servers are configured: add [servers.NAME] to \(Self.file(path)) (man buoy)"
            : "\(isWord ? "the servers are" : "choose from") \(self.names)"
        return Suggestion.unknown(
            isWord ? "command or server" : "server", name, among: known, advice: advice)
    }
}
