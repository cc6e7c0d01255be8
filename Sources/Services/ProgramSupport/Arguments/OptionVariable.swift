package import ArgumentParser
package import Scripts

/// An environment variable that sets an option of `buoy`.
package struct OptionVariable {
    /// The option that it sets.
    private let setting: SettingOption
    /// Options that override it: if one of them is given, the variable is ignored.
    private let rivals: [String]
    /// Whether it also applies to a server by name, because it does not say which server.
    package let isForAnyServer: Bool

    /// - Returns: `nil` if no variable sets the option.
    package init?(_ option: SettingOption) {
        guard case .present(let rivals) = option.variable else { return nil }
        self.setting = option
        self.rivals = rivals
        self.isForAnyServer = !ServerSetting.all.contains {
            $0.option == option && $0.key.part != .user
        }
    }

    /// The name of the variable: the option's name in capitals.
    package var name: String {
        "BUOY_" + self.setting.name.uppercased().replacing("-", with: "_")
    }

    /// The option that it sets, as it is typed.
    package var option: String { self.setting.argument }

    /// The variables of options about a server, in the order of the documentation.
    /// `docs/environment.md` lists them too.
    package static func of(_ settings: [ServerSetting]) -> [OptionVariable] {
        settings.compactMap { OptionVariable($0.option) }
    }

    /// Those for commands that connect and print lines.
    package static let forConnections =
        Self.of(ServerSetting.withVariable.filter { $0.key.part != .channels })
        + [SettingOption.policy, .ascii].compactMap { OptionVariable($0) }

    /// Whether the variable is set and not overridden by an argument. `0`, `false` and `no` turn a
    /// flag off.
    package func applies(to arguments: [String], _ environment: [String: String]) -> Bool {
        guard let value = environment[self.name], !value.isEmpty else { return false }
        if self.setting.value == .flag, ["0", "false", "no"].contains(value.lowercased()) {
            return false
        }
        return !arguments.contains { argument in
            ([self.option] + self.rivals).contains {
                argument == $0 || argument.hasPrefix($0 + "=")
            }
        }
    }

    /// The option with its value, as one argument because a value may begin with a dash.
    package func arguments(_ environment: [String: String]) -> [String] {
        self.setting.value == .flag
            ? [self.option] : ["\(self.option)=\(environment[self.name] ?? "")"]
    }
}

extension SettingOption {
    /// A server of the configuration.
    package static let server = SettingOption(
        "server", .text("name"),
        "A server of the configuration, by name. Other options win over what it says.",
        variable: .absent)

    /// The `.env` file of an app.
    package static let environmentFile = SettingOption(
        "env", .file("file"),
        "The .env file of an app: its server, key, id and secret. Other options win over what it "
            + "says.",
        variable: .absent)

    /// Only ASCII characters.
    package static let ascii = SettingOption(
        "ascii", .flag, "Print ASCII characters only.", variable: .present(besides: []))
}

/// A command with options that environment variables set.
package protocol VariableTaking: ParsableCommand {
    static var variables: [OptionVariable] { get }
}
