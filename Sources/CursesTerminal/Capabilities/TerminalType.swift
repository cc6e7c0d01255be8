/// Which terminal types to try, when terminfo does not know the one that TERM names.
enum TerminalType {
    /// The types to try, in order. The first one is what TERM says.
    static func candidates(type: String, hasColorTerm: Bool) -> [String] {
        var candidates = [type]
        if type.hasPrefix("tmux") { candidates.append("screen-256color") }
        if type.hasPrefix("xterm") || hasColorTerm || Self.hasManyColors(type) {
            candidates.append("xterm-256color")
        }
        if let dash = type.lastIndex(of: "-") {
            candidates.append(String(type[..<dash]))
        }
        candidates += ["xterm", "vt100"]
        var seen: Set<String> = [""]
        return candidates.filter { seen.insert($0).inserted }
    }

    /// Whether the type is one that shows 256 colours and obeys what xterm obeys, by its name alone.
    private static func hasManyColors(_ type: String) -> Bool {
        type.hasSuffix("-256color")
            || ["alacritty", "foot", "wezterm", "ghostty", "kitty", "contour", "konsole", "rio"]
                .contains { type == $0 || type.hasPrefix($0 + "-") }
    }

    /// Whether the type reads the strings that are meant for a program of the terminal, and does not
    /// print those that it does not know. The Linux console takes some for colours.
    static func readsStrings(_ type: String) -> Bool {
        Self.showsTitle(type)
            || ["st", "wezterm", "ghostty", "contour", "iTerm", "mintty", "putty"]
                .contains { type.hasPrefix($0) }
    }

    /// Whether the type is one that shows a window title, and does not print it instead.
    static func showsTitle(_ type: String) -> Bool {
        [
            "xterm", "screen", "tmux", "rxvt", "alacritty", "kitty", "foot", "konsole", "gnome",
            "vte",
        ]
        .contains { type.hasPrefix($0) }
    }
}
