import ChannelsProtocol

package struct CommandDescription: Hashable, Sendable {
    var name: String
    var abstract: String
    /// Paragraphs separated by empty lines.
    var discussion: String
    var arguments: [ArgumentDescription]
    var subcommands: [CommandDescription]
    var defaultSubcommand: String?

    /// Reads what `--experimental-dump-help` prints: a description of all commands, as JSON. Hidden
    /// commands and arguments, and the command `help`, are left out.
    ///
    /// - Returns: `nil` if the text is something else.
    package init?(dump: String) {
        guard let command = JSONValue.parse(dump)?["command"] else { return nil }
        self.init(command)
    }

    package static func options(dump: String) -> Set<String> {
        let command = JSONValue.parse(dump)?["command"]
        var arguments = command?["arguments"]?.arrayValue ?? []
        if let standard = command?["defaultSubcommand"]?.stringValue {
            let named = command?["subcommands"]?.arrayValue?.first {
                $0["commandName"]?.stringValue == standard
            }
            arguments += named?["arguments"]?.arrayValue ?? []
        }
        let names = arguments.flatMap { $0["names"]?.arrayValue ?? [] }
        return Set(
            names.filter { $0["kind"]?.stringValue == "long" }
                .compactMap { $0["name"]?.stringValue.map { "--\($0)" } })
    }

    private init?(_ json: JSONValue) {
        guard let name = json["commandName"]?.stringValue else { return nil }
        self.name = name
        self.abstract = json["abstract"]?.stringValue ?? ""
        self.discussion = json["discussion"]?.stringValue ?? ""
        self.arguments = ArgumentDescription.pairingSwitches(
            json.shownElements("arguments").compactMap(ArgumentDescription.init))
        self.subcommands = json.shownElements("subcommands").compactMap(Self.init)
            .filter { $0.name != "help" }
        self.defaultSubcommand = json["defaultSubcommand"]?.stringValue
    }

    /// The command with the arguments and the text of its default command, which is left out of its
    /// commands.
    package var withDefault: CommandDescription {
        guard let standard = self.subcommands.first(where: { $0.name == self.defaultSubcommand })
        else { return self }
        var merged = self
        merged.discussion = standard.discussion
        merged.arguments = standard.arguments
        merged.subcommands.removeAll { $0.name == standard.name }
        return merged
    }
}

extension CommandDescription {
    private static let exitWords = "Exit codes: "

    var description: String {
        Roff.parts(self.discussion).filter { !$0.hasPrefix(Self.exitWords) }
            .joined(separator: "\n\n")
    }

    /// `0 done, 2 wrong usage.`; `nil` if the discussion names none.
    var exitCodes: String? {
        Roff.parts(self.discussion).first { $0.hasPrefix(Self.exitWords) }
            .map { String($0.dropFirst(Self.exitWords.count)) }
    }
}

struct ArgumentDescription: Hashable, Sendable {
    /// The names as typed: `-h`, `--help`. Empty for a positional argument.
    var names: [String]
    var valueName: String?
    var abstract: String
    var defaultValue: String?
    var allValues: [String]
    var section: String?
    var isOptional: Bool
    var isRepeating: Bool

    fileprivate init?(_ json: JSONValue) {
        guard let kind = json["kind"]?.stringValue else { return nil }
        self.names = (json["names"]?.arrayValue ?? []).compactMap { name in
            guard let text = name["name"]?.stringValue else { return nil }
            return name["kind"]?.stringValue == "long" ? "--\(text)" : "-\(text)"
        }
        self.valueName = kind == "flag" ? nil : json["valueName"]?.stringValue ?? "value"
        self.abstract = json["abstract"]?.stringValue ?? ""
        self.defaultValue = json["defaultValue"]?.stringValue
        self.allValues = (json["allValues"]?.arrayValue ?? []).compactMap(\.stringValue)
        self.section = json["sectionTitle"]?.stringValue
        self.isOptional = json["isOptional"] == true
        self.isRepeating = json["isRepeating"] == true
    }

    /// The arguments with `--faults` and `--no-faults`, which are described one after the other in
    /// the same words, as one argument with both names.
    fileprivate static func pairingSwitches(_ arguments: [Self]) -> [Self] {
        var paired: [Self] = []
        for argument in arguments {
            if let last = paired.last, last.abstract == argument.abstract,
                argument.names == last.names.map({ "--no-" + $0.dropFirst(2) })
            {
                paired[paired.count - 1].names += argument.names
            } else {
                paired.append(argument)
            }
        }
        return paired
    }

    var isPositional: Bool { self.names.isEmpty }

    /// The argument in a synopsis: `CHANNEL`, `[DATA]`, `[CHANNEL …]`.
    var synopsis: String {
        let name = (self.valueName ?? "").uppercased() + (self.isRepeating ? " …" : "")
        return self.isOptional ? "[\(name)]" : name
    }

    var text: String {
        var text = self.abstract
        if !self.allValues.isEmpty {
            text += " Values: \(self.allValues.joined(separator: ", "))."
        }
        if let value = self.defaultValue { text += " The default is \(value)." }
        return text
    }
}

extension JSONValue {
    fileprivate func shownElements(_ key: String) -> [JSONValue] {
        (self[key]?.arrayValue ?? []).filter { $0["shouldDisplay"] != false }
    }
}
