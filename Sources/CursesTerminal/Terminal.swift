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

    /// Something to tell the user about how the terminal was started, such as a type that stands in
    /// for an unknown one.
    package let notice: String?

    /// What roles look like. After a change, call `redraw()`.
    package var theme: Theme {
        didSet { self.looks.removeAll() }
    }

    let continuation: AsyncStream<TerminalEvent>.Continuation
    let showsTitle: Bool
    let pad: UnsafeMutablePointer<WINDOW>?
    var decoder = InputDecoder()
    var lastInput = DispatchTime.now()
    var inputSource: (any DispatchSourceRead)?
    var signals: SignalPipe?

    private var colors: TerminalColors
    private var looks: [LookKey: CellLook] = [:]
    private var shown: Canvas?
    private var title = ""
    private var isActive = true

    private struct LookKey: Hashable {
        let role: Role
        let overlay: Role?
    }

    /// Whether standard input and output are a terminal.
    package nonisolated static var canShow: Bool {
        isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    }

    /// Takes the terminal over: the alternate screen, keys one by one, signals.
    package static func start(_ options: TerminalOptions) throws(TerminalError) -> Terminal {
        guard Self.canShow else { throw .notATerminal }
        var settings = termios()
        tcgetattr(STDIN_FILENO, &settings)
        let alphabet = TerminalLocale.setUp(wanted: options.alphabet)
        let type = try CursesStart.chooseType()
        let reset = CursesStart.resetString()
        guard let pad = CursesStart.begin(type: type.name, escapeDelay: options.escapeDelay) else {
            throw .unknownType(type.wanted)
        }
        TerminalRestore.arm(reset: reset, settings: settings)
        HeldErrors.begin()
        CrashHandlers.install()
        let ability = CursesStart.beginColors()
        return Terminal(
            options: options,
            type: type,
            pad: pad,
            glyphs: alphabet == .ascii ? .ascii : type.name.hasPrefix("linux") ? .vt : .unicode,
            colors: TerminalColors(ability: ability, limit: options.colorLimit)
        )
    }

    private init(
        options: TerminalOptions,
        type: CursesStart.ChosenType,
        pad: UnsafeMutablePointer<WINDOW>,
        glyphs: GlyphSet,
        colors: TerminalColors
    ) {
        (self.events, self.continuation) = AsyncStream.makeStream()
        self.glyphs = glyphs
        self.notice = type.notice
        self.theme = options.theme
        self.colors = colors
        self.pad = pad
        self.showsTitle = options.setsTitle && TerminalType.showsTitle(type.name)
        self.enter()
        self.startListening()
    }

    /// How many cells the screen has now. A terminal that does not know its size has 80 by 24.
    package var size: ScreenSize {
        ScreenSize(
            columns: Int(getmaxx(curses_screen())), rows: Int(getmaxy(curses_screen())))
    }

    /// The colours that are used.
    package var colorDepth: ColorDepth { self.colors.depth }

    /// Whether a frame would be taken at once. False while the terminal is stopped with Ctrl-S or
    /// the line is slow: skip the frame then, as showing it would block the program.
    package var canTakeFrame: Bool {
        var descriptor = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        return poll(&descriptor, 1, 0) == 1 && descriptor.revents & Int16(POLLOUT) != 0
    }

    /// Shows a canvas. Only the cells that differ from the last one are written; a canvas of
    /// another size than the screen is cut, or leaves a part blank.
    package func show(_ canvas: Canvas) {
        guard self.isActive else { return }
        if self.shown?.size != canvas.size {
            // What terminals make of their contents when their size changes is not known to
            // ncurses.
            werase(curses_screen())
            clearok(curses_screen(), true)
            self.shown = nil
        }
        let size = self.size
        var changedRows = 0
        for y in 0..<min(canvas.size.rows, size.rows) {
            let columns = CanvasDifference.changedColumns(of: y, from: self.shown, to: canvas)
            guard let columns = columns?.clamped(to: 0..<size.columns), !columns.isEmpty else {
                continue
            }
            self.write(canvas.row(y), columns, y: y)
            changedRows += 1
        }
        self.placeCursor(of: canvas)
        self.shown = canvas
        self.update(isLarge: changedRows > Self.rowsOfALargeChange)
    }

    /// Writes the whole screen again, whatever the terminal shows.
    package func redraw() {
        guard self.isActive else { return }
        clearok(curses_screen(), true)
        guard let canvas = self.shown else { return }
        self.shown = nil
        self.show(canvas)
    }

    /// Sets the window's title, if that is wanted and the terminal has one.
    package func setTitle(_ text: String) {
        let title = PlainOutput.title(text)
        guard self.isActive, self.showsTitle, title != self.title else { return }
        self.title = title
        self.writeRaw(TerminalModes.title(title))
    }

    /// Stops the program, as Ctrl-Z does elsewhere, and returns when it goes on. The terminal is
    /// the shell's in between.
    package func suspend() {
        guard self.isActive else { return }
        self.leave()
        self.signals?.stopProcess()
        self.comeBack()
    }

    /// Gives the terminal back, and shows what was written to standard error meanwhile. The events
    /// end. May be called again.
    package func restore() {
        guard self.isActive else { return }
        self.isActive = false
        self.inputSource?.cancel()
        self.signals?.stop()
        self.leave()
        CrashHandlers.remove()
        HeldErrors.end()
        self.continuation.finish()
    }

    /// Takes over the size that the terminal has now, and answers whether it is another one.
    @discardableResult
    func takeSize() -> Bool {
        var window = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0,
            window.ws_col > 0, window.ws_row > 0
        else { return false }
        let before = self.size
        resize_term(Int32(window.ws_row), Int32(window.ws_col))
        return self.size != before
    }
}

