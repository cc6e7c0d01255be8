package import BuoyDashboard

/// What the environment shows about the terminal. Reads only the variables named here; none
/// contains a secret.
package struct TerminalEnvironment: Hashable, Sendable {
    private let environment: [String: String]

    package init(_ environment: [String: String]) { self.environment = environment }

    private subscript(_ name: String) -> String? {
        self.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    var isRemote: Bool { self["SSH_CONNECTION"] != nil || self["SSH_TTY"] != nil }

    var refusesColor: Bool { self["NO_COLOR"] != nil }

    var multiplexer: String? {
        if self["TMUX"] != nil { return "tmux" }
        if self["ZELLIJ"] != nil { return "zellij" }
        return self["STY"] != nil ? "screen" : nil
    }

    var locale: String {
        self["LC_ALL"] ?? self["LC_CTYPE"] ?? self["LANG"] ?? "not set"
    }

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
