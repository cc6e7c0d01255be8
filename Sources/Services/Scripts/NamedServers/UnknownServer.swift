import TextCoding

/// A name that no server of the configuration has.
package struct UnknownServer: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence that says what is meant, or what there is.
    package let description: String
}

extension [NamedServer] {
    /// The servers with these names, in their order, each once.
    ///
    /// - Parameters:
    ///   - words: names in the place of a command, which may be a command that is written wrong.
    ///   - path: the configuration, for the error.
    package func named(
        _ names: [String], words: [String] = [], in path: String? = nil
    ) throws(UnknownServer) -> [NamedServer] {
        var servers: [NamedServer] = []
        for name in ServerNames.unique(names) {
            guard let server = self.first(where: { $0.name == name }) else {
                let problem = self.problem(name, isWord: words.contains(name))
                throw UnknownServer(description: "\(problem) \(self.summary(in: path))")
            }
            servers.append(server)
        }
        return servers
    }

    /// The names of the servers; without any, how to add one.
    ///
    /// - Parameter path: the configuration.
    package func summary(in path: String?) -> String {
        guard !self.isEmpty else {
            let file = path ?? "the configuration"
            return "There are no servers: add [servers.NAME] to \(file) (docs/servers.md)."
        }
        return "The servers are \(self.map(\.name).joined(separator: ", "))."
    }

    private func problem(_ name: String, isWord: Bool) -> String {
        let shown = name.count > 40 ? name.prefix(39) + "…" : name
        let commands = isWord ? ServerNames.commands.sorted().filter { $0 != "manual" } : []
        let problem =
            isWord ? "\(shown) is neither a command nor a server" : "there is no server \(shown)"
        let meant = Suggestion.nearest(toTyped: name, among: self.map(\.name) + commands)
        return problem + (Suggestion.question(meant).map { "; \($0)" } ?? ".")
    }
}
