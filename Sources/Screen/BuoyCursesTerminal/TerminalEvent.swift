package import BuoyTextScreen

/// An event of a terminal.
package enum TerminalEvent: Hashable, Sendable {
    /// Keys were pressed, or text was pasted.
    case keys([KeyPress])

    /// The size of the screen has changed.
    case resized(ScreenSize)

    /// A signal asks the program to end: SIGINT, SIGTERM or SIGHUP. Exit with 128 plus its number.
    case ended(signal: Int32)

    /// The program continues after it was stopped. Time has passed, and everything must be drawn
    /// again.
    case resumed

    /// SIGUSR2: reload the configuration and the themes.
    case reload

    /// The terminal has reported its background colour, after `Terminal.askBackground`.
    case background(isLight: Bool)

    /// A remark about the terminal for the user, such as why it shows fewer colours than requested.
    case remark(String)

    /// The terminal is gone. There are no more events, and nothing can be shown.
    case hungUp
}
