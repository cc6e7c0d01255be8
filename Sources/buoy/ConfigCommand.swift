internal import ArgumentParser
internal import Configuration

/// Checks the configuration, or prints what can stand in it.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Check the configuration, or print one to begin with.",
        usage: """
            buoy config [--check] [PATH]
            buoy config --print-default
            buoy config --paths
            """,
        discussion: """
            The file is PATH, or else the one that the variable BUOY_CONFIG names, or else \
            $XDG_CONFIG_HOME/buoy/config.toml (otherwise ~/.config/buoy/config.toml).

            Exit codes: 0 nothing is wrong, 2 something is, or wrong usage.
            """)

    /// What to do.
    enum Task: String, EnumerableFlag {
        case check, printDefault, paths

        static func help(for task: Task) -> ArgumentHelp? {
            switch task {
            case .check: "Print what is wrong in the configuration, with lines. The default."
            case .printDefault: "Print a configuration in which every key stands, as a comment."
            case .paths: "Print where files are looked for, and where they are written."
            }
        }
    }

    @Flag
    var task = Task.check

    @Argument(help: "The file to check.")
    var path: String?

    func validate() throws {
        guard self.path == nil || self.task == .check else {
            throw ValidationError("A path is for --check.")
        }
    }

    func run() throws {
        let loader = ConfigurationLoader(
            environment: Environment.current, configuration: self.path)
        switch self.task {
        case .check: try self.check(loader)
        case .printDefault: Console.print(ConfigurationTemplate.text)
        case .paths: Console.print(PathTable(loader.paths).text)
        }
    }

    private func check(_ loader: ConfigurationLoader) throws {
        let file: ConfigurationFile
        do {
            file = try ConfigurationFile.read(loader.paths, themes: loader.themes)
        } catch {
            Console.error(error.description)
            throw ExitCode(ProgramExit.usage.rawValue)
        }
        for warning in file.warnings { Console.error("warning: \(warning)") }
        Console.print(
            PathTable.isThere(loader.paths.configuration)
                ? "\(loader.paths.configuration ?? ""): nothing is wrong"
                : "there is no configuration; buoy config --print-default prints one to begin with")
    }
}
