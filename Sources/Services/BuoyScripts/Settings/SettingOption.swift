/// A command-line option that commands share: its name, its help, and the environment variable that
/// sets it too.
package struct SettingOption: Hashable, Sendable {
    /// What follows the option.
    package enum Value: Hashable, Sendable {
        /// Nothing: it is a flag.
        case flag
        /// A string, and its placeholder in the help; `nil` for the name of the option.
        case text(String?)
        /// The path of a file, which shells complete, and its placeholder in the help.
        case file(String)
        /// One of these words, and its placeholder in the help.
        case word(String, [String])
    }

    /// Whether an environment variable sets the option.
    package enum Variable: Hashable, Sendable {
        /// No variable.
        case absent
        /// The one with the name of the option. It is ignored if one of these options is given.
        case present(besides: [String])
    }

    /// The name without dashes: `auth-endpoint`.
    package let name: String
    /// The letter after one dash, for the most common options.
    package let short: Character?
    /// What follows it.
    package let value: Value
    /// A sentence or two.
    package let help: String
    /// Whether a variable sets it.
    package let variable: Variable

    package init(
        _ name: String, short: Character? = nil, _ value: Value, _ help: String, variable: Variable
    ) {
        self.name = name
        self.short = short
        self.value = value
        self.help = help
        self.variable = variable
    }

    /// As it is typed: `--auth-endpoint`.
    package var argument: String { "--\(self.name)" }

    /// Everything that names it: `--key`, `-k`.
    package var arguments: [String] { [self.argument] + (self.short.map { ["-\($0)"] } ?? []) }
}
