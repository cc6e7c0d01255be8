import ChannelsBasics

/// The clipboard may be on another machine: text is sent through the terminal's input, and there is
/// no answer.
///
/// By default, tmux keeps such text to itself, but passes on what `tmux load-buffer -w` receives.
/// GNU screen passes on text that is wrapped for it, in short pieces. Every other terminal reads
/// `OSC 52`.
struct Clipboard {
    enum Route: Hashable, Sendable {
        case terminal
        case tmux
        case screen

        /// Nothing but the type tells which it is, as in an SSH session from inside one. Each
        /// ignores what is meant for the other.
        case screenOrTmux

        /// The terminal has no clipboard, and might print the text.
        case none
    }

    /// Terminals cut or drop longer strings silently.
    static let largestBase64 = 74_994

    static let largestText = Self.largestBase64 / 4 * 3

    /// The length of a piece for GNU screen, which drops strings of more than 256 characters.
    static let pieceForScreen = 76

    let route: Route
    let ending: ClipboardEnding

    /// Determined by the variables TMUX and STY, and the terminal type.
    static func route(type: String, variable: (String) -> String?) -> Route {
        if variable("TMUX") != nil { return .tmux }
        if variable("STY") != nil { return .screen }
        if type.hasPrefix("screen") { return .screenOrTmux }
        return TerminalType.readsStrings(type) ? .terminal : .none
    }

    func sequence(for text: [UInt8]) -> [UInt8] {
        let base64 = Base64.encodedBytes(text)
        switch self.route {
        case .terminal, .tmux: return self.plain(base64)
        case .screen: return Self.wrapped(base64)
        case .screenOrTmux: return self.plain(base64) + Self.wrapped(base64)
        case .none: return []
        }
    }

    private func plain(_ base64: [UInt8]) -> [UInt8] {
        let end = self.ending == .bell ? "\u{7}" : "\u{1B}\\"
        return Array("\u{1B}]52;c;".utf8) + base64 + Array(end.utf8)
    }

    /// For GNU screen: pieces of device control strings, whose contents it passes on. They end with
    /// BEL, because the other terminator would end the piece.
    private static func wrapped(_ base64: [UInt8]) -> [UInt8] {
        var output = Array("\u{1B}P\u{1B}]52;c;".utf8)
        var index = 0
        while index < base64.count {
            if index > 0 { output += "\u{1B}\\\u{1B}P".utf8 }
            output += base64[index..<min(index + Self.pieceForScreen, base64.count)]
            index += Self.pieceForScreen
        }
        return output + "\u{7}\u{1B}\\".utf8
    }
}
