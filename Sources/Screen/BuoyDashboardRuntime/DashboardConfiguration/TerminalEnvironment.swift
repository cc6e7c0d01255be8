package import BuoyDashboard

/// What the environment shows about the terminal. Only the variables named here are read; none of
/// them contains a secret.
package struct TerminalEnvironment: Hashable, Sendable {
    private let environment: [String: String]

    /// - Parameter environment: the environment of the process.
    package init(_ environment: [String: String]) { self.environment = environment }

    private subscript(_ name: String) -> String? {
        self.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether the terminal is at the other end of an SSH connection.
    var isRemote: Bool { self["SSH_CONNECTION"] != nil || self["SSH_TTY"] != nil }

    /// Whether the user asks programs not to use colours.
    var refusesColor: Bool { self["NO_COLOR"] != nil }

    /// The multiplexer that the terminal runs in.
    var multiplexer: String? {
        if self["TMUX"] != nil { return "tmux" }
        if self["ZELLIJ"] != nil { return "zellij" }
        return self["STY"] != nil ? "screen" : nil
    }

    /// The locale for characters, from the variable that decides it.
    var locale: String {
        self["LC_ALL"] ?? self["LC_CTYPE"] ?? self["LANG"] ?? "not set"
    }

    /// The values for a bug report.
    package var figures: [Action.Figure] {
        var figures = [
            Action.Figure("TERM", self["TERM"] ?? "not set"),
            Action.Figure("locale", self.locale),
            Action.Figure("multiplexer", self.multiplexer ?? "none"),
            Action.Figure("SSH", self.isRemote ? "yes" : "no"),
        ]
        for name in ["COLORTERM", "TERM_PROGRAM", "COLORFGBG", "ESCDELAY", "NO_COLOR"] {
            if let value = self[name] { figures.append(Action.Figure(name, value)) }
        }
        return figures
    }
}
