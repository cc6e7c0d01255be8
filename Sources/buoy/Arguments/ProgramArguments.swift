internal import ArgumentParser
internal import ProgramSupport

/// The arguments of the process, completed from environment variables.
struct ProgramArguments {
    /// The arguments to parse.
    let all: [String]
    /// The command that the arguments name; `nil` for the default command.
    let subcommand: (any ParsableCommand.Type)?
    /// The variables that added arguments.
    let variables: [OptionVariable]

    /// - Parameter given: the arguments without the program name.
    init(_ given: [String], environment: [String: String]) {
        let name = given.first == "help" ? given.dropFirst().first : given.first
        self.subcommand = Buoy.configuration.subcommands.first { $0._commandName == name }
        let isWatch = self.subcommand == nil || self.subcommand == WatchCommand.self
        let asksForText = given.contains { Self.questions.contains($0) }
        let names = (self.subcommand as? any VariableTaking.Type)?.variables
        guard isWatch || names != nil, !asksForText, given.first != "help" else {
            (self.all, self.variables) = (given, [])
            return
        }
        self.variables = OptionVariable.all.filter { variable in
            names?.contains(variable.name) != false && variable.applies(to: given, environment)
        }
        let added = self.variables.flatMap { $0.arguments(environment) }
        let start = given.prefix(self.subcommand == nil ? 0 : 1)
        self.all = start + added + given.dropFirst(start.count)
    }

    /// Whether a completion script for a shell is requested.
    var wantsCompletion: Bool {
        self.all.first?.hasPrefix("--generate-completion-script") == true
    }

    /// Whether all output has to be ASCII.
    var usesASCII: Bool { self.all.contains("--ascii") }

    /// The command that shows the help: `buoy sandbox --help`.
    var helpCommand: String {
        guard let subcommand, subcommand != WatchCommand.self else { return "buoy --help" }
        return "buoy \(subcommand._commandName) --help"
    }

    /// The variables whose options an error mentions, as sentences.
    func origins(of message: String) -> [String] {
        self.variables.filter { message.contains($0.option) }
            .map { "\($0.option) comes from the variable \($0.name)." }
    }

    private static let questions: Set<String> = ["--help", "-h", "--version"]
}
