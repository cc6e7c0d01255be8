/// An environment variable that sets an option of `buoy`.
package struct OptionVariable {
    /// The name of the variable.
    package let name: String
    /// The option that it sets.
    package let option: String
    /// Options that override it: if one of them is given, the variable is ignored.
    package let rivals: [String]
    /// Whether the option takes no value.
    package let isFlag: Bool

    private init(_ name: String, _ option: String, rivals: [String] = [], isFlag: Bool = false) {
        self.name = name
        self.option = option
        self.rivals = rivals
        self.isFlag = isFlag
    }

    /// All variables. `docs/environment.md` lists them too.
    package static let all = [
        OptionVariable("BUOY_KEY", "--key"),
        OptionVariable("BUOY_CLUSTER", "--cluster", rivals: ["--host"]),
        OptionVariable("BUOY_HOST", "--host", rivals: ["--cluster"]),
        OptionVariable("BUOY_PORT", "--port", rivals: ["--cluster"]),
        OptionVariable("BUOY_PATH", "--path", rivals: ["--cluster"]),
        OptionVariable("BUOY_NO_TLS", "--no-tls", isFlag: true),
        OptionVariable("BUOY_CA_FILE", "--ca-file"),
        OptionVariable("BUOY_SUBSCRIBE", "--subscribe"),
        OptionVariable(
            "BUOY_AUTH_ENDPOINT", "--auth-endpoint",
            rivals: ["--secret-file", "--secret-command", "--encryption-key-file"]),
        OptionVariable("BUOY_APP_ID", "--app-id"),
        OptionVariable(
            "BUOY_SECRET_FILE", "--secret-file", rivals: ["--auth-endpoint", "--secret-command"]),
        OptionVariable(
            "BUOY_SECRET_COMMAND", "--secret-command",
            rivals: ["--auth-endpoint", "--secret-file"]),
        OptionVariable("BUOY_USER_ID", "--user-id"),
        OptionVariable("BUOY_POLICY", "--policy", rivals: ["--no-reconnect"]),
        OptionVariable("BUOY_LAYOUT", "--layout"),
        OptionVariable("BUOY_ASCII", "--ascii", isFlag: true),
    ]

    /// Those that also apply to a server by name, because they do not say which server.
    package static let forAnyServer: Set<String> = [
        "BUOY_USER_ID", "BUOY_POLICY", "BUOY_LAYOUT", "BUOY_ASCII",
    ]

    /// The names of those for commands that connect and print lines.
    package static let forConnections = Self.all.map(\.name).filter {
        $0 != "BUOY_LAYOUT" && $0 != "BUOY_SUBSCRIBE"
    }

    /// Whether the variable is set and not overridden by an argument. `0`, `false` and `no` turn a
    /// flag off.
    package func applies(to arguments: [String], _ environment: [String: String]) -> Bool {
        guard let value = environment[self.name], !value.isEmpty else { return false }
        if self.isFlag, ["0", "false", "no"].contains(value.lowercased()) { return false }
        return !arguments.contains { argument in
            ([self.option] + self.rivals).contains {
                argument == $0 || argument.hasPrefix($0 + "=")
            }
        }
    }

    /// The option with its value, as one argument because a value may begin with a dash.
    package func arguments(_ environment: [String: String]) -> [String] {
        self.isFlag ? [self.option] : ["\(self.option)=\(environment[self.name] ?? "")"]
    }
}
