import BuoyTextScreen

extension Terminal {
    /// Rings the bell, unless a long string is being sent.
    package func ringBell() {
        guard case .screen = self.presence, !self.isSendingString else { return }
        self.writeRaw(TerminalModes.bell)
    }

    /// Asks the terminal for a notification of the desktop. Terminals that have none ignore it.
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

/// How a terminal is asked for a notification.
enum NotificationForm: Hashable {
    /// `OSC 9 ; text`: iTerm2, WezTerm, kitty, Ghostty, Windows Terminal.
    case osc9
    /// `OSC 777 ; notify ; title ; text`: urxvt, foot, Konsole, VTE of some distributions.
    case osc777

    /// The form for a terminal type. Terminals that know both would show two.
    init(type: String) {
        let isOwn = ["rxvt", "foot", "konsole", "vte", "gnome"].contains { type.hasPrefix($0) }
        self = isOwn ? .osc777 : .osc9
    }

    /// The bytes. Inside tmux, the sequence is wrapped for the terminal outside, which gets it if
    /// `allow-passthrough` is on (tmux(1)).
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
