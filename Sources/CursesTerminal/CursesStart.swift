import CNcurses
import Glibc

/// The steps that take a terminal over, in the order in which ncurses needs them.
@MainActor
enum CursesStart {
    /// A terminal type that can be drawn on.
    struct ChosenType {
        /// What TERM says.
        let wanted: String

        /// What is used.
        let name: String

        var notice: String? {
            self.name == self.wanted
                ? nil : "TERM=\(self.wanted) is not known here, \(self.name) is used instead"
        }
    }

    /// Finds a type that terminfo knows. `initscr` is not used because it exits the process when it
    /// does not know the type, and `newterm` alone is not enough because it accepts `dumb`.
    static func chooseType() throws(TerminalError) -> ChosenType {
        let wanted = Self.variable("TERM") ?? ""
        let hasColorTerm = Self.variable("COLORTERM") != nil
        // Nothing is known of a terminal without a type; "unknown" is what terminfo calls that.
        guard !wanted.isEmpty, wanted != "unknown" else {
            throw .unknownType(wanted)
        }
        for name in TerminalType.candidates(type: wanted, hasColorTerm: hasColorTerm) {
            guard curses_knows_type(name) else {
                curses_forget_type()
                continue
            }
            guard curses_capability("cup") != nil else {
                curses_forget_type()
                throw .noCursorAddressing(type: name)
            }
            return ChosenType(wanted: wanted, name: name)
        }
        throw .unknownType(wanted)
    }

    /// What gives the terminal back after a crash. Needs a chosen type.
    static func resetString() -> [UInt8] {
        let string = { (name: String) in
            curses_capability(name).map { String(cString: $0) } ?? ""
        }
        return TerminalModes.resetString(
            plain: string("sgr0"),
            keypadOff: string("rmkx"),
            showCursor: string("cnorm"),
            leave: string("rmcup")
        )
    }

    /// Starts ncurses. The answer is the window that keys are read from; nil when ncurses refuses.
    static func begin(type: String, escapeDelay: Int?) -> UnsafeMutablePointer<WINDOW>? {
        curses_forget_type()
        // With these set, ncurses would keep to them whatever the size of the window becomes.
        unsetenv("LINES")
        unsetenv("COLUMNS")
        guard Self.withoutHandlerForStops({ curses_start(type) }) != nil else { return nil }
        // raw and not cbreak: Ctrl-S, Ctrl-Q, Ctrl-C, Ctrl-Z and Ctrl-\ are keys.
        raw()
        noecho()
        nonl()
        intrflush(curses_screen(), false)
        curs_set(0)
        leaveok(curses_screen(), true)
        idlok(curses_screen(), true)
        if let delay = escapeDelay ?? (Self.variable("ESCDELAY") == nil ? 25 : nil) {
            set_escdelay(Int32(clamping: min(max(delay, 1), 10_000)))
        }
        return Self.inputPad()
    }

    /// Starts ncurses with SIGTSTP ignored, and puts back what was there before. ncurses then leaves
    /// that signal alone for ever. Otherwise it would ignore the signal while it writes a frame, and
    /// a stop that comes at such a moment would be lost.
    private static func withoutHandlerForStops(_ start: () -> OpaquePointer?) -> OpaquePointer? {
        var ignoring = sigaction()
        var before = sigaction()
        ignoring.__sigaction_handler.sa_handler = SIG_IGN
        sigaction(SIGTSTP, &ignoring, &before)
        defer { sigaction(SIGTSTP, &before, nil) }
        return start()
    }

    /// What the terminal can do about colour, which is switched on by this.
    static func beginColors() -> ColorAbility {
        curses_keep_palette()
        guard has_colors(), start_color() == OK else {
            return ColorAbility(colors: 0, pairs: 0, hasDefaults: false)
        }
        let hasDefaults = use_default_colors() == OK
        return ColorAbility(
            colors: Int(curses_colors()),
            pairs: Int(curses_color_pairs()),
            hasDefaults: hasDefaults
        )
    }

    /// A pad, as reading from the screen's own window would first draw what waits to be drawn.
    private static func inputPad() -> UnsafeMutablePointer<WINDOW>? {
        let pad = newpad(1, 1)
        keypad(pad, true)
        // ncurses would take the beginning of a mouse report for a key, and the rest for text.
        define_key(nil, KEY_MOUSE)
        nodelay(pad, true)
        return pad
    }

    /// A variable of the environment; nil when it is not set or empty.
    static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
