import ArgumentParser
import BuoyDashboardRuntime
import BuoyProgramSupport

/// The arguments of the process, completed from environment variables.
struct ProgramArguments {
    let all: [String]
    /// The command that the arguments name, behind those that it belongs to; empty for the default
    /// command.
    private let commandPath: [any ParsableCommand.Type]
    let variables: [OptionVariable]
    /// A variable that is set to an empty string.
    let emptyVariable: OptionVariable?
    let wantsWholeHelp: Bool
    let unknownHelpWord: String?

    /// - Parameter words: the arguments without the program name.
    init(_ words: [String], environment: [String: String]) {
        let (asked, wantsWhole) = Self.replacingHelpAll(Self.movingHelp(words))
        self.wantsWholeHelp = wantsWhole
        let given = Self.joiningNegativeValues(asked)
        self.commandPath = Self.commands(
            named: given.first == "help" ? given.dropFirst() : given[...])
        let helpWord =
            given.first == "help" ? given.dropFirst(1 + self.commandPath.count).first : nil
        self.unknownHelpWord = helpWord?.hasPrefix("-") == true ? nil : helpWord
        let subcommand = self.commandPath.first
        let isWatch = subcommand == nil || subcommand == WatchCommand.self
        let own = (self.commandPath.last as? any VariableTaking.Type)?.variables
        let taken = isWatch ? OptionVariable.all : own ?? []
        guard !taken.isEmpty, !Self.askForText(given) else {
            (self.all, self.variables, self.emptyVariable) = (given, [], nil)
            return
        }
        let variables = taken.filter { $0.applies(to: given, environment) }
        // What the environment says about another server must not mix with a server by name.
        let namesServer = !variables.isEmpty && Self.nameServer(given, self.commandPath)
        let applied = variables.filter { !namesServer || $0.isForAnyServer }
        self.emptyVariable = applied.first { environment[$0.name] == "" }
        self.variables = applied.filter { environment[$0.name] != "" }
        let added = self.variables.flatMap { $0.arguments(environment) }
        let start = given.prefix(self.commandPath.count)
        self.all = start + added + given.dropFirst(start.count)
    }

    /// `--help tail` is `tail --help`.
    private static func movingHelp(_ words: [String]) -> [String] {
        guard let first = words.first, ["--help", "-h", "--help-all"].contains(first),
            words.count > 1, words.dropFirst().allSatisfy({ !$0.hasPrefix("-") })
        else { return words }
        return words.dropFirst() + [first]
    }

    /// `--help-all` becomes the parser's `--help`, with another text.
    private static func replacingHelpAll(_ words: [String]) -> (words: [String], isThere: Bool) {
        let options = words.prefix { $0 != "--" }
        guard options.contains("--help-all") else { return (words, false) }
        return (options.map { $0 == "--help-all" ? "--help" : $0 }, true)
    }

    /// Makes one argument of an option and a value such as `-1m`: no option of buoy starts with a
    /// digit, but the parser takes every word with a dash for an option.
    private static func joiningNegativeValues(_ words: [String]) -> [String] {
        var joined: [String] = []
        for (index, word) in words.enumerated() {
            guard word != "--" else { return joined + words[index...] }
            if word.hasPrefix("-"), word.dropFirst().first?.isNumber == true,
                let option = joined.last, option.hasPrefix("--"), !option.contains("=")
            {
                joined[joined.count - 1] = "\(option)=\(word)"
            } else {
                joined.append(word)
            }
        }
        return joined
    }

    private static func nameServer(
        _ given: [String], _ path: [any ParsableCommand.Type]
    ) -> Bool {
        let command = try? Self.parse(given, path) as? any ServerChoosing
        return command.map { !$0.subjects.isEmpty } ?? false
    }

    /// The commands that the first words name, each a subcommand of the one before.
    static func commands(named words: ArraySlice<String>) -> [any ParsableCommand.Type] {
        var path: [any ParsableCommand.Type] = []
        var commands = Buoy.configuration.subcommands
        for word in words {
            guard let next = commands.first(where: { $0._commandName == word }) else { break }
            path.append(next)
            commands = next.configuration.subcommands
        }
        return path
    }

    var subcommand: (any ParsableCommand.Type)? { self.commandPath.last }

    var wantsCompletion: Bool {
        self.wantsValues || self.all.first?.hasPrefix("--generate-completion-script") == true
    }

    var wantsValues: Bool { self.all.first == CompletionScript.request }

    /// Whether JSON output was requested; the command may not support it.
    var wantsJSON: Bool {
        self.all.prefix { $0 != "--" }.contains { $0 == "--json" || $0 == "-j" }
    }

    var usesASCII: Bool { self.all.contains("--ascii") }

    /// The command that shows the help: `buoy sandbox --help`.
    var helpCommand: String {
        guard let subcommand, subcommand != WatchCommand.self else { return "buoy --help" }
        return "buoy \(self.commandName) --help"
    }

    /// The words of the command: `push register`; empty for the default command.
    var commandName: String {
        self.commandPath.map { $0._commandName }.joined(separator: " ")
    }

    /// A long option that the command does not have. The parser reports what is missing first.
    func unknownOption(among known: Set<String>) -> String? {
        self.all.prefix { $0 != "--" }.lazy.filter { $0.hasPrefix("--") }
            .map { String($0.prefix { $0 != "=" }) }
            .first { !known.contains($0) && !Self.questions.contains($0) }
    }

    /// Sentences about the variables whose options an error mentions.
    func origins(of message: String) -> [String] {
        self.variables.filter { message.contains($0.option) }
            .map { "\($0.option) is set by the variable \($0.name)." }
    }

    /// Parses the arguments. If they name a command, that command parses what follows its name:
    /// parsing from the root would first list the options of each command on the way, and of the
    /// default command.
    func parsed() throws -> any ParsableCommand { try Self.parse(self.all, self.commandPath) }

    private static func parse(
        _ arguments: [String], _ path: [any ParsableCommand.Type]
    ) throws -> any ParsableCommand {
        guard let subcommand = path.last, !self.askForText(arguments) else {
            return try Buoy.parseAsRoot(arguments)
        }
        return try subcommand.parseAsRoot(Array(arguments.dropFirst(path.count)))
    }

    private static func askForText(_ arguments: [String]) -> Bool {
        arguments.first == "help"
            || arguments.contains { argument in
                Self.questions.contains { argument == $0 || argument.hasPrefix("\($0)=") }
            }
    }

    private static let questions = [
        "--help", "-h", "--help-hidden", "--version", "--generate-completion-script",
        "--experimental-dump-help", CompletionScript.request,
    ]
}
