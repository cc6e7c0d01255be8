package import ArgumentParser

/// A command that says what its help shows besides its options.
package protocol HelpedCommand: ParsableCommand {
    /// The options that `--help` shows, by their long names without dashes; `--help-all` shows all.
    /// `nil` if both show all.
    static var commonOptions: [String]? { get }
    /// Command lines to start from, for the end of the help.
    static var examples: [CommandExample] { get }
    /// Sections after the options, which `--help-all` shows.
    static var appendix: String { get }
}

extension HelpedCommand {
    package static var commonOptions: [String]? { nil }
    package static var examples: [CommandExample] { [] }
    package static var appendix: String { "" }
}

/// A command line, and what it does.
package struct CommandExample: Hashable, Sendable {
    /// The line as it is typed.
    let line: String
    /// A few words.
    let effect: String

    package init(_ line: String, _ effect: String) {
        self.line = line
        self.effect = effect
    }
}
