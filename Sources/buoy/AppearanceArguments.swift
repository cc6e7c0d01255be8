internal import ArgumentParser
internal import Configuration
internal import CursesTerminal
internal import Dashboard
internal import TextScreen

/// The arguments that say how the dashboard looks.
struct AppearanceArguments: ParsableArguments {
    @Option(
        help: """
            The name of a theme, or the path of a theme file (with a slash). `buoy themes` lists \
            them. With NO_COLOR set it is mono.
            """)
    var theme: String?

    @Flag(help: "Draw with ASCII characters only.")
    var ascii = false

    @Flag(name: .customLong("lines"), help: "Print one line per event, also in a terminal.")
    var printsLines = false

    /// The theme asked for: by argument, by the environment, or the default.
    func resolvedTheme(environment: [String: String]) throws -> Theme {
        let isColourless = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        let name = self.theme ?? (isColourless ? "mono" : environment["BUOY_THEME"] ?? "default")
        do {
            return try ThemeSearch(environment: environment).theme(name)
        } catch {
            throw ValidationError("\(error)")
        }
    }

    func terminalOptions(_ theme: Theme) -> TerminalOptions {
        TerminalOptions(theme: theme, alphabet: self.ascii ? .ascii : nil)
    }

    func dashboardOptions(_ session: Session, glyphs: GlyphSet) -> DashboardOptions {
        DashboardOptions(
            glyphs: glyphs,
            utcOffsetSeconds: LocalTime.utcOffsetSeconds,
            serverLabel: session.serverLabel,
            address: session.address,
            appKey: session.maskedKey,
            usesTLS: session.usesTLS,
            knownChannels: session.knownChannels,
            framesPerSecond: Self.framesPerSecond(Environment.current))
    }

    /// Ten frames a second over SSH, thirty otherwise.
    private static func framesPerSecond(_ environment: [String: String]) -> Int {
        environment["SSH_CONNECTION"] != nil || environment["SSH_TTY"] != nil ? 10 : 30
    }
}
