import BuoyDashboard
import BuoyScripts

/// The keys with a single value. The reader, the template of `buoy config --print-default` and
/// `docs/configuration.md` are made from this table.
enum ConfigurationKey: String, TableKey, Hashable, Sendable {
    case theme, background, color, ascii
    case paintBackground = "paint-background"
    case layout, times
    case connectionRows = "connection-rows"
    case mouse, title
    case confirmQuit = "confirm-quit"
    case framesPerSecond = "frames-per-second"
    case escapeDelay = "escape-delay"
    case historyEvents = "history.events"
    case historyBytes = "history.bytes"
    case channelsOrder = "channels.order"
    case membersOrder = "members.order"
    case inspectorWrap = "inspector.wrap"

    var name: String { self.rawValue }

    struct Entry: Sendable {
        enum Reading: Sendable {
            case theme
            case layout
            case value(@Sendable (inout ConfigurationFile, SettingValue) -> Void)
        }

        /// When a value set in the program takes effect.
        enum Effect: Sendable {
            case now(
                @Sendable (ConfigurationLoader, ConfigurationFile, inout DashboardSettings) -> Void)
            case atStart
        }

        let form: SettingForm
        let standard: String
        let summary: String
        let reading: Reading
        let effect: Effect

        init(
            _ form: SettingForm, _ reading: Reading, _ effect: Effect, _ standard: String,
            _ summary: String
        ) {
            self.form = form
            self.reading = reading
            self.effect = effect
            self.standard = standard
            self.summary = summary
        }

        /// For a setting of the dashboard, which can be changed while the program runs.
        init<Value>(
            setting path: any WritableKeyPath<DashboardSettings, Value> & Sendable,
            _ kind: SettingKind<Value>, _ standard: String, _ summary: String
        ) {
            self.init(
                kind.form,
                .value { file, value in
                    if let value = kind.value(value) { file.settings[keyPath: path] = value }
                },
                .now { $2[keyPath: path] = $1.settings[keyPath: path] }, standard, summary)
        }

        init<Value>(
            program path: any WritableKeyPath<ProgramOptions, Value> & Sendable,
            _ kind: SettingKind<Value>, _ standard: String, _ summary: String
        ) {
            self.init(
                kind.form,
                .value { file, value in
                    if let value = kind.value(value) { file.program[keyPath: path] = value }
                }, .atStart, standard, summary)
        }

        /// For an option of the program that may be `"auto"`.
        init<Value>(
            program path: any WritableKeyPath<ProgramOptions, Value?> & Sendable,
            _ kind: SettingKind<Value>, _ standard: String, _ summary: String,
            effect: Effect = .atStart
        ) {
            self.init(
                kind.form, .value { $0.program[keyPath: path] = kind.value($1) }, effect, standard,
                summary)
        }
    }

    var entry: Entry {
        switch self {
        case .theme:
            Entry(
                .themes, .theme, .now { $2.theme = $1.theme.name(isLight: $0.isLight($1)) },
                "\"default\"",
                "A theme name or the path to a theme file (containing a slash), or one for each "
                    + "background: { dark = \"nord\", light = \"solarized-light\" }.")
        case .background:
            Entry(
                SettingKind<TerminalBackground>.word.form,
                .value { file, value in
                    if let background = SettingKind<TerminalBackground>.word.value(value) {
                        file.background = background
                    }
                }, .atStart, "\"auto\"",
                "The terminal's background, used to choose between two themes; auto queries the "
                    + "terminal, then falls back to COLORFGBG and finally to dark.")
        case .color:
            Entry(
                program: \.color, .word, "\"auto\"",
                "The maximum number of colours: auto uses every colour the terminal reports, "
                    + "unless NO_COLOR is set; true also uses unreported colours.")
        case .ascii:
            Entry(program: \.usesASCII, .flag, "false", "Draws with ASCII characters only.")
        case .paintBackground:
            Entry(
                program: \.paintsBackground, .flag, "true",
                "Paints the theme's background; false keeps the terminal's own.")
        case .layout:
            Entry(
                .firstLayout, .layout, .now { $2.layout = $1.settings.layout }, "\"standard\"",
                "The pane layout: standard, events, presence, debugging, or a saved layout.")
        case .times:
            Entry(
                setting: \.timeFormat, .word, "\"local\"",
                "The time format: local time, UTC, age, or time since the previous row.")
        case .connectionRows:
            Entry(
                setting: \.showsSystemRows, .flag, "true",
                "Shows states, members and subscriptions in Events.")
        case .mouse:
            Entry(
                program: \.usesMouse, .automatic, "\"auto\"",
                "Uses the mouse; auto means yes, except over SSH. Hold Shift to select text.",
                effect: .now { $2.usesMouse = $1.program.usesMouse ?? !$0.isRemote })
        case .title:
            Entry(program: \.setsTitle, .flag, "true", "Sets the title of the terminal window.")
        case .confirmQuit:
            Entry(
                setting: \.confirmsQuit, .flag, "true",
                "Asks before quitting if marked rows have not been exported.")
        case .framesPerSecond:
            Entry(
                program: \.framesPerSecond, .automatic(1...60), "\"auto\"",
                "The maximum number of frames per second; auto means 30, or 10 over SSH. "
                    + "While events replace the whole screen with each frame, at most 10.")
        case .escapeDelay:
            Entry(
                program: \.escapeDelay, .automatic(1...5000), "\"auto\"",
                "The wait after Esc for the rest of a key sequence, in milliseconds; auto uses "
                    + "ESCDELAY, or else 25. Increase it for slow connections.")
        case .historyEvents:
            Entry(
                program: \.eventLimit, .number(100...10_000_000), "50000",
                "The maximum number of rows in Events.")
        case .historyBytes:
            Entry(
                program: \.eventByteLimit, .size(64 << 10...64 << 30), "\"64 MiB\"",
                "The maximum memory for logged events; in a proxy, for the events and frames of "
                    + "all clients combined.")
        case .channelsOrder:
            Entry(
                setting: \.channelOrder, .word, "\"added\"",
                "The sort order of channels: as added, or by name, rate, last event or kind.")
        case .membersOrder:
            Entry(
                setting: \.memberOrder, .word, "\"joined\"",
                "The sort order of members: as they joined, newest first, or by name.")
        case .inspectorWrap:
            Entry(
                setting: \.wrapsInspector, .flag, "true", "Wraps long lines in the inspector.")
        }
    }
}
