package import BuoyTextScreen

/// Options for the use of a terminal.
package struct TerminalOptions: Sendable {
    var theme: Theme

    /// Whether to draw the theme's background. Otherwise the terminal's own is kept, which is
    /// faster to draw and may be transparent.
    package var paintsBackground = true

    /// The requested number of colours.
    var color: RequestedColors

    /// Whether to ask for the background colour, like `Terminal.askBackground`.
    package var asksBackground = false

    /// The characters to draw with; `nil` to follow the locale.
    var alphabet: SafeText.Alphabet?

    /// Whether the window title may be set.
    var setsTitle: Bool

    /// Whether mouse actions are reported from the start. `Terminal.setMouse` changes this.
    package var usesMouse = false

    /// Whether the terminal reports when its window gains or loses the focus.
    var usesFocus = true

    /// Whether large changes are shown at once, with a mode that other terminals ignore.
    var synchronizesUpdates = true

    /// How text for the clipboard is terminated.
    var clipboardEnding = ClipboardEnding.bell

    /// The options for crash reports; `nil` for none.
    package var crashReport: CrashReportOptions?

    /// How long to wait after Esc for the rest of a key, in milliseconds; `nil` for `ESCDELAY`, or
    /// 25. Slow connections need more.
    var escapeDelay: Int?

    /// Creates options: by default, everything that the terminal and its locale support, except the
    /// mouse.
    package init(
        theme: Theme,
        color: RequestedColors = .known,
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

/// How text for the clipboard is terminated. Nearly all terminals support both.
enum ClipboardEnding: Sendable {
    /// BEL.
    case bell

    /// Esc and a backslash.
    case stringTerminator
}

/// The options for crash reports.
package struct CrashReportOptions: Sendable {
    /// The name of the program in the last line on the terminal.
    var program: String

    /// The report's file, which only the user can read. Its folder must exist; the file must not.
    var path: String

    /// The start of the report: versions, and a description without secrets.
    var header: [UInt8]

    /// What must not be in a report or in captured standard error: keys, tokens, secrets.
    var secrets: [[UInt8]]

    /// The alphabet of the last line on the terminal.
    var alphabet: SafeText.Alphabet

    package init(
        program: String, path: String, header: [UInt8], secrets: [[UInt8]] = [],
        alphabet: SafeText.Alphabet = .unicode
    ) {
        self.alphabet = alphabet
        self.program = program
        self.path = path
        self.header = header
        self.secrets = secrets
    }
}
