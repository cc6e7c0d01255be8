import BuoyTextScreen

/// Not used by the dashboard, and unchanged while the program runs.
package struct ProgramOptions: Hashable, Sendable {
    package enum ColorUse: String, CaseIterable, Hashable, Sendable {
        /// What the terminal is known to support; none if `NO_COLOR` is set.
        case auto
        case never
        case sixteen = "16"
        case indexed = "256"
        /// Any colour, even if nothing says that the terminal supports it, and if `NO_COLOR` is
        /// set.
        case direct = "true"

        var limit: ColorDepth? {
            switch self {
            case .auto, .direct: nil
            case .never: .monochrome
            case .sixteen: .sixteen
            case .indexed: .indexed
            }
        }
    }

    package var color = ColorUse.auto
    /// Otherwise the locale decides.
    package var usesASCII = false
    var paintsBackground = true
    var setsTitle = true
    var framesPerSecond: Int?
    /// In milliseconds; `nil` for `ESCDELAY`, or 25.
    var escapeDelay: Int?
    /// `nil` for everywhere except over SSH.
    var usesMouse: Bool?
    var eventLimit = 50_000
    package var eventByteLimit = 64 << 20

    /// The configured rate, or 10 over SSH and 30 otherwise.
    func framesPerSecond(environment: [String: String]) -> Int {
        self.framesPerSecond ?? (TerminalEnvironment(environment).isRemote ? 10 : 30)
    }
}
