import CBuoyNcurses
import Glibc

/// The order is the one that ncurses requires.
@MainActor
enum CursesStart {
    struct ChosenType {
        let wanted: String

        let name: String

        var notice: String? {
            self.name == self.wanted
                ? nil : "TERM=\(self.wanted) is unknown on this machine; using \(self.name) instead"
        }
    }

    /// Without enough free descriptors, terminfo could not be opened and the type would seem
    /// unknown.
    static func checkDescriptors() throws(TerminalError) {
        var copies: [Int32] = []
        defer { for copy in copies { close(copy) } }
        for _ in 0..<Self.neededDescriptors {
            let copy = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
            guard copy >= 0 else { throw .system(code: errno) }
            copies.append(copy)
        }
    }

    /// For the screen, its frames, signals, captured standard error, and terminfo.
    private static let neededDescriptors = 8

    /// `initscr` is not used because it exits the process for an unknown type; `newterm` alone is
    /// not enough because it accepts `dumb`.
    static func chooseType() throws(TerminalError) -> ChosenType {
        let wanted = Self.variable("TERM") ?? ""
        let hasColorTerm = Self.variable("COLORTERM") != nil
        // "unknown" is terminfo's name for a terminal without a type.
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
        // The types tried last are those in every terminfo database.
        throw curses_knows_type("ansi") ? .unknownType(wanted) : .noTypes
    }

    /// Restores the terminal after a crash. Requires a chosen type.
    static func resetString() -> [UInt8] {
        let string = { (name: String) in
            curses_capability(name).map { String(cString: $0) } ?? ""
        }
        return TerminalModes.resetString(
            // A frame that was cut off may have left a scroll region or insert mode.
            plain: string("sgr0") + string("rmir")
                + (string("csr").hasPrefix("\u{1B}[") ? TerminalModes.wholeRegion : ""),
            keypadOff: string("rmkx"),
            showCursor: string("cnorm"),
            leave: string("rmcup")
        )
    }

    struct Started {
        let pad: UnsafeMutablePointer<WINDOW>?

        let capture: CursesCapture

        let settings: termios
    }

    static func begin(_ type: ChosenType, escapeDelay: Int?) throws(TerminalError) -> Started {
        curses_forget_type()
        // With these variables set, ncurses would not follow changes of the window size.
        unsetenv("LINES")
        unsetenv("COLUMNS")
        let file = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        guard file >= 0 else { throw .system(code: errno) }
        let capture = try TerminalRestore.whileUsing { () throws(TerminalError) in
            try Self.takeOver(file, type)
        }
        curs_set(0)
        leaveok(curses_screen(), true)
        idlok(curses_screen(), true)
        set_escdelay(Self.escapeDelay(escapeDelay, variable: Self.variable("ESCDELAY")))
        let pad = Self.inputPad()
        var settings = termios()
        tcgetattr(STDIN_FILENO, &settings)
        return Started(pad: pad, capture: capture, settings: settings)
    }

    /// In milliseconds. A delay without a limit would make Esc swallow the keys after it.
    nonisolated static func escapeDelay(_ option: Int?, variable: String?) -> Int32 {
        let delay = option ?? variable.flatMap { Int($0) } ?? 25
        return Int32(min(max(delay, 1), 5000))
    }

    /// Until then, ncurses has written nothing; afterwards, its output reaches the terminal through
    /// `TerminalOutput`.
    private static func takeOver(
        _ file: Int32, _ type: ChosenType
    ) throws(TerminalError) -> CursesCapture {
        let started = Self.withSizeLimit {
            Self.withoutHandlers { curses_start(type.name, file) }
        }
        guard started != nil else {
            throw .unknownType(type.wanted)
        }
        // raw instead of cbreak, because Ctrl-S, Ctrl-Q, Ctrl-C, Ctrl-Z and Ctrl-\ are keys.
        raw()
        noecho()
        nonl()
        intrflush(curses_screen(), false)
        guard let capture = CursesCapture(of: file) else {
            let code = errno
            endwin()
            throw .system(code: code)
        }
        return capture
    }

    /// ncurses keeps several copies of every cell: a terminal that claims 65,535 by 65,535 would
    /// use all memory. What is beyond stays blank.
    static let mostRows: UInt16 = 500
    static let mostColumns: UInt16 = 1000

    /// ncurses allocates the screen when it starts, as large as these variables say.
    private static func withSizeLimit(_ start: () -> OpaquePointer?) -> OpaquePointer? {
        var window = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0,
            window.ws_row > Self.mostRows || window.ws_col > Self.mostColumns
        else { return start() }
        setenv("LINES", "\(min(window.ws_row, Self.mostRows))", 1)
        setenv("COLUMNS", "\(min(window.ws_col, Self.mostColumns))", 1)
        defer {
            unsetenv("LINES")
            unsetenv("COLUMNS")
        }
        return start()
    }

    /// Ignores SIGTSTP and SIGWINCH meanwhile, so that ncurses never handles them. Otherwise it
    /// would ignore SIGTSTP while it writes a frame, losing a stop at such a moment; and at a
    /// SIGWINCH it would ask for the size of its output, which is not the terminal.
    private static func withoutHandlers(_ start: () -> OpaquePointer?) -> OpaquePointer? {
        var ignoring = sigaction()
        var stop = sigaction()
        var size = sigaction()
        ignoring.__sigaction_handler.sa_handler = SIG_IGN
        sigaction(SIGTSTP, &ignoring, &stop)
        sigaction(SIGWINCH, &ignoring, &size)
        defer {
            sigaction(SIGTSTP, &stop, nil)
            sigaction(SIGWINCH, &size, nil)
        }
        return start()
    }

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

    /// Requires that terminfo was last asked about this type.
    static func evidence(_ type: String, _ ability: ColorAbility) -> ColorEvidence {
        let isInTmux = Self.variable("TMUX") != nil
        return ColorEvidence(
            type: type,
            ability: ability,
            isReplaceable: curses_color_string(200).map {
                DirectPalette.canReplace(Array(String(cString: $0).utf8))
            } ?? false,
            claim: ["RGB", "Tc"].first { curses_has_extension($0) },
            colorTerm: Self.variable("COLORTERM"),
            program: Self.variable("TERM_PROGRAM"),
            isInTmux: isInTmux,
            isInScreen: !isInTmux && (Self.variable("STY") != nil || type.hasPrefix("screen")))
    }

    /// Reading from the screen's own window would first draw pending output.
    private static func inputPad() -> UnsafeMutablePointer<WINDOW>? {
        let pad = newpad(1, 1)
        keypad(pad, true)
        // ncurses would interpret the start of a mouse report as a key, and the rest as text.
        define_key(nil, KEY_MOUSE)
        nodelay(pad, true)
        return pad
    }

    static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
