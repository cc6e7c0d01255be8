import CNcurses
import Dispatch
import Glibc
package import TextScreen

/// A terminal that shows canvases and reads keys, by way of ncurses.
///
/// ```swift
/// let terminal = try Terminal.start(options)
/// defer { terminal.restore() }
/// for await event in terminal.events { … terminal.show(canvas) … }
/// ```
///
/// There is one at a time: ncurses is a global thing. All of it happens on the main actor.
@MainActor
package final class Terminal {
    /// Keys, sizes and signals, in order. Ends with `restore()`.
    package nonisolated let events: AsyncStream<TerminalEvent>

    /// The symbols that this terminal can draw.
    package let glyphs: GlyphSet

    /// Something to tell the user about how the terminal was started, such as the type that was
    /// used in place of an unknown one.
    package let notice: String?

    /// What roles look like. The next frame shows a change.
    package var theme: Theme {
        didSet { self.themeChanged() }
    }

    /// What became of frames so far.
    package internal(set) var frameStatistics = FrameStatistics()

    /// Whether the mouse is reported to the program, and cannot mark text for the terminal.
    package private(set) var usesMouse: Bool

    /// What is on the terminal.
    enum Presence {
        /// The program, with its screen.
        case screen

        /// The program, with lines on the shell's screen; a key ends that.
        case plain(prompt: String)

        /// The shell, while this process is told to end in the background.
        case away

        /// The shell, for good.
        case restored
    }

    let continuation: AsyncStream<TerminalEvent>.Continuation
    let showsTitle: Bool
    let pad: UnsafeMutablePointer<WINDOW>?

    /// How the terminal treats keys and lines for the shell, and for the program.
    let settings: termios
    let ownSettings: termios
    let output: TerminalOutput

    /// What gives the terminal back, whatever is on it.
    let resetString: [UInt8]
    let capture: CursesCapture
    let clipboard: Clipboard
    let typeName: String
    let synchronizesUpdates: Bool
    let paintsBackground: Bool
    var presence = Presence.screen
    var decoder: InputDecoder
    var lastInput = DispatchTime.now()
    var inputSource: (any DispatchSourceRead)?
    let signals: SignalPipe?

    /// Whether a change of size is waited for to end, and whether there was another one meanwhile.
    var isSizePending = false
    var hasNewSize = false
    var colors: TerminalColors
    let colorWish: ColorWish
    var colorEvidence: ColorEvidence
    var hasAskedAboutColors = false
    var questions = OpenQuestions()
    var looks: [LookKey: CellLook] = [:]

    /// The theme as it is drawn.
    var drawnTheme: Theme

    /// What ncurses has.
    var shown: Canvas?

    /// The last frame that came while none could be shown.
    var waiting: Canvas?

    /// Whether the next frame has to be written whole, whatever the terminal shows.
    var wantsWholeFrame = false

    /// Whether everything has to be handed to ncurses again, as cells look otherwise now.
    var hasOtherLooks = false

    /// Whether a long string is on its way to the terminal. Anything written now would be in it.
    var isSendingString = false

    /// How often the screen was left. Whatever is being written then is not to be gone on with.
    var leaveCount = 0

    var title = ""
    private let usesFocus: Bool

    struct LookKey: Hashable {
        let role: Role
        let overlay: Role?
    }

    /// Whether standard input and output are a terminal.
    package nonisolated static var canShow: Bool {
        isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    }

    /// The version of the ncurses that the program runs with: `6.4.20221231`.
    package nonisolated static var libraryVersion: String {
        let text = curses_version().map { String(cString: $0) } ?? "unknown"
        return text.hasPrefix("ncurses ") ? String(text.dropFirst(8)) : text
    }

    /// Takes the terminal over: the alternate screen, keys one by one, signals.
    package static func start(_ options: TerminalOptions) throws(TerminalError) -> Terminal {
        guard Self.canShow else { throw .notATerminal }
        var settings = termios()
        tcgetattr(STDIN_FILENO, &settings)
        let alphabet = TerminalLocale.setUp(wanted: options.alphabet)
        try CursesStart.checkDescriptors()
        let type = try CursesStart.chooseType()
        let reset = CursesStart.resetString()
        let output = TerminalOutput()
        TerminalRestore.arm(reset: reset, settings: settings, screen: output.descriptor)
        CrashReport.prepare(options.crashReport)
        // Before anything is changed, so that there is no moment in which a signal leaves it so.
        CrashHandlers.install()
        let signals = SignalPipe()
        let curses: CursesStart.Started
        do throws(TerminalError) {
            curses = try CursesStart.begin(type, escapeDelay: options.escapeDelay)
        } catch {
            TerminalRestore.setDuty(.nothing)
            signals?.stop()
            CrashHandlers.remove()
            throw error
        }
        CapturedErrors.begin()
        let evidence = CursesStart.evidence(type.name, CursesStart.beginColors())
        return Terminal(
            options: options,
            type: type,
            settings: settings,
            output: output,
            resetString: reset,
            curses: curses,
            signals: signals,
            glyphs: alphabet == .ascii ? .ascii : type.name.hasPrefix("linux") ? .vt : .unicode,
            evidence: evidence
        )
    }

    private init(
        options: TerminalOptions,
        type: CursesStart.ChosenType,
        settings: termios,
        output: TerminalOutput,
        resetString: [UInt8],
        curses: CursesStart.Started,
        signals: SignalPipe?,
        glyphs: GlyphSet,
        evidence: ColorEvidence
    ) {
        (self.events, self.continuation) = AsyncStream.makeStream()
        self.glyphs = glyphs
        self.notice = type.notice
        self.theme = options.theme
        self.paintsBackground = options.paintsBackground
        self.drawnTheme = Self.drawn(options.theme, paintsBackground: options.paintsBackground)
        self.colorWish = options.color
        self.colorEvidence = evidence
        self.colors = TerminalColors(
            ability: evidence.ability, depth: evidence.finding(options.color).depth)
        self.settings = settings
        self.ownSettings = curses.settings
        self.output = output
        self.resetString = resetString
        self.capture = curses.capture
        self.pad = curses.pad
        self.signals = signals
        self.decoder = InputDecoder(extendedKeys: KeyCode.extended())
        self.typeName = type.name
        self.showsTitle = options.setsTitle && TerminalType.showsTitle(type.name)
        self.usesMouse = options.usesMouse
        self.usesFocus = options.usesFocus
        self.synchronizesUpdates = options.synchronizesUpdates
        self.clipboard = Clipboard(
            route: Clipboard.route(type: type.name) { CursesStart.variable($0) },
            ending: options.clipboardEnding)
        self.output.whenDrained = { [weak self] in self?.showWaiting() }
        self.enter()
        self.startListening()
        self.explainRefusal()
        if options.asksBackground { self.askBackground() }
        self.askAboutColors()
        // A change that came before anybody listened.
        self.takeSize()
    }

    /// How many cells the screen has now. A terminal that does not know its size has 80 by 24.
    package var size: ScreenSize {
        ScreenSize(
            columns: Int(getmaxx(curses_screen())), rows: Int(getmaxy(curses_screen())))
    }

    /// Sets the window's title, if that is wanted and the terminal has one.
    package func setTitle(_ text: String) {
        var title = PlainOutput.title(text)
        if self.glyphs.alphabet == .ascii { title.unicodeScalars.removeAll { !$0.isASCII } }
        guard self.showsTitle, title != self.title else { return }
        self.title = title
        guard case .screen = self.presence, !self.isSendingString else { return }
        self.writeRaw(TerminalModes.title(title))
    }

    /// Whether the mouse is reported. While it is, the terminal marks text only with Shift held.
    package func setMouse(_ isOn: Bool) {
        guard isOn != self.usesMouse else { return }
        self.usesMouse = isOn
        guard case .screen = self.presence else { return }
        self.decoder.mouse.isOn = isOn
        // In the middle of a long string it would be lost.
        guard !self.isSendingString else { return }
        self.writeRaw(TerminalModes.mouse(isOn))
    }

    /// What a crash report says of the program from now on. Secrets are covered in it.
    package func setCrashNotes(_ notes: [UInt8]) {
        CrashReport.setNotes(notes)
    }

    /// Stops the program, as Ctrl-Z does elsewhere, and returns when it goes on. The terminal is
    /// the shell's in between.
    package func suspend() {
        switch self.presence {
        case .screen: self.leave()
        case .plain: self.leavePlain()
        case .away, .restored: return
        }
        if self.stop(by: SIGTSTP) { self.comeBack() } else { self.presence = .away }
    }

    /// Gives the terminal back, and shows what was written to standard error meanwhile. The events
    /// end. May be called again.
    package func restore() {
        switch self.presence {
        case .screen, .plain, .away: break
        case .restored: return
        }
        self.inputSource?.cancel()
        switch self.presence {
        case .screen: self.leave()
        case .plain: self.leavePlain()
        case .away, .restored: break
        }
        self.presence = .restored
        self.signals?.stop()
        CrashHandlers.remove()
        CapturedErrors.end()
        self.continuation.finish()
    }
}

