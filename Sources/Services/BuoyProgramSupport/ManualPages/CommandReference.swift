import BuoyScripts

package struct CommandReference {
    private let commands: [(path: String, command: CommandDescription)]

    package init(_ program: CommandDescription) {
        let main = program.withDefault
        self.commands =
            [(main.name, main)] + Self.nested(of: main, path: main.name)
    }

    private static func nested(
        of command: CommandDescription, path: String
    ) -> [(path: String, command: CommandDescription)] {
        command.subcommands.flatMap { nested -> [(path: String, command: CommandDescription)] in
            let name = "\(path) \(nested.name)"
            let merged = nested.withDefault
            return [(name, merged)] + Self.nested(of: merged, path: name)
        }
    }

    package var markdown: String {
        let commands = self.commands.map { path, command in
            "| `\(path)` | \(Self.cell(command.abstract)) |"
        }
        let options = self.options.filter { !$0.isPart }
        let parts = self.options.filter(\.isPart)
        let count = Set(options.map(\.name)).count
        return """
            # Command line

            `buoy COMMAND --help` shows the common options of a command with examples, and \
            `buoy COMMAND --help-all` every option and the exit codes.

            | command | what it does |
            | --- | --- |
            \(commands.joined(separator: "\n"))

            ## Options

            All \(count) options, what each does, and where. An option with several meanings has \
            a row for each. The [parts of a server](#parts-of-a-server-and-of-the-connection-to-it) follow.

            \(Self.table(options))

            ## Parts of a server and of the connection to it

            Commands that connect take these. A server's name, address or `.env` file stands for the server, its \
            app and its endpoints; options take precedence over it.

            \(Self.table(parts))

            """
    }

    private static let connectionNames: Set = [
        "--proxy", "--no-proxy", "--name", "--user-info", "--sign-in", "--activity-timeout",
        "--pong-timeout", "--unavailable-timeout", "--reconnect-attempts", "--reconnect-delay",
        "--max-reconnect-delay", "--no-reconnect", "--client-event-limit", "--correct-clock",
    ]

    private static func table(_ rows: [Row]) -> String {
        let lines = rows.map { row in
            "| \(row.label) | \(row.places.joined(separator: ", ")) | \(Self.cell(row.text)) |"
        }
        return (["| option | commands | what it does |", "| --- | --- | --- |"] + lines)
            .joined(separator: "\n")
    }

    /// An option with one meaning.
    private struct Row {
        var name: String
        var label: String
        var text: String
        var places: [String]

        /// Whether the option repeats a part of a named server, in a command that takes one, or
        /// describes the connection.
        var isPart: Bool {
            let isSetting = ServerSetting.all.contains { $0.option.argument == self.name }
            return isSetting && self.isFor(["`tail`", "`trigger`"])
                || CommandReference.connectionNames.contains(self.name)
                    && self.isFor(["`buoy`", "`trigger`"])
        }

        private func isFor(_ commands: [String]) -> Bool {
            self.places.contains { commands.contains($0) }
        }
    }

    private var options: [Row] {
        var rows: [Row] = []
        for (path, command) in self.commands {
            for argument in command.arguments where !argument.isPositional {
                let name = argument.names.first { $0.hasPrefix("--") } ?? ""
                let place = path.split(separator: " ").dropFirst().joined(separator: " ")
                let shown = place.isEmpty ? "`buoy`" : "`\(place)`"
                if let index = rows.firstIndex(where: {
                    $0.name == name && $0.text == argument.text
                }) {
                    rows[index].places.append(shown)
                } else {
                    rows.append(
                        Row(
                            name: name, label: "`\(argument.label)`", text: argument.text,
                            places: [shown]))
                }
            }
        }
        return rows.sorted { ($0.name, $0.places.joined()) < ($1.name, $1.places.joined()) }
            .filter { $0.name != "--help" && $0.name != "--version" }
    }

    private static func cell(_ text: String) -> String {
        text.replacing("|", with: "\\|").replacing("\n", with: " ").replacing("<", with: "\\<")
    }
}
