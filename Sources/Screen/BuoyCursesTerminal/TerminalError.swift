import BuoyTextScreen
import Glibc

/// Why a screen cannot be shown. Lines can still be printed.
package enum TerminalError: Error, Hashable, Sendable {
    case notATerminal

    case noCursorAddressing(type: String)

    case unknownType(String)

    /// The terminfo database is not installed.
    case noTypes

    case system(code: Int32)
}

extension TerminalError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notATerminal:
            "standard input and output must be a terminal to show the dashboard"
        case .noCursorAddressing(let type):
            "the terminal type \"\(PlainOutput.line(type))\" cannot position the cursor, so it "
                + "cannot show the dashboard"
        case .unknownType(""):
            "TERM is not set: set it to the terminal type, such as xterm-256color"
        case .unknownType(let type):
            "the terminal type \"\(PlainOutput.line(type))\" is unknown on this machine: set TERM to "
                + "a known one, such as xterm-256color"
        case .noTypes:
            "the terminfo database is not installed on this machine: install ncurses-base"
        case .system(let code):
            "the dashboard could not be started: \(String(cString: strerror(code)))"
        }
    }
}
