package import BuoyTextScreen
import CBuoyNcurses
import Dispatch
import Glibc

/// A terminal that shows canvases and reads keys, based on ncurses.
///
/// ```swift
/// let terminal = try Terminal.start(options)
/// defer { terminal.restore() }
/// for await event in terminal.events { … terminal.show(canvas) … }
/// ```
///
/// There can be only one at a time, because ncurses is global.
@MainActor
package final class Terminal {
    /// Ends with `restore()`.
    package nonisolated let events: AsyncStream<TerminalEvent>

    package let glyphs: GlyphSet

    package let notice: String?

    /// A change takes effect with the next frame.
    package var theme: Theme {
        didSet { self.themeChanged() }
    }

    /// While set, input waits in the terminal.
    package var holdsInput = false

    package internal(set) var frameStatistics = FrameStatistics()

    /// While set, the mouse cannot select text.
    private(set) var usesMouse: Bool

    enum Presence {
        case screen

        /// Lines on the shell's screen, until a key is pressed.
        case plain(prompt: String)

        /// The shell, while this process has been asked to end in the background.
        case away

        case restored
    }

    nonisolated let continuation: AsyncStream<TerminalEvent>.Continuation
    let showsTitle: Bool
    let pad: UnsafeMutablePointer<WINDOW>?

    let settings: termios
    let ownSettings: termios
    let output: TerminalOutput

    var resetString: [UInt8]
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

    /// Whether a change of size is being waited out, and whether there was another one meanwhile.
    var isSizePending = false
    var hasNewSize = false
    var colors: TerminalColors
    let requestedColors: RequestedColors
    var colorEvidence: ColorEvidence
    var hasAskedAboutColors = false
    let asksBackground: Bool
    var hasAskedPalette = false
    var palette: TerminalPalette
    var questions = OpenQuestions()
    var distinguishesKeys = false
    var looks: [LookKey: CellLook] = [:]

    var drawnTheme: Theme

    /// The canvas that ncurses has.
    var shown: Canvas?

    var waiting: Canvas?

    var wantsWholeFrame = false

    /// The looks of cells have changed: everything has to be passed to ncurses again.
    var hasOtherLooks = false

    /// Other output would become part of the string.
    var isSendingString = false

    /// Writing that started before the screen was left must not continue.
    var leaveCount = 0

    var title = ""
    private let usesFocus: Bool

    struct LookKey: Hashable {
        let role: Role
        let overlay: Role?
    }

    package nonisolated static var canShow: Bool {
        isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    }

    /// `6.4.20221231`
    package nonisolated static var libraryVersion: String {
        let text = curses_version().map { String(cString: $0) } ?? "unknown"
        return text.hasPrefix("ncurses ") ? String(text.dropFirst(8)) : text
    }

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
        // Before anything is changed, so that a signal never leaves the terminal changed.
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
        self.drawnTheme = options.theme
        self.asksBackground = options.asksBackground
        self.palette =
            type.name.hasPrefix("linux") ? .linuxConsole : TerminalPalette()
        self.requestedColors = options.color
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
        self.begin()
    }

    private func begin() {
        self.output.whenDrained = { [weak self] in self?.showWaiting() }
        self.enter()
        self.startListening()
        self.explainRefusal()
        self.themeChanged()
        self.askAboutKeyboard()
        // The size may have changed before anybody listened.
        self.takeSize()
    }

    /// 80 by 24 if the terminal does not know.
    package var size: ScreenSize {
        ScreenSize(
            columns: Int(getmaxx(curses_screen())), rows: Int(getmaxy(curses_screen())))
    }

    package func setTitle(_ text: String) {
        var title = PlainOutput.title(text)
        if self.glyphs.alphabet == .ascii { title.unicodeScalars.removeAll { !$0.isASCII } }
        guard self.showsTitle, title != self.title else { return }
        self.title = title
        guard case .screen = self.presence, !self.isSendingString else { return }
        self.writeRaw(TerminalModes.title(title))
    }

    /// While mouse reports are on, the terminal selects text only with Shift.
    package func setMouse(_ isOn: Bool) {
        guard isOn != self.usesMouse else { return }
        self.usesMouse = isOn
        guard case .screen = self.presence else { return }
        self.decoder.mouse.isOn = isOn
        // It would be lost in the middle of a long string.
        guard !self.isSendingString else { return }
        self.writeRaw(TerminalModes.mouse(isOn))
    }

    /// Ends a wait for input with an event.
    package nonisolated func interrupt() { self.continuation.yield(.interrupted) }

    /// Secrets are masked.
    package func setCrashNotes(_ notes: [UInt8]) {
        CrashReport.setNotes(notes)
    }

    package func setSecrets(_ secrets: [[UInt8]]) { TerminalRestore.setSecrets(secrets) }

    /// Like Ctrl-Z elsewhere; returns when the program continues.
    package func suspend() {
        switch self.presence {
        case .screen: self.leave()
        case .plain: self.leavePlain()
        case .away, .restored: return
        }
        if self.stop(by: SIGTSTP) { self.comeBack() } else { self.presence = .away }
    }

    /// Shows what was written to standard error meanwhile. The events end. Can be called
    /// repeatedly.
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
    @discardableResult
    func takeSize() -> Bool {
        var window = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0,
            window.ws_col > 0, window.ws_row > 0
        else { return false }
        let before = self.size
        resize_term(
            Int32(min(window.ws_row, CursesStart.mostRows)),
            Int32(min(window.ws_col, CursesStart.mostColumns)))
        return self.size != before
    }

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

    /// The modes that ncurses does not know. ncurses itself resumes with the next frame.
    func enter() {
        TerminalRestore.setDuty(.everything)
        self.use(self.ownSettings)
        self.decoder.mouse.isOn = self.usesMouse
        self.writeRaw(TerminalModes.begin(focus: self.usesFocus, mouse: self.usesMouse))
        if self.distinguishesKeys { self.writeRaw(TerminalModes.distinguishKeys) }
        guard self.showsTitle else { return }
        self.writeRaw(TerminalModes.saveTitle)
        if !self.title.isEmpty { self.writeRaw(TerminalModes.title(self.title)) }
    }

    func leave() {
        self.readLastAnswers()
        self.leaveCount += 1
        self.isSendingString = false
        self.decoder.mouse.isOn = false
        let keyboard = self.distinguishesKeys ? TerminalModes.stopDistinguishingKeys : ""
        let modes = keyboard + TerminalModes.end + self.titleRestoring
        _ = self.takeCaptured()
        endwin()
        self.writeLast(Array(modes.utf8) + self.takeCaptured())
        self.use(self.settings)
        TerminalRestore.setDuty(.nothing)
    }

    var titleRestoring: String { self.showsTitle ? TerminalModes.restoreTitle : "" }

    /// Does not wait for pending output.
    func use(_ settings: termios) {
        var settings = settings
        _ = TerminalRestore.whileUsing { tcsetattr(STDIN_FILENO, TCSANOW, &settings) }
    }

    /// Stops the process until it is in the foreground; `false` if that is impossible.
    ///
    /// In the background, using the terminal would draw over the shell: threads of a dispatch queue
    /// block the signals that normally prevent this. So the process stops itself again, as the
    /// system would.
    func stop(by signal: Int32) -> Bool {
        var signal = signal
        var attempts = 0
        repeat {
            let start = DispatchTime.now()
            self.signals?.stopProcess(by: signal)
            guard !Self.isInForeground else { return true }
            // Without a shell with job control, nothing stops. A shell can be quick, but not every
            // time.
            attempts = start + .milliseconds(2) < .now() ? 0 : attempts + 1
            // The signal that resumed the process arrives first, and the one that ends it shortly
            // afterwards.
            poll(nil, 0, 20)
            signal = SIGTTOU
        } while attempts < 3 && self.signals?.isEnding != true
        return false
    }

    static var isInForeground: Bool {
        let group = tcgetpgrp(STDIN_FILENO)
        return group < 0 || group == getpgrp()
    }
}
