package import BuoyTextScreen
import CBuoyNcurses
import Glibc

extension Terminal {
    /// Whether a frame would be written at once. `false` while the terminal is stopped with Ctrl-S,
    /// has not taken the last frame, or is receiving text for the clipboard: skip the frame then,
    /// because the next one is newer.
    package var canTakeFrame: Bool {
        let canTake = self.canWriteFrame && self.output.isWritable()
        if !canTake { self.frameStatistics.skipped += 1 }
        return canTake
    }

    /// Writes only cells that differ from the last canvas; one of another size than the screen is
    /// cut, or leaves a part blank. Kept for later if the screen is not shown or accepts no output.
    package func show(_ canvas: Canvas) {
        switch self.presence {
        case .screen where self.canWriteFrame: break
        case .screen, .plain, .away:
            self.waiting = canvas
            return
        case .restored: return
        }
        CrashHandlers.coverThisThread()
        self.waiting = nil
        if self.wantsWholeFrame || self.shown?.size != canvas.size {
            // ncurses does not know what terminals do with their contents when their size changes.
            self.wantsWholeFrame = false
            werase(curses_screen())
            clearok(curses_screen(), true)
            self.shown = nil
        }
        let size = self.size
        var statistics = self.frameStatistics
        statistics.changedRows = 0
        statistics.changedCells = 0
        let old = self.hasOtherLooks ? nil : self.shown
        for y in 0..<min(canvas.size.rows, size.rows) {
            let columns = CanvasDifference.changedColumns(of: y, from: old, to: canvas)
            guard let columns = columns?.clamped(to: 0..<size.columns), !columns.isEmpty else {
                continue
            }
            self.write(canvas.row(y), columns, y: y)
            statistics.changedRows += 1
            statistics.changedCells += columns.count
        }
        statistics.shown += 1
        self.frameStatistics = statistics
        self.placeCursor(of: canvas)
        let links = self.links(of: canvas, since: old)
        self.shown = canvas
        self.hasOtherLooks = false
        self.update(
            isLarge: statistics.changedRows > Self.rowsOfALargeChange, links: links)
    }

    private func links(of canvas: Canvas, since old: Canvas?) -> String {
        guard !canvas.links.isEmpty, self.canLink else { return "" }
        var text = ""
        for link in canvas.links where link.isVisible(on: canvas) {
            let columns = link.x..<link.x + link.text.utf8.count
            let isUnchanged = old.map { old in
                old.links.contains(link) && old.row(link.y).elementsEqual(canvas.row(link.y))
            }
            guard isUnchanged != true, let cell = canvas.row(link.y).dropFirst(link.x).first,
                columns.upperBound <= self.size.columns, link.y < self.size.rows
            else { continue }
            let style = self.drawnTheme.style(
                for: cell.role, overlay: cell.overlay, depth: self.colors.depth)
            text += TerminalModes.link(link, style: style)
        }
        return text
    }

    private var canLink: Bool {
        TerminalType.readsStrings(self.typeName) && !self.colorEvidence.isInScreen
    }

    /// The current theme, with the colours that the terminal reported.
    package var picturedTheme: Theme { self.drawnTheme.painted(with: self.palette) }

    package func redraw() {
        guard case .screen = self.presence else { return }
        self.wantsWholeFrame = true
        if let canvas = self.waiting ?? self.shown {
            self.show(canvas)
        } else if self.canWriteFrame {
            clearok(curses_screen(), true)
            self.update(isLarge: true)
        }
    }

    func showWaiting() {
        if let waiting { self.show(waiting) }
    }

    private var canWriteFrame: Bool { !self.isSendingString && self.output.isDrained }

    func themeChanged() {
        let theme = self.paintsBackground ? self.theme : self.theme.withoutBackground
        self.drawnTheme = theme.suited(to: self.palette, depth: self.colors.depth)
        self.looks.removeAll()
        self.colors.forget()
        self.hasOtherLooks = true
        if self.colors.reusesNumbers { self.wantsWholeFrame = true }
        self.askPalette()
        self.askAboutColors()
    }
}

extension Terminal {
    /// Changes of more rows than this are a synchronized update. For fewer rows, its sixteen bytes
    /// are not worth it.
    private static let rowsOfALargeChange = 8

    private func update(isLarge: Bool, links: String = "") {
        wnoutrefresh(curses_screen())
        let isOnePiece = isLarge && self.synchronizesUpdates
        let before = self.takeCaptured() + (isOnePiece ? Array(TerminalModes.beginUpdate.utf8) : [])
        doupdate()
        let frame = self.takeCaptured()
        self.output.send(
            before + frame + Array(links.utf8)
                + (isOnePiece ? Array(TerminalModes.endUpdate.utf8) : []))
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

    /// Cell by cell, so that ncurses sees no control characters and nothing wraps.
    private func write(_ row: ArraySlice<Cell>, _ columns: Range<Int>, y: Int) {
        var cells: [cchar_t] = []
        cells.reserveCapacity(columns.count)
        var isInWide = false
        for cell in row[row.startIndex + columns.lowerBound..<row.startIndex + columns.upperBound] {
            // ncurses adds the second half of a wide character itself. If the character was
            // replaced by a narrow one, the second half is a separate cell.
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
        let style = self.drawnTheme.style(
            for: cell.role, overlay: cell.overlay, depth: self.colors.depth)
        let look = self.colors.look(of: style) { number, pair in
            init_extended_pair(number, pair.foreground, pair.background)
        }
        self.looks[key] = look
        return look
    }
}

extension Attributes {
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

package struct FrameStatistics: Hashable, Sendable {
    package internal(set) var shown = 0

    package internal(set) var skipped = 0

    package internal(set) var changedRows = 0

    /// From the first to the last difference in each row; ncurses may write fewer.
    package internal(set) var changedCells = 0
}
