package import BuoyTextScreen

package struct TerminalOptions: Sendable {
    var theme: Theme

    /// Otherwise the terminal's own is kept, which is faster to draw and may be transparent.
    package var paintsBackground = true

    var color: RequestedColors

    package var asksBackground = false

    /// `nil` to follow the locale.
    var alphabet: SafeText.Alphabet?

    var setsTitle: Bool

    package var usesMouse = false

    var usesFocus = true

    /// Large changes are shown at once, with a mode that other terminals ignore.
    var synchronizesUpdates = true

    var clipboardEnding = ClipboardEnding.bell

    package var crashReport: CrashReportOptions?

    /// How long to wait after Esc for the rest of a key, in milliseconds; `nil` for `ESCDELAY`, or
    /// 25.
    var escapeDelay: Int?

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

/// Nearly all terminals support both.
enum ClipboardEnding: Sendable {
    case bell

    case stringTerminator
}

package struct CrashReportOptions: Sendable {
    var program: String

    /// Only the user can read it. Its folder must exist; the file must not.
    var path: String

    /// Versions, and a description without secrets.
    var header: [UInt8]

    /// What must not be in a report or in captured standard error: keys, tokens, secrets.
    var secrets: [[UInt8]]

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