extension Terminal {
    /// More changed rows than this are shown in one piece. For fewer it is not worth its sixteen
    /// bytes.
    private static let rowsOfALargeChange = 8

    /// Takes the terminal over again after somebody else had it.
    func comeBack() {
        self.enter()
        TerminalRestore.setArmed(true)
        self.takeSize()
        self.redraw()
        self.continuation.yield(.resumed)
    }

    private func enter() {
        self.writeRaw(TerminalModes.begin + (self.showsTitle ? TerminalModes.saveTitle : ""))
        if !self.title.isEmpty {
            self.writeRaw(TerminalModes.title(self.title))
        }
    }

    func leave() {
        self.writeRaw(TerminalModes.end + (self.showsTitle ? TerminalModes.restoreTitle : ""))
        endwin()
        TerminalRestore.setArmed(false)
    }

    private func update(isLarge: Bool) {
        wnoutrefresh(curses_screen())
        if isLarge { self.writeRaw(TerminalModes.beginUpdate) }
        doupdate()
        if isLarge { self.writeRaw(TerminalModes.endUpdate) }
    }

    private func placeCursor(of canvas: Canvas) {
        if let cursor = canvas.cursor {
            wmove(curses_screen(), Int32(cursor.y), Int32(cursor.x))
        }
        if (canvas.cursor == nil) != (self.shown?.cursor == nil) || self.shown == nil {
            curs_set(canvas.cursor == nil ? 0 : 1)
            leaveok(curses_screen(), canvas.cursor == nil)
        }
    }

    /// Writes a part of one row. Cells are made one by one, so nothing in them is a control
    /// character to ncurses, and nothing wraps.
    private func write(_ row: ArraySlice<Cell>, _ columns: Range<Int>, y: Int) {
        var cells: [cchar_t] = []
        cells.reserveCapacity(columns.count)
        var isInWide = false
        for cell in row[row.startIndex + columns.lowerBound..<row.startIndex + columns.upperBound] {
            // ncurses adds the second half of a wide character itself. If the character had to be
            // replaced by a narrow one, its second half is a cell of its own.
            if cell.span == .continuation, isInWide { continue }
            let text = CellText(cell)
            isInWide = text.isWide
            cells.append(self.make(text, look: self.look(of: cell)))
        }
        wmove(curses_screen(), Int32(y), Int32(columns.lowerBound))
        wadd_wchnstr(curses_screen(), cells, Int32(cells.count))
    }

    private func make(_ text: CellText, look: CellLook) -> cchar_t {
        var cell = cchar_t()
        let attributes = look.attributes.curses
        if curses_make_cell(&cell, text.base, text.mark1, text.mark2, attributes, look.pair) == ERR
        {
            curses_make_cell(&cell, 0x3F, 0, 0, attributes, look.pair)
        }
        return cell
    }

    private func look(of cell: Cell) -> CellLook {
        let key = LookKey(role: cell.role, overlay: cell.overlay)
        if let look = self.looks[key] { return look }
        let style = self.theme.style(
            for: cell.role, overlay: cell.overlay, depth: self.colors.depth)
        let look = self.colors.look(of: style) { number, pair in
            init_extended_pair(number, pair.foreground, pair.background)
        }
        self.looks[key] = look
        return look
    }

    /// Writes around ncurses, which has written everything of its own when this is called.
    func writeRaw(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes {
                Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }
}

extension Attributes {
    /// The same for ncurses.
    fileprivate var curses: attr_t {
        var result: attr_t = 0
        if self.contains(.bold) { result |= curses_bold() }
        if self.contains(.dim) { result |= curses_dim() }
        if self.contains(.italic) { result |= curses_italic() }
        if self.contains(.underline) { result |= curses_underline() }
        if self.contains(.reverse) { result |= curses_reverse() }
        return result
    }
}
