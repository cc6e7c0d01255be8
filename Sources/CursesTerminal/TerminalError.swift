import TextScreen

/// Why a screen cannot be shown. Lines can still be printed.
package enum TerminalError: Error, Hashable, Sendable {
    /// Standard input or output is not a terminal.
    case notATerminal

    /// The terminal type cannot place its cursor, as `dumb` cannot.
    case noCursorAddressing(type: String)

    /// ncurses knows neither this type nor one that could stand in for it.
    case unknownType(String)
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
            "TERM is not set: it must name the type of the terminal, such as xterm-256color"
        case .unknownType(let type):
            "the terminal type \"\(PlainOutput.line(type))\" is not known here: set TERM to "
                + "one that is, such as xterm-256color"
        }
    }
}
