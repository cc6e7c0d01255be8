package import TextScreen

/// What a configuration says about the program and its terminal. The dashboard itself does not ask
/// for it, and none of it changes while it runs.
package struct ProgramOptions: Hashable, Sendable {
    /// The most colours to use.
    package enum ColorUse: String, CaseIterable, Hashable, Sendable {
        /// All that the terminal has, unless `NO_COLOR` asks for none.
        case auto
        case never
        case sixteen = "16"
        case indexed = "256"
        /// All that the terminal has, `NO_COLOR` or not.
        case direct = "true"

        /// Never more colours than this; `nil` for all that there are.
        package var limit: ColorDepth? {
            switch self {
            case .auto, .direct: nil
            case .never: .monochrome
            case .sixteen: .sixteen
            case .indexed: .indexed
            }
        }
    }

    /// How many colours are used.
    package var color = ColorUse.auto
    /// Draws with ASCII characters only; otherwise the locale decides.
    package var usesASCII = false
    /// Whether the theme's background is painted.
    package var paintsBackground = true
    /// Whether the window's title is set.
    package var setsTitle = true
    /// At most so many frames a second; see `framesPerSecond(environment:)`.
    package var framesPerSecond: Int?
    /// Milliseconds to wait for the rest of a key after Esc; `nil` takes `ESCDELAY`, or 25.
    package var escapeDelay: Int?
    /// Whether the mouse is used at the start; `nil` for everywhere but over SSH.
    package var usesMouse: Bool?
    /// How many rows the event log keeps.
    package var eventLimit = 50_000
    /// How many bytes of events the log keeps in memory.
    package var eventByteLimit = 64 << 20

    /// The defaults.
    package init() {}

    /// The frame rate: as chosen, or else 10 over SSH and 30 otherwise.
    package func framesPerSecond(environment: [String: String]) -> Int {
        self.framesPerSecond ?? (Surroundings(environment).isRemote ? 10 : 30)
    }
}
