package import TextScreen

/// How a terminal is to be used.
package struct TerminalOptions: Sendable {
    /// What roles look like.
    package var theme: Theme

    /// Use no more colours than this; nil uses all that the terminal has.
    package var colorLimit: ColorDepth?

    /// Draw with these characters; nil asks the locale.
    package var alphabet: SafeText.Alphabet?

    /// Whether the window's title may be set.
    package var setsTitle: Bool

    /// Milliseconds to wait after Esc for the rest of a key; nil takes `ESCDELAY`, or 25. More is
    /// needed where a slow line tears keys apart.
    package var escapeDelay: Int?

    /// By default, all that the terminal and its locale allow.
    package init(
        theme: Theme,
        colorLimit: ColorDepth? = nil,
        alphabet: SafeText.Alphabet? = nil,
        setsTitle: Bool = true,
        escapeDelay: Int? = nil
    ) {
        self.theme = theme
        self.colorLimit = colorLimit
        self.alphabet = alphabet
        self.setsTitle = setsTitle
        self.escapeDelay = escapeDelay
    }
}

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

    /// The terminal has gone away. Nothing more will come, and nothing can be shown.
    case hungUp
}