extension Terminal {
    /// Takes over the size that the terminal has now, and answers whether it is another one.
    @discardableResult
    func takeSize() -> Bool {
        var window = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0,
            window.ws_col > 0, window.ws_row > 0
        else { return false }
        let before = self.size
        // ncurses keeps two copies of every cell: a terminal that claims 65,535 by 65,535 would take
        // all memory.
        resize_term(
            Int32(min(window.ws_row, Self.mostRows)), Int32(min(window.ws_col, Self.mostColumns)))
        return self.size != before
    }

    private static let mostRows: UInt16 = 500
    private static let mostColumns: UInt16 = 1000

    /// Takes the terminal over again after the shell had it while the program was stopped.
    func comeBack() {
        let hasOtherSize = self.takeSize()
        if case .plain(let prompt) = self.presence {
            self.enterPlain()
            self.writeRaw(prompt)
        } else {
            self.presence = .screen
            self.enter()
            self.redraw()
        }
        if hasOtherSize { self.continuation.yield(.resized(self.size)) }
        self.continuation.yield(.resumed)
    }

    /// Switches on what ncurses does not know. ncurses itself comes back with the next frame.
    func enter() {
        TerminalRestore.setDuty(.everything)
        self.use(self.ownSettings)
        self.decoder.mouse.isOn = self.usesMouse
        self.writeRaw(TerminalModes.begin(focus: self.usesFocus, mouse: self.usesMouse))
        guard self.showsTitle else { return }
        self.writeRaw(TerminalModes.saveTitle)
        if !self.title.isEmpty { self.writeRaw(TerminalModes.title(self.title)) }
    }

