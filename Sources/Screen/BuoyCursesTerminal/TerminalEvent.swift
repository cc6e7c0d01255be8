package import BuoyTextScreen

package enum TerminalEvent: Hashable, Sendable {
    case keys([KeyPress])

    case resized(ScreenSize)

    /// SIGINT, SIGTERM or SIGHUP. Exit with 128 plus the number.
    case ended(signal: Int32)

    /// Time has passed, and everything must be drawn again.
    case resumed

    /// SIGUSR2: reload the configuration and the themes.
    case reload

    case background(isLight: Bool)

    case remark(String)

    case hungUp

    /// `interrupt()` was called.
    case interrupted
}
