import BuoyTextScreen
import ChannelsEventWords

extension EventLogPane {
    /// If there is little room, first the limits are left out, then the counts, then the end of the
    /// filter.
    func drawTitle(on canvas: inout Canvas, _ frame: PaneFrame, _ times: EventTimes) -> Rect {
        canvas.drawTitle(
            frame, facts: self.facts(canvas.glyphs, times),
            right: self.titleRight(width: canvas.width, canvas.glyphs, times), keepsRight: true)
    }

    private func titleRight(width: Int, _ glyphs: GlyphSet, _ times: EventTimes) -> StyledLine {
        let facts = self.facts(glyphs, times)
        let room = width - " 3 Events ".count - 6
        let rights = self.rights(glyphs)
        let least = min(facts.width, Self.leastFilterWidth)
        let right =
            rights.first { facts.width + $0.width <= room }
            ?? rights.dropFirst().first { least + $0.width <= room } ?? rights.last
        return right ?? StyledLine()
    }

    func titleEnd(width: Int, _ glyphs: GlyphSet, _ times: EventTimes) -> Range<Int>? {
        let right = self.titleRight(width: width, glyphs, times)
        return Canvas.titleEnd(of: right, needed: " 3 Events ".count, width: width)
    }

    private static let leastFilterWidth = 26

    private func facts(_ glyphs: GlyphSet, _ times: EventTimes) -> StyledLine {
        var facts = StyledLine()
        func begin() {
            facts.append("\(facts.width > 0 ? "  " : "")\(glyph: glyphs.separator) ", .muted)
        }
        if self.selectedRows != nil {
            begin()
            let count = Figures.counted(self.selectedRowCount, "row")
            facts.append("\(SafeText(ours: count)) selected", .flashInfo)
        }
        if let filter = self.view.filter {
            begin()
            facts.append(Self.words(of: filter))
        }
        if !self.view.showsSystemRows {
            begin()
            facts.append("without connection rows", .muted)
        }
        if let search = self.search {
            begin()
            facts.append("search ", .muted)
            facts.append(SafeText(sanitizing: search.needle.text, limit: 60), .match)
            facts.append(" \(self.placeText(search))", .muted)
        }
        if let label = times.label {
            begin()
            facts.append(label, .muted)
        }
        return facts
    }

    static func words(of filter: EventFilter) -> StyledLine {
        var words = StyledLine("filter ", .muted)
        words.append(SafeText(sanitizing: filter.source, limit: 200))
        return words
    }

    /// `3 of 41`; `41+` while the search is running.
    private func placeText(_ search: EventSearch) -> String {
        let count = Figures.grouped(search.count(in: self.ring))
        guard !search.isCounting(self.view, of: self.ring) else { return "\(count)+" }
        guard case .held(let selected, _, _) = self.position,
            let place = search.place(of: selected, in: self.ring)
        else { return "\(count) found" }
        return "\(Figures.grouped(place)) of \(count)"
    }

    private func rights(_ glyphs: GlyphSet) -> [StyledLine] {
        let counts = self.counts(glyphs)
        return counts.map { count in
            var line = self.stateLine(glyphs)
            line.append(" ")
            line.append(count, .muted)
            if self.skipped > 0 {
                line.append("  ")
                line.append("\(Figures.grouped(self.skipped)) skipped", .flashWarn)
            }
            return line
        } + [self.stateLine(glyphs)]
    }

    private func counts(_ glyphs: GlyphSet) -> [SafeText] {
        let kept = Figures.grouped(self.ring.count)
        let bytes =
            self.sharedMemory.map { ($0.bytes, $0.limit) }
            ?? (self.ring.bytes, self.ring.byteLimit)
        var limits: [String] = []
        if self.ring.count > self.ring.limit / 10 * 9 {
            limits.append("of \(Figures.grouped(self.ring.limit))")
        }
        if bytes.0 > bytes.1 / 10 * 9 {
            let owner = self.sharedMemory == nil ? "" : " for all clients"
            limits.append("\(glyphs.separator) \(Figures.memory(bytes.0, of: bytes.1))\(owner)")
        }
        let whole = ([kept] + limits).joined(separator: " ")
        guard !self.view.isWhole else {
            return limits.isEmpty
                ? [SafeText(ours: kept)] : [SafeText(ours: whole), SafeText(ours: kept)]
        }
        let isLooking = self.view.remaining(in: self.ring) > 0
        let shown = Figures.grouped(self.count) + (isLooking ? "+" : "")
        return ["\(shown) of \(whole)", "\(shown) of \(kept)", shown].map { SafeText(ours: $0) }
    }

    private func stateLine(_ glyphs: GlyphSet) -> StyledLine {
        guard !self.isInPast else { return StyledLine("FROM THE RECORDING", .flashInfo) }
        guard self.isHeld else { return StyledLine("following \(glyph: glyphs.newest)", .muted) }
        var line = StyledLine("PAUSED ", .flashWarn)
        line.append(self.newFacts(glyphs: glyphs))
        return line
    }

    func stateFacts(glyphs: GlyphSet) -> StyledLine {
        let rights = self.rights(glyphs)
        return rights.count > 1 ? rights[rights.count - 2] : StyledLine()
    }

    func newFacts(glyphs: GlyphSet) -> StyledLine {
        let count = Figures.grouped(self.newCount)
        let role: Role = self.newCount > 0 ? .eventNew : .muted
        return StyledLine("\(glyph: glyphs.newest) \(count) new", role)
    }
}
