package import Dashboard

/// What the environment tells about the terminal. Only variables that are named here are looked at,
/// and none of them holds a secret.
package struct Surroundings: Hashable, Sendable {
    private let environment: [String: String]

    /// - Parameter environment: that of the process.
    package init(_ environment: [String: String]) { self.environment = environment }

    private subscript(_ name: String) -> String? {
        self.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether the terminal is at the other end of an SSH connection.
    package var isRemote: Bool { self["SSH_CONNECTION"] != nil || self["SSH_TTY"] != nil }

    /// Whether somebody asks programs not to use colours.
    package var refusesColor: Bool { self["NO_COLOR"] != nil }

    /// The multiplexer that the terminal is inside of.
    package var multiplexer: String? {
        if self["TMUX"] != nil { return "tmux" }
        if self["ZELLIJ"] != nil { return "zellij" }
        return self["STY"] != nil ? "screen" : nil
    }

    /// The locale of characters, from the variable that decides.
    package var locale: String {
        self["LC_ALL"] ?? self["LC_CTYPE"] ?? self["LANG"] ?? "not set"
    }

    /// What a bug report should say of it.
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
