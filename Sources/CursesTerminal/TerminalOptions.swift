package import TextScreen

/// How a terminal is to be used.
package struct TerminalOptions: Sendable {
    /// What roles look like.
    package var theme: Theme

    /// Whether a theme may paint its background. Without, the terminal's own stays, which is cheaper
    /// to draw and may be transparent.
    package var paintsBackground = true

    /// How many colours may be used.
    package var color: ColorWish

    /// Whether to ask what is behind the text, as `Terminal.askBackground` does.
    package var asksBackground = false

    /// Draw with these characters; nil asks the locale.
    package var alphabet: SafeText.Alphabet?

    /// Whether the window's title may be set.
    package var setsTitle: Bool

    /// Whether the mouse is reported from the start. `Terminal.setMouse` changes it.
    package var usesMouse = false

    /// Whether the terminal tells when its window gets and loses the keyboard.
    package var usesFocus = true

    /// Whether large changes are shown in one piece, by a mode that terminals without it ignore.
    package var synchronizesUpdates = true

    /// How text for the clipboard ends.
    package var clipboardEnding = ClipboardEnding.bell

    /// Where a crash is described; nil describes none.
    package var crashReport: CrashReportOptions?

    /// Milliseconds to wait after Esc for the rest of a key; nil takes `ESCDELAY`, or 25. More is
    /// needed where a slow line tears keys apart.
    package var escapeDelay: Int?

    /// By default, all that the terminal and its locale allow, but no mouse.
    package init(
        theme: Theme,
        color: ColorWish = .known,
        alphabet: SafeText.Alphabet? = nil,
        setsTitle: Bool = true,
        escapeDelay: Int? = nil
    ) {
        self.theme = theme
        self.color = color
        self.alphabet = alphabet
        self.setsTitle = setsTitle
        self.escapeDelay = escapeDelay
    }
}

/// How text for the clipboard ends. Nearly all terminals know both.
package enum ClipboardEnding: Sendable {
    /// BEL.
    case bell

    /// Esc and a backslash.
    case stringTerminator
}

/// Where and how a crash is described.
package struct CrashReportOptions: Sendable {
    /// The name that the last line on the terminal begins with.
    package var program: String

    /// The file that a crash makes, for the user alone. Its folder must be there; a file of that
    /// name must not.
    package var path: String

    /// What the report begins with: versions, and a description without secrets.
    package var header: [UInt8]

    /// What must not be in a report, nor in what is shown of standard error: keys, tokens, secrets.
    package var secrets: [[UInt8]]

    /// A report that a crash of a program makes.
    package init(program: String, path: String, header: [UInt8], secrets: [[UInt8]] = []) {
        self.program = program
        self.path = path
        self.header = header
        self.secrets = secrets
    }
}
