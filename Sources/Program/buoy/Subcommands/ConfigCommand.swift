import ArgumentParser
import BuoyDashboardRuntime
import BuoyProgramSupport
import BuoyScripts

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Check the configuration; list keys and themes.",
        subcommands: [KeysCommand.self, ThemesCommand.self, ConfigFileCommand.self],
        defaultSubcommand: ConfigFileCommand.self)
}

struct ConfigFileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check the configuration, or print a template.",
        usage: """
            buoy config [--check] [PATH]
            buoy config --print-default
            buoy config --schema
            buoy config --paths
            """,
        discussion: """
            The file is PATH, or the one named by the variable BUOY_CONFIG, or \
            $XDG_CONFIG_HOME/buoy/config.toml (by default ~/.config/buoy/config.toml).

            Exit codes: 0 no errors, 2 errors or wrong usage.
            """)

    enum Task: String, EnumerableFlag {
        case check, printDefault, schema, paths

        static func help(for task: Task) -> ArgumentHelp? {
            switch task {
            case .check: "Print the errors in the configuration, by line. The default."
            case .printDefault: "Print a configuration with every key, commented out."
            case .schema: "Print the JSON schema of the configuration, for editors."
            case .paths: "Print where files are read and written."
            }
        }
    }

    @Flag
    var task = Task.check

    @Argument(help: "The file to check.")
    var path: String?

    func validate() throws {
        guard self.path == nil || self.task == .check else {
            throw ValidationError("Only --check takes a PATH.")
        }
    }

    func run() throws {
        let loader = ConfigurationLoader(
            environment: Environment.current, configuration: self.path)
        switch self.task {
        case .check: try self.check(loader)
        case .printDefault: try Console.print(ConfigurationTemplate.text(loader.subject))
        case .schema: try Console.print(ConfigurationSchema.text(loader.subject))
        case .paths: try Console.print(PathTable(loader.paths).text)
        }
    }

    private func file(_ loader: ConfigurationLoader) throws -> ConfigurationFile {
        do {
            return try ConfigurationFile.read(
                loader.paths, themes: loader.themes, for: loader.subject)
        } catch {
            Console.error(error.description)
            throw ExitCode(ProgramExit.usage.rawValue)
        }
    }

    private func check(_ loader: ConfigurationLoader) throws {
        let file = try self.file(loader)
        for warning in file.warnings { Console.error("warning: \(warning)") }
        try Console.print(
            PathTable.isThere(loader.paths.configuration)
                ? "\(loader.paths.configuration ?? ""): no errors"
                : "no configuration found; buoy config --print-default prints a template")
    }
}

extension ConfigFileCommand: HelpedCommand {
    static var examples: [CommandExample] {
        [
            CommandExample("buoy config", "the errors in your configuration"),
            CommandExample("buoy config --print-default > config.toml", "a template"),
            CommandExample("buoy config keys", "the keys, including yours"),
            CommandExample("buoy config themes nord", "a theme, with its colours"),
        ]
    }
}
