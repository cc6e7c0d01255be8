internal import ArgumentParser

/// The arguments of the process, completed by the variables of the environment.
struct ProgramArguments {
    /// The arguments to parse.
    let all: [String]
    /// The command that the arguments name; `nil` for the one that runs without being named.
    let subcommand: (any ParsableCommand.Type)?
    /// The variables that added an argument.
    let variables: [OptionVariable]

    /// - Parameter given: the arguments without the name of the program.
    init(_ given: [String], environment: [String: String]) {
        let name = given.first == "help" ? given.dropFirst().first : given.first
        self.subcommand = Buoy.configuration.subcommands.first { $0._commandName == name }
        let isWatch = self.subcommand == nil || self.subcommand == WatchCommand.self
        let asksForText = given.contains { Self.questions.contains($0) }
        guard isWatch, !asksForText, given.first != "help" else {
            (self.all, self.variables) = (given, [])
            return
        }
        self.variables = OptionVariable.all.filter { $0.applies(to: given, environment) }
        let added = self.variables.flatMap { $0.arguments(environment) }
        let start = given.prefix(self.subcommand == nil ? 0 : 1)
        self.all = start + added + given.dropFirst(start.count)
    }

    /// Whether a script for completion in a shell is asked for.
    var wantsCompletion: Bool {
        self.all.first?.hasPrefix("--generate-completion-script") == true
    }

    /// Whether everything that is printed has to be ASCII.
    var usesASCII: Bool { self.all.contains("--ascii") }

    /// What to type for help: `buoy sandbox --help`.
    var helpCommand: String {
        guard let subcommand, subcommand != WatchCommand.self else { return "buoy --help" }
        return "buoy \(subcommand._commandName) --help"
    }

    /// The variables that an error speaks of by the names of their options.
    func origins(of message: String) -> [String] {
        self.variables.filter { message.contains($0.option) }
            .map { "\($0.option) comes from the variable \($0.name)." }
    }

    private static let questions: Set<String> = ["--help", "-h", "--version"]
}
