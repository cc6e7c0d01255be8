package import ArgumentParser

package protocol HelpedCommand: ParsableCommand {
    /// The options that `--help` shows, by their long names without dashes. `nil` for all of them.
    static var commonOptions: [String]? { get }
    static var examples: [CommandExample] { get }
    static var appendix: String { get }
}

extension HelpedCommand {
    package static var commonOptions: [String]? { nil }
    package static var examples: [CommandExample] { [] }
    package static var appendix: String { "" }
}

package struct CommandExample: Hashable, Sendable {
    let line: String
    let effect: String

    package init(_ line: String, _ effect: String) {
        self.line = line
        self.effect = effect
    }
}
