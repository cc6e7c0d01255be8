import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

extension EventLogPane {
    var selectedGroup: RowGroup? { self.selectedSequence.flatMap(self.rows.group) }

    /// - Returns: whether the selected row stands for a group.
    mutating func toggleGroup(height: Int) -> Bool { self.rows.toggleGroup(height: height) }

    /// Draws the longest form of the sentence that fits.
    func draw(
        _ group: RowGroup, _ context: PaneContext, y: Int, from start: Int,
        on canvas: inout Canvas
    ) {
        let glyphs = canvas.glyphs
        canvas.put(
            glyph: group.isUnfolded ? glyphs.down : glyphs.selected, x: start, y: y, role: .muted)
        let room = max(canvas.width - start - 3, 0)
        let record = context.connection.gaps[lossNoticed: group.start]
        let forms: [SafeText]
        switch group.subject {
        case .subscriptions: forms = group.subscriptionForms
        case .reconnection(let end):
            forms = group.reconnectionForms(
                end, record, next: context.connection.waiting?.due.duration(since: context.now),
                arrow: " \(glyph: glyphs.right) ")
        }
        let text = forms.first { $0.width <= room } ?? forms.last ?? .empty
        canvas.put(
            text.width > room ? text.shortened(to: room, keeping: room) : text, x: start + 2, y: y,
            role: group.role(record))
    }
}

extension RowGroup {
    fileprivate func role(_ record: GapRecord?) -> Role {
        guard case .reconnection = self.subject else {
            return self.refused > 0 ? .flashWarn : .eventInternal
        }
        guard self.settled != nil else { return .eventInternal }
        let isComplete = record.map { $0.missed?.count == 0 || $0.channels.isEmpty } ?? false
        return isComplete && self.refused == 0 ? .stateConnected : .flashWarn
    }

    fileprivate var subscriptionForms: [SafeText] {
        let channels = Figures.counted(self.subscribed, "channel")
        let time = Figures.preciseDuration(self.end.duration(since: self.start))
        let refused = self.refused > 0 ? ", \(Figures.grouped(self.refused)) refused" : ""
        return [
            "\(channels) subscribed in \(time)\(refused)", "\(channels) subscribed\(refused)",
            channels,
        ].map { SafeText(ours: $0) }
    }

    /// `lost: cut → 5 attempts, HTTP 503 → back after 16.7s; 5 of 5 channels; 27 events missed`
    fileprivate func reconnectionForms(
        _ end: ConnectionEnd, _ record: GapRecord?, next: Duration?, arrow: SafeText
    ) -> [SafeText] {
        let causes = [end.lossWords, "lost: \(end.words(.code))"].filter { $0 != "lost: " }
            .map { SafeText(sanitizing: $0, limit: 200) }
        let attempts = self.attemptWords.map { SafeText(sanitizing: $0, limit: 80) }
        let now = SafeText(ours: self.outcome(next: next))
        let costs = self.costs(record).map { SafeText(sanitizing: $0, limit: 200) }
        var forms: [SafeText] = []
        for cause in causes {
            let start = attempts.map { "\(cause)\(arrow)\($0)" } ?? cause
            forms += costs.map { "\(start)\(arrow)\(now)\($0)" }
        }
        if let cause = causes.last {
            forms += costs.suffix(1).map { "\(cause)\(arrow)\(now)\($0)" }
        }
        return forms + costs.suffix(1).map { "\(now)\($0)" } + [now]
    }

    private var attemptWords: String? {
        guard self.failures > 0 else { return nil }
        let count = Figures.counted(self.failures + (self.back == nil ? 0 : 1), "attempt")
        let code = self.lastFailure?.words(.code) ?? ""
        return code.isEmpty ? count : "\(count), \(code)"
    }

    private func outcome(next: Duration?) -> String {
        if let back = self.back {
            return "back after \(Figures.preciseDuration(back.duration(since: self.start)))"
        }
        if self.isOver { return "not back" }
        guard let next, next > .zero else { return "trying" }
        return "next in \(Figures.preciseDuration(next))"
    }

    private func costs(_ record: GapRecord?) -> [String] {
        guard self.back != nil else { return [""] }
        let known = record?.channels ?? []
        let back = known.count { $0.subscribedAgain != nil }
        let channels =
            known.isEmpty
            ? "; \(Figures.counted(self.subscribed, "channel"))"
            : "; \(back) of \(Figures.counted(known.count, "channel"))"
        guard let record, self.settled != nil else { return [channels, ""] }
        let missed = record.missed?.rowForms ?? ["gap \(record.size(at: self.end).words)"]
        return missed.map { "\(channels); \($0)" } + missed.suffix(1).map { "; \($0)" }
    }
}
