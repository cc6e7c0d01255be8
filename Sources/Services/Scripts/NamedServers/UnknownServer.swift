import TextCoding

/// A name that no server of the configuration has.
package struct UnknownServer: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence that suggests a name, or lists the names.
    package let description: String
}

extension [NamedServer] {
    /// The servers with these names, in their order, each once.
    ///
    /// - Parameters:
    ///   - words: names in the place of a command, which may be misspelled commands.
    ///   - commands: the names of the commands that such a word may refer to.
    ///   - path: the configuration, for the error.
    package func named(
        _ names: [String], words: [String] = [], commands: [String] = [], in path: String? = nil
    ) throws(UnknownServer) -> [NamedServer] {
        var servers: [NamedServer] = []
        for name in ServerNames.unique(names) {
            guard let server = self.first(where: { $0.name == name }) else {
                let problem = self.problem(name, words.contains(name) ? commands : nil)
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

    /// - Parameter commands: those that the name may refer to; `nil` if it can only be a server.
    private func problem(_ name: String, _ commands: [String]?) -> String {
        let shown = name.count > 40 ? name.prefix(39) + "…" : name
        let problem =
            commands == nil
            ? "there is no server \(shown)" : "\(shown) is neither a command nor a server"
        let known = self.map(\.name) + (commands ?? []).sorted()
        let meant = Suggestion.nearest(toTyped: name, among: known)
        return problem + (Suggestion.question(meant).map { "; \($0)" } ?? ".")
    }
}
