import ArgumentParser
import BuoyDashboard
import BuoyDashboardRuntime
import BuoyFeatureList
import BuoyProgramSupport

struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "List the keys of the dashboard.",
        discussion: """
            Prints the current keys, including those from your configuration.

            Exit codes: 0 done, 2 wrong usage, or errors in the configuration.
            """)

    @Option(
        name: .customLong("config"),
        help: ArgumentHelp("The configuration file to use.", valueName: "path"),
        completion: .file(extensions: ["toml"]))
    var configurationPath: String?

    func run() throws {
        let loader = ConfigurationLoader(
            environment: Environment.current, configuration: self.configurationPath)
        do {
            try Console.print(KeyTable(try loader.load().keymap, .whole).text)
        } catch let error as ConfigurationErrors {
            throw ProgramFailure(.usage, error.description)
        }
    }
}
