import TextCoding

/// A name that no server of the configuration has.
package struct UnknownServer: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence that says what is meant, or what there is.
    package let description: String
}

extension [NamedServer] {
    /// The servers with these names, in their order, each once.
    ///
    /// - Parameter words: names in the place of a command, which may be a command that is written
    ///   wrong.
    package func named(
        _ names: [String], words: [String] = []
    ) throws(UnknownServer) -> [NamedServer] {
        var servers: [NamedServer] = []
        for name in ServerNames.unique(names) {
            guard let server = self.first(where: { $0.name == name }) else {
                throw UnknownServer(
                    description: self.reason(name, isWord: words.contains(name)))
            }
            servers.append(server)
        }
        return servers
    }

    private func reason(_ name: String, isWord: Bool) -> String {
        let shown = name.count > 40 ? name.prefix(39) + "…" : name
        let commands = isWord ? ServerNames.commands.sorted().filter { $0 != "manual" } : []
        let problem =
            isWord ? "\(shown) is neither a command nor a server" : "there is no server \(shown)"
        let known = self.map(\.name)
        let meant =
            Suggestion.nearest(toTyped: name, among: known + commands)
            .map { "; did you mean \($0)?" } ?? "."
        guard !known.isEmpty else {
            return problem + meant + " The configuration has no servers: add [servers.NAME]."
        }
        return problem + meant + " The servers are \(known.joined(separator: ", "))."
    }
}
