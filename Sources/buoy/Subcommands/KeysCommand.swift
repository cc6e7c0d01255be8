internal import ArgumentParser
internal import Dashboard

/// Prints the keys.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "List the keys of the dashboard.")

    func run() throws {
        try Console.print(KeyDocumentation.markdown)
    }
}
