internal import Glibc
import TextScreen

/// Why a screen cannot be shown. Lines can still be printed.
package enum TerminalError: Error, Hashable, Sendable {
    /// Standard input or output is not a terminal.
    case notATerminal

    /// The terminal type cannot place its cursor, as `dumb` cannot.
    case noCursorAddressing(type: String)

    /// ncurses knows neither this type nor one that could stand in for it.
    case unknownType(String)

    /// ncurses knows no terminal type at all: its list of them is not installed.
    case noTypes

    /// The system refuses what is needed, such as another descriptor: the number of the error.
    case system(code: Int32)
}

extension TerminalError: CustomStringConvertible {
    /// What is wrong, and what to do about it.
    package var description: String {
        switch self {
        case .notATerminal:
            "standard input and output must be a terminal to show the dashboard"
        case .noCursorAddressing(let type):
            "the terminal type \"\(PlainOutput.line(type))\" cannot place its cursor, so it cannot "
                + "show the dashboard"
        case .unknownType(""):
            "TERM is not set: set it to the terminal type, such as xterm-256color"
        case .unknownType(let type):
            "the terminal type \"\(PlainOutput.line(type))\" is unknown on this machine: set TERM to "
                + "one that is, such as xterm-256color"
        case .noTypes:
            "no terminal types are installed on this machine: install ncurses-base"
        case .system(let code):
            "the dashboard could not be started: \(String(cString: strerror(code)))"
        }
    }
}
