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

    /// The terminal has gone away. Nothing more will come, and nothing can be shown.
    case hungUp
}