    /// Gives the screen back.
    func leave() {
        self.readLastAnswers()
        self.leaveCount += 1
        self.isSendingString = false
        self.decoder.mouse.isOn = false
        let modes = TerminalModes.end + self.titleRestoring
        _ = self.takeCaptured()
        endwin()
        self.writeLast(Array(modes.utf8) + self.takeCaptured())
        self.use(self.settings)
        TerminalRestore.setDuty(.nothing)
    }

    /// What brings the shell's title back, if there was another one.
    var titleRestoring: String { self.showsTitle ? TerminalModes.restoreTitle : "" }

    /// Lets the terminal treat keys and lines in this way from now on. Nothing waits until the
    /// terminal has taken what was written before.
    func use(_ settings: termios) {
        var settings = settings
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }

    /// Stops the process until it is in the foreground. Answers false when it cannot get there.
    ///
    /// In the background, using the terminal would draw over the shell: threads of a dispatch queue
    /// block the signals by which the system prevents that. So the process stops itself again, as
    /// the system would have done.
    func stop(by signal: Int32) -> Bool {
        var signal = signal
        var attempts = 0
        repeat {
            let start = DispatchTime.now()
            self.signals?.stopProcess(by: signal)
            guard !Self.isInForeground else { return true }
            // Where no shell takes care of it, nothing stops. A shell can be quick, but not each time.
            attempts = start + .milliseconds(2) < .now() ? 0 : attempts + 1
            // The signal that woke the process comes first, and the one that ends it a moment later.
            poll(nil, 0, 20)
            signal = SIGTTOU
        } while attempts < 3 && self.signals?.isEnding != true
        return false
    }

    /// Whether the terminal may be used. True where there are no jobs.
    static var isInForeground: Bool {
        let group = tcgetpgrp(STDIN_FILENO)
        return group < 0 || group == getpgrp()
    }
}
