import BuoyTextScreen

extension Terminal {
    /// Not while a long string is being sent.
    package func ringBell() {
        guard case .screen = self.presence, !self.isSendingString else { return }
        self.writeRaw(TerminalModes.bell)
    }

    package func notify(_ text: String) {
        guard case .screen = self.presence, !self.isSendingString,
            TerminalType.readsStrings(self.typeName)
        else { return }
        var text = PlainOutput.title(text)
        if self.glyphs.alphabet == .ascii { text.unicodeScalars.removeAll { !$0.isASCII } }
        let form = NotificationForm(type: self.typeName)
        self.writeRaw(form.sequence(for: text, isInTmux: self.clipboard.route == .tmux))
    }
}

enum NotificationForm: Hashable {
    /// `OSC 9 ; text`: iTerm2, WezTerm, kitty, Ghostty, Windows Terminal.
    case osc9
    /// `OSC 777 ; notify ; title ; text`: urxvt, foot, Konsole, VTE of some distributions.
    case osc777

    /// Terminals that know both forms would show two notifications.
    init(type: String) {
        let isOwn = ["rxvt", "foot", "konsole", "vte", "gnome"].contains { type.hasPrefix($0) }
        self = isOwn ? .osc777 : .osc9
    }

    /// Inside tmux, wrapped for the terminal outside, which gets it if `allow-passthrough` is on
    /// (tmux(1)).
    func sequence(for text: String, isInTmux: Bool) -> String {
        let sequence =
            switch self {
            case .osc9: "\u{1B}]9;buoy: \(text)\u{7}"
            case .osc777: "\u{1B}]777;notify;buoy;\(text)\u{7}"
            }
        guard isInTmux else { return sequence }
        return "\u{1B}Ptmux;" + sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\"
    }
}
