import BuoyCommands

/// Arguments with the names of the previous version, which still work.
struct OldArguments {
    /// The arguments with current names.
    private(set) var current: [String]
    /// Warnings about old option names. Old command names stay, without a warning.
    private(set) var warnings: [String] = []

    /// - Parameter words: the arguments without the program name.
    init(_ words: [String]) {
        self.current = Self.currentCommand(words)
        let command = self.current.first { $0 != "help" } ?? ""
        let end = self.current.firstIndex(of: "--") ?? self.current.endIndex
        let options = self.current[..<end]
        guard options.contains(where: { $0.hasPrefix("--") }) else { return }
        var rest = options
        var changed: [String] = []
        var last: [String] = []
        var place = OldPlace()
        while let word = rest.popFirst() {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            guard let row = Self.rows.first(where: { $0.matches(parts.first ?? "", command) })
            else {
                changed.append(word)
                continue
            }
            let value = parts.count > 1 ? parts[1] : row.hasValue ? rest.popFirst() : nil
            if case .place(let part) = row.change {
                place[keyPath: part] = value
                self.warn(row.old, "--listen")
            } else {
                changed += row.changed(value)
                if case .dataFile = row.change { last.append(Row.file(value ?? "")) }
                self.warn(row)
            }
        }
        if let listening = place.argument { changed.append("--listen=\(listening)") }
        self.current = changed + last + self.current[end...]
    }

    private mutating func warn(_ row: Row) {
        switch row.change {
        case .nothing:
            self.warnings.append(
                "\(row.old) has no effect here, and will be refused in the next version.")
        case .renamed(let new), .milliseconds(let new): self.warn(row.old, new)
        case .file(let new): self.warn(row.old, "\(new) @FILE")
        case .limit(let name): self.warn(row.old, "--limit \(name)=VALUE")
        case .argument: self.warn(row.old, "a positional argument")
        case .dataFile: self.warn(row.old, "@FILE in place of the data")
        case .place: break
        }
    }

    private mutating func warn(_ old: String, _ new: String) {
        self.warnings.append("\(old) is now \(new). The next version removes the old name.")
    }

    // MARK: Commands

    /// Former names of commands.
    static let commands = ["channel", "keys", "themes"]

    private static func currentCommand(_ words: [String]) -> [String] {
        let start = words.first == "help" ? 1 : 0
        guard words.count > start else { return words }
        let new: [String]
        switch words[start] {
        case "channel": new = ["channels"]
        case "keys", "themes": new = ["config", words[start]]
        default: return words
        }
        return words[..<start] + new + words[(start + 1)...]
    }

    // MARK: Options

    /// The change to an option.
    private enum Change {
        case renamed(String)
        /// A number of milliseconds is a time.
        case milliseconds(String)
        /// A file is the value with an `@`.
        case file(String)
        /// The file is the last argument, with an `@`.
        case dataFile
        /// It is a limit of the sandbox.
        case limit(String)
        /// Its value is an argument of the command.
        case argument
        /// It is a part of `--listen`.
        case place(any WritableKeyPath<OldPlace, String?> & Sendable)
        /// It had no effect.
        case nothing
    }

    private struct Row {
        let old: String
        /// The commands that had it; empty for all.
        var commands: [String] = []
        let change: Change
        var hasValue = true

        func matches(_ option: String, _ command: String) -> Bool {
            self.old == option && (self.commands.isEmpty || self.commands.contains(command))
        }

        /// The file as a value: standard input stays `-`.
        static func file(_ path: String) -> String { path == "-" ? path : "@\(path)" }

        func changed(_ value: String?) -> [String] {
            let given = value ?? ""
            switch self.change {
            case .renamed(let new): return [self.hasValue ? "\(new)=\(given)" : new]
            case .milliseconds(let new): return ["\(new)=\(given)ms"]
            case .limit(let name): return ["--limit=\(name)=\(given)"]
            case .argument: return [given]
            case .file(let new): return ["\(new)=\(Self.file(given))"]
            case .place, .nothing, .dataFile: return []
            }
        }
    }

    private static let rows: [Row] =
        [
            Row(old: "--max-reconnect-gap", change: .renamed("--max-reconnect-delay")),
            Row(old: "--keys", change: .renamed("--key-script")),
            Row(
                old: "--drop", commands: ["tail"], change: .renamed("--skip"), hasValue: false),
            Row(old: "--lines", commands: ["trigger"], change: .renamed("--events")),
            Row(old: "--from", commands: ["history", "replay"], change: .renamed("--since")),
            Row(old: "--to", commands: ["history"], change: .renamed("--until")),
            Row(old: "--to", commands: ["webhooks"], change: .renamed("--forward")),
            Row(old: "--check", commands: ["sign"], change: .renamed("--signature")),
            Row(old: "--path", commands: ["sign"], change: .renamed("--request-path")),
            Row(old: "--body-file", commands: ["sign"], change: .file("--body")),
            Row(old: "--webhook-body-file", commands: ["sign"], change: .file("--webhook-body")),
            Row(old: "--text-file", commands: ["sign"], change: .file("--text")),
            Row(old: "--data-file", commands: ["trigger"], change: .dataFile),
            Row(
                old: "--webhook-batch-ms", commands: ["sandbox"],
                change: .milliseconds("--webhook-batch-time")),
            Row(old: "--subscribe", commands: ["tail", "once", "check"], change: .argument),
            Row(
                old: "--port", commands: Self.services, change: .place(\OldPlace.port)),
            Row(
                old: "--address", commands: Self.services, change: .place(\OldPlace.address)),
            Row(old: "--no-reconnect", commands: ["check"], change: .nothing, hasValue: false),
        ]
        + LimitNames.all.map { Row(old: "--\($0)", commands: ["sandbox"], change: .limit($0)) }
        + Self.withoutEffect.flatMap { commands, options in
            options.map { Row(old: $0, commands: commands, change: .nothing) }
        }

    /// The commands that only serve.
    private static let services = ["sandbox", "auth-server", "webhooks"]

    private static let withoutEffect: [([String], [String])] = [
        (
            ["check"],
            [
                "--policy", "--reconnect-attempts", "--reconnect-delay", "--max-reconnect-delay",
                "--activity-timeout", "--pong-timeout", "--unavailable-timeout",
                "--client-event-limit",
            ]
        ),
        (["tail", "once"], ["--app-id", "--client-event-limit"]),
        (["channels", "users", "terminate"], ["--encryption-key-file"]),
    ]

    /// The values of `--address` and `--port`.
    private struct OldPlace {
        var address: String?
        var port: String?

        /// The value of `--listen`.
        var argument: String? {
            guard let address else { return self.port }
            guard let port else { return address }
            return address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
        }
    }
}
