import ChannelsBasics

package struct UnknownServer: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
}

extension [NamedServer] {
    /// - Parameter words: names in the place of a command, which may be misspelled commands.
    package func named(
        _ name: String, words: [String] = [], commands: [String] = [], in path: String? = nil
    ) throws(UnknownServer) -> NamedServer {
        guard let server = self.first(where: { $0.name == name }) else {
            throw UnknownServer(description: self.problem(name, words, commands, in: path))
        }
        return server
    }

    package func summary(in path: String?) -> String {
        guard !self.isEmpty else {
            return "No servers are configured: \(Self.advice(path))."
        }
        return "The servers are \(self.names)."
    }

    private var names: String { self.map(\.name).joined(separator: ", ") }

    private static func advice(_ path: String?) -> String {
        "add [servers.NAME] with key and cluster, or key and host, to "
            + (path ?? "the configuration") + ", or use --key and --cluster or --host"
    }

    private func problem(
        _ name: String, _ words: [String], _ commands: [String], in path: String?
    ) -> String {
        let isWord = words.contains(name)
        if isWord, commands.contains(name) {
            // Words after the command are its own arguments, such as channels.
            let server =
                self.first { words.contains($0.name) }?.name ?? words.prefix { $0 != name }.first
            return "\"\(name)\" is a command, not a server. "
                + (server.map { "Use: buoy \(name) --server \($0)" }
                    ?? "Put it first: buoy \(name) …")
        }
        if isWord, Self.dashboards.contains(name) {
            return "buoy has no command \"\(name)\": the dashboard is buoy itself, with a server"
        }
        if isWord, name == "version" {
            return "buoy has no command \"version\": use buoy --version"
        }
        if isWord, let command = Self.synonyms[name], commands.contains(command) {
            return "buoy has no command \"\(name)\": use buoy \(command)"
        }
        let known = self.map(\.name) + (isWord ? commands.sorted() : [])
        let advice =
            self.isEmpty
            ? "no servers are configured: \(Self.advice(path))"
            : "\(isWord ? "the servers are" : "choose from") \(self.names)"
        return Suggestion.unknown(
            isWord ? "command or server" : "server", name, among: known,
            advice: isWord ? "\(advice); for a channel: buoy tail \(name)" : advice)
    }

    private static let dashboards = ["connect", "dashboard", "open", "start"]

    /// Words for commands in other tools of the field.
    private static let synonyms = [
        "subscribe": "tail", "listen": "tail", "follow": "tail", "log": "tail", "logs": "tail",
        "publish": "trigger", "send": "trigger", "emit": "trigger", "event": "trigger",
        "doctor": "check", "diagnose": "check", "test": "check", "ping": "check",
        "members": "users", "presence": "users", "channel": "channels", "serve": "sandbox",
        "status": "check", "record": "tail", "servers": "server",
        "auth": "auth-server", "webhook": "webhooks", "faults": "proxy", "diff": "compare",
    ]
}
