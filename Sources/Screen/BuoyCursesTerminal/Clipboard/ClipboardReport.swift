/// No terminal confirms what was sent, so nothing here is called copied.
package enum ClipboardReport: Hashable, Sendable {
    case sent(bytes: Int)

    /// tmux has accepted them, and passes them on if its terminal supports it.
    case sentThroughTmux(bytes: Int)

    /// tmux has accepted them, but is too old to pass them on: they can be pasted inside tmux.
    case sentToTmuxAlone(bytes: Int)

    /// Sent past tmux, which works only if tmux is configured for it.
    case sentPastTmux(bytes: Int, problem: String)

    case empty

    case tooLarge(bytes: Int)

    case noClipboard(type: String)

    case busy

    case interrupted

    package var isSent: Bool {
        switch self {
        case .sent, .sentThroughTmux, .sentToTmuxAlone: true
        case .sentPastTmux, .empty, .tooLarge, .noClipboard, .busy, .interrupted: false
        }
    }

    var isWithTmux: Bool {
        switch self {
        case .sentThroughTmux, .sentToTmuxAlone: true
        case .sent, .sentPastTmux, .empty, .tooLarge, .noClipboard, .busy, .interrupted: false
        }
    }
}

extension ClipboardReport: CustomStringConvertible {
    package var description: String {
        switch self {
        case .sent(let bytes):
            "sent \(bytes) B to the terminal's clipboard"
        case .sentThroughTmux(let bytes):
            "sent \(bytes) B to tmux and through it to the terminal's clipboard"
        case .sentToTmuxAlone(let bytes):
            "sent \(bytes) B to tmux, which is too old to forward them: paste inside tmux"
        case .sentPastTmux(let bytes, let problem):
            "tmux did not accept the text (\(problem)): sent \(bytes) B to the terminal directly, "
                + "which works only with set-clipboard on"
        case .empty:
            "nothing to copy"
        case .tooLarge(let bytes):
            "\(bytes) B exceeds the terminal clipboard limit of "
                + "\(Clipboard.largestText) B: export to a file instead"
        case .noClipboard(let type):
            "the terminal type \(type) does not support a clipboard: export to a file instead"
        case .busy:
            "the last copy is still being sent: try again in a moment"
        case .interrupted:
            "the screen closed before all the text was sent: try again"
        }
    }
}
