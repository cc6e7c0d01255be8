enum TerminalType {
    /// In order; the first one is that of TERM.
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

    private static func hasManyColors(_ type: String) -> Bool {
        type.hasSuffix("-256color")
            || ["alacritty", "foot", "wezterm", "ghostty", "kitty", "contour", "konsole", "rio"]
                .contains { type == $0 || type.hasPrefix($0 + "-") }
    }

    /// Whether the type does not print unknown control strings. The Linux console interprets some
    /// as colours.
    static func readsStrings(_ type: String) -> Bool {
        Self.showsTitle(type)
            || ["st", "wezterm", "ghostty", "contour", "iTerm", "mintty", "putty"]
                .contains { type.hasPrefix($0) }
    }

    static func showsTitle(_ type: String) -> Bool {
        [
            "xterm", "screen", "tmux", "rxvt", "alacritty", "kitty", "foot", "konsole", "gnome",
            "vte",
        ]
        .contains { type.hasPrefix($0) }
    }
}
