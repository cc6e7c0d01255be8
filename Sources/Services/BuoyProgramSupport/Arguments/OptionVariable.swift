package import ArgumentParser
package import BuoyScripts

package struct OptionVariable {
    private let setting: SettingOption
    /// Options that override it: if one of them is given, the variable is ignored.
    package let rivals: [String]
    /// Whether it also applies to a server by name, because it does not say which server.
    package let isForAnyServer: Bool

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

    package var option: String { self.setting.argument }

    /// In the order of the table in `docs/cli.md`.
    package static func of(_ settings: [ServerSetting]) -> [OptionVariable] {
        settings.compactMap { OptionVariable($0.option) }
    }

    package static func forConnections(_ others: [SettingOption]) -> [OptionVariable] {
        Self.of(
            ServerSetting.withVariable.filter {
                $0.key.part != .channels && $0.option != ServerSetting.appID.option
            })
            + (others + [.ascii]).compactMap { OptionVariable($0) }
    }

    /// Whether the variable is set and not overridden by an argument. `0`, `false`, `no` and an
    /// empty text turn a flag off.
    package func applies(to arguments: [String], _ environment: [String: String]) -> Bool {
        guard let value = environment[self.name] else { return false }
        if self.setting.value == .flag, ["", "0", "false", "no"].contains(value.lowercased()) {
            return false
        }
        let rivals = ServerSetting.all.map(\.option).filter { self.rivals.contains($0.argument) }
        let names = self.rivals + (rivals + [self.setting]).flatMap(\.arguments)
        return !arguments.contains { argument in
            names.contains { argument == $0 || argument.hasPrefix($0 + "=") }
        }
    }

    /// The option with its value, as one argument because a value may start with a dash.
    package func arguments(_ environment: [String: String]) -> [String] {
        self.setting.value == .flag
            ? [self.option] : ["\(self.option)=\(environment[self.name] ?? "")"]
    }
}

extension SettingOption {
    package static let server = SettingOption(
        "server", short: "s", .text("server"),
        "A server: a name from the configuration, wss://KEY@HOST, KEY@CLUSTER or a .env file. "
            + "Other options take precedence.",
        variable: .absent)

    package static let sandbox = SettingOption(
        "sandbox", .flag,
        "The sandbox of a buoy that runs on this machine, or else one for this command.",
        variable: .absent)

    package static let environmentFile = SettingOption(
        "env", .file("file"),
        "The .env file of an app. Its server, key, id and secret are used; other options take "
            + "precedence.",
        variable: .absent)

    package static let ascii = SettingOption(
        "ascii", .flag, "Print ASCII characters only.", variable: .present(besides: []))
}

extension SettingOption {
    static let channelsFile = SettingOption(
        "channels-file", .file("file"),
        "A file with channels, one per line, # for comments; - for standard input.",
        variable: .absent)

    package static let json = SettingOption(
        "json", short: "j", .flag, "Print JSON.", variable: .absent)

    package static let filter = SettingOption(
        "filter", short: "f", .text("filter"),
        "Print only what matches: 'event:paid data.total>9'. The syntax is the dashboard's.",
        variable: .absent)

    package static let count = SettingOption(
        "count", short: "n", .text("number"), "Stop after this many lines.", variable: .absent)

    package static let verbose = SettingOption(
        "verbose", short: "v", .flag,
        "Also print pings, counters and requests.", variable: .absent)

    package static let timeout = SettingOption(
        "timeout", short: "t", .text("time"), "The time limit, such as 30s or 10m.",
        variable: .absent)

    package static let listen = SettingOption(
        "listen", .text("address:port"),
        "Where to listen: ADDRESS:PORT, an address or a port. Port 0 picks a free port.",
        variable: .absent)
}

package protocol VariableTaking: ParsableCommand {
    static var variables: [OptionVariable] { get }
}
