import BuoyTextScreen

/// The configured options of the program and its terminal. The dashboard does not use them, and
/// they do not change while the program runs.
package struct ProgramOptions: Hashable, Sendable {
    /// The maximum number of colours.
    package enum ColorUse: String, CaseIterable, Hashable, Sendable {
        /// All that the terminal is known to support, unless `NO_COLOR` is set.
        case auto
        case never
        case sixteen = "16"
        case indexed = "256"
        /// Any colour, even if nothing says that the terminal supports it, and if `NO_COLOR` is
        /// set.
        case direct = "true"

        /// The maximum number of colours; `nil` for no limit.
        var limit: ColorDepth? {
            switch self {
            case .auto, .direct: nil
            case .never: .monochrome
            case .sixteen: .sixteen
            case .indexed: .indexed
            }
        }
    }

    /// The maximum number of colours.
    package var color = ColorUse.auto
    /// Whether to draw with ASCII characters only; otherwise the locale decides.
    package var usesASCII = false
    /// Whether to paint the theme's background.
    var paintsBackground = true
    /// Whether to set the window title.
    var setsTitle = true
    /// The maximum number of frames per second; see `framesPerSecond(environment:)`.
    var framesPerSecond: Int?
    /// How long to wait for the rest of a key after Esc, in milliseconds; `nil` for `ESCDELAY`, or
    /// 25.
    var escapeDelay: Int?
    /// Whether the mouse is used at the start; `nil` for everywhere except over SSH.
    var usesMouse: Bool?
    /// The maximum number of rows in the event log.
    var eventLimit = 50_000
    /// The maximum size of the events in the log, in bytes.
    package var eventByteLimit = 64 << 20

    /// The defaults.
    init() {}

    /// The frame rate: the configured one, or 10 over SSH and 30 otherwise.
    func framesPerSecond(environment: [String: String]) -> Int {
        self.framesPerSecond ?? (TerminalEnvironment(environment).isRemote ? 10 : 30)
    }
}
