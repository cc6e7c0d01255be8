internal import ArgumentParser
internal import Configuration
internal import CursesTerminal
internal import Dashboard
internal import TextScreen

/// The arguments that say how the dashboard looks. What they do not say, the configuration does.
struct AppearanceArguments: ParsableArguments {
    @Option(
        name: .customLong("config"),
        help: ArgumentHelp(
            "Another configuration than the usual one; buoy config tells where that is.",
            valueName: "path"))
    var configurationPath: String?

    @Option(
        help: """
            The name of a theme, or the path of a theme file (with a slash). `buoy themes` lists \
            them. With NO_COLOR set it is mono.
            """)
    var theme: String?

    @Option(
        help: ArgumentHelp(
            "Colours at most: \(Self.colorNames).", valueName: "colours"))
    var color: ProgramOptions.ColorUse?

    @Flag(name: .customLong("no-bg"), help: "Keep the terminal's own background.")
    var keepsBackground = false

    @Flag(help: "Draw with ASCII characters only.")
    var ascii = false

    @Flag(inversion: .prefixedNo, help: "Use the mouse; F2 switches it in the program.")
    var mouse: Bool?

    @Option(
        name: .customLong("fps"),
        help: ArgumentHelp(
            "Draw at most so many frames a second (30, over SSH 10).", valueName: "number"))
    var framesPerSecond: Int?

    @Flag(name: .customLong("lines"), help: "Print one line per event, also in a terminal.")
    var printsLines = false

    @Flag(
        name: .customLong("plain"),
        help: """
            Tell what happens in sentences, for screen readers and logs: nothing is ever drawn over, \
            and no symbols are used.
            """)
    var narrates = false

    func validate() throws {
        guard let framesPerSecond else { return }
        guard 1...60 ~= framesPerSecond else {
            throw ValidationError("--fps is 1 to 60, not \(framesPerSecond).")
        }
    }

    /// Everything that is configured, changed by these arguments.
    ///
    /// - Throws: `ProgramFailure` that tells all that is wrong in the configuration.
    func loaded(by loader: ConfigurationLoader) throws -> LoadedConfiguration {
        do {
            var loaded = try loader.load(theme: self.theme)
            if let mouse { loaded.settings.usesMouse = mouse }
            loaded.keeper.begin(with: loaded.settings)
            return loaded
        } catch {
            throw ProgramFailure(.usage, error.description)
        }
    }

    /// The theme that was chosen.
    func resolvedTheme(_ loaded: LoadedConfiguration, _ themes: ThemeSearch) throws -> Theme {
        do {
            return try themes.theme(loaded.settings.theme)
        } catch {
            throw ValidationError("\(error)")
        }
    }

    func terminalOptions(_ theme: Theme, _ loaded: LoadedConfiguration) -> TerminalOptions {
        let program = loaded.program
        var options = TerminalOptions(
            theme: theme,
            colorLimit: (self.color ?? program.color).limit,
            alphabet: self.ascii || program.usesASCII ? .ascii : nil,
            setsTitle: program.setsTitle,
            escapeDelay: program.escapeDelay)
        options.paintsBackground = program.paintsBackground && !self.keepsBackground
        options.usesMouse = loaded.settings.usesMouse
        return options
    }

    func dashboardOptions(
        _ session: Session, _ loaded: LoadedConfiguration, glyphs: GlyphSet
    ) -> DashboardOptions {
        let environment = Environment.current
        var options = DashboardOptions(
            glyphs: glyphs,
            utcOffsetSeconds: LocalTime.utcOffsetSeconds,
            eventLimit: loaded.program.eventLimit,
            eventByteLimit: loaded.program.eventByteLimit,
            serverLabel: session.serverLabel,
            address: session.address,
            appKey: session.maskedKey,
            usesTLS: session.usesTLS,
            knownChannels: session.knownChannels,
            framesPerSecond: self.framesPerSecond
                ?? loaded.program.framesPerSecond(environment: environment),
            keymap: loaded.keymap)
        options.settings = loaded.settings
        options.policies = TimingArguments.policyNames
        options.environment =
            [Action.Figure("version", Version.text)] + Surroundings(environment).figures
        return options
    }

    private static let colorNames =
        ProgramOptions.ColorUse.allCases.map(\.rawValue).joined(separator: ", ")
}

extension ProgramOptions.ColorUse: ExpressibleByArgument {}
