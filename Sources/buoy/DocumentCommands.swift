internal import ArgumentParser
internal import Configuration
internal import Dashboard

/// Prints the keys.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "List the keys of the dashboard.")

    func run() throws {
        Console.print(KeyDocumentation.markdown)
    }
}

/// Lists the themes.
struct ThemesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "themes", abstract: "List the themes that --theme takes.")

    func run() throws {
        let search = ThemeSearch(environment: Environment.current)
        Console.print("Built in: " + BuiltInThemes.names.joined(separator: ", "))
        Console.print("Your own, as NAME.toml, in: " + search.directories.joined(separator: ", "))
    }
}
