import BuoyTextScreen
import Glibc

/// Why a screen cannot be shown. Lines can still be printed.
package enum TerminalError: Error, Hashable, Sendable {
    /// Standard input or output is not a terminal.
    case notATerminal

    /// The terminal type does not support cursor positioning, like `dumb`.
    case noCursorAddressing(type: String)

    /// terminfo knows neither this type nor a substitute.
    case unknownType(String)

    /// terminfo knows no types at all, because its database is not installed.
    case noTypes

    /// The system refuses something, such as another descriptor; with the error number.
    case system(code: Int32)
}

extension TerminalError: CustomStringConvertible {
    /// The problem, and what to do about it.
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
