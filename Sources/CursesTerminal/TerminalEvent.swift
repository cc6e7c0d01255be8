package import TextScreen

/// Something that a terminal reports by itself.
package enum TerminalEvent: Hashable, Sendable {
    /// Keys were pressed, or text was pasted.
    case keys([KeyPress])

    /// The screen has another size.
    case resized(ScreenSize)

    /// A signal asks the program to end: SIGINT, SIGTERM or SIGHUP. Exit with 128 and its number.
    case ended(signal: Int32)

    /// The program goes on after it was stopped. Time has passed; everything must be drawn again.
    case resumed

    /// SIGUSR2 asks to read the configuration and themes again.
    case reload

    /// The terminal has answered what is behind its text, after `Terminal.askBackground`.
    case background(isLight: Bool)

    /// Something to tell the user about the terminal, such as why it shows fewer colours than asked.
    case remark(String)

    /// The terminal has gone away. Nothing more will come, and nothing can be shown.
    case hungUp
}
