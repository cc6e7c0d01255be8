/// A command-line option that commands share: its name, its help, and the environment variable that
/// sets it too.
package struct SettingOption: Hashable, Sendable {
    package enum Value: Hashable, Sendable {
        case flag
        /// A string, and its placeholder in the help; `nil` for the name of the option.
        case text(String?)
        /// The path of a file, which shells complete, and its placeholder in the help.
        case file(String)
        /// The words, after the placeholder in the help.
        case word(String, [String])
    }

    package enum Variable: Hashable, Sendable {
        case absent
        /// Named after the option. It is ignored if one of these options is given.
        case present(besides: [String])
    }

    /// The name without dashes: `auth-endpoint`.
    package let name: String
    package let short: Character?
    package let value: Value
    package let help: String
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

    package var arguments: [String] { [self.argument] + (self.short.map { ["-\($0)"] } ?? []) }
}
