import BuoyDashboard
import BuoyRecordingFiles
import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

struct FramesPane: Hashable, Sendable {
    private var rows = FrameRows()
    private(set) var isOn = false
    private var isAsked = false
    private var isRefused = false
    /// The gap before which frames were requested.
    private var askedGap = 0

    mutating func toggle() {
        self.isRefused = self.isOn
        self.isOn.toggle()
    }

    static let search = PaneSearch(
        historyName: "frames", placeholder: "text in frames; empty shows all", isFilter: true)

    var searchText: String? { self.rows.needle?.text }

    mutating func narrow(to text: String) -> PaneSearch.Miss? {
        self.rows.narrow(to: text)
        guard self.rows.count == 0, !text.isEmpty else { return nil }
        return .notYet("no frame contains \"\(text)\" yet")
    }

    /// Keeps what was requested across a jump in a recording.
    mutating func resume(_ earlier: FramesPane) {
        (self.isOn, self.isAsked) = (earlier.isOn, earlier.isAsked)
        self.isRefused = earlier.isRefused
        self.rows.narrow(to: earlier.searchText ?? "")
    }
}

extension FramesPane: ServicePane, ResumablePane, SearchablePane, FollowingPane {
    static let profile = PaneProfile(.frames, .alone)

    static let hints: [CommandName] = ["toggle-frames", "inspect", "cancel"]

    mutating func handle(_ report: ServiceReport, _ context: PaneContext) {
        guard case .frames(let frames) = report else { return }
        for frame in frames { self.rows.append(frame) }
    }

    static let asks = PaneRequests.afterReports

    mutating func requests(_ context: PaneContext, isShown: Bool) -> [Effect] {
        // The pane Clients shows those of a proxy.
        guard !context.connection.isPassedOn else { return [] }
        if isShown, !self.isOn, !self.isRefused { self.isOn = true }
        let lost = self.lostFrames(context.connection.record)
        guard self.isOn != self.isAsked else { return context.connection.canConnect ? lost : [] }
        self.isAsked = self.isOn
        // Those of a recording are reported, whether they are shown or not.
        return context.connection.canConnect ? lost + [.frames(self.isOn)] : []
    }

    /// Asks for what was kept before a loss, once for each, so that the connection pane shows it.
    private mutating func lostFrames(_ record: ConnectionRecord) -> [Effect] {
        guard let gap = record.gaps.latest?.number, gap > self.askedGap else { return [] }
        self.askedGap = gap
        return self.isOn ? [] : [.keptFrames]
    }

    mutating func move(_ movement: Movement, _ place: PanePlace, _ context: PaneContext) {
        self.rows.move(movement, height: place.height)
    }

    mutating func scroll(rows: Int, _ place: PanePlace, _ context: PaneContext) {
        self.rows.scroll(rows: rows, height: place.size.rows)
    }

    mutating func click(row: Int, _ place: PanePlace, _ context: PaneContext) -> Bool? {
        self.rows.select(line: row, height: place.size.rows)
    }

    mutating func hold(_ place: PanePlace) { self.rows.hold(height: place.height) }

    func selection(_ context: PaneContext) -> PaneSelection? {
        self.rows.selected.map { .note($0.note) }
    }

    func followed(_ context: PaneContext) -> PaneSelection? {
        self.rows.isHeld ? self.selection(context) : nil
    }

    func inspectReason(_ context: PaneContext) -> String? {
        guard self.rows.count == 0 else { return nil }
        return self.rows.kept == 0 ? "no frames yet" : "no frame matches"
    }

    // MARK: Drawing

    func draw(on canvas: inout Canvas, _ frame: PaneFrame, _ context: PaneContext) {
        let glyphs = canvas.glyphs
        let state: SafeText =
            self.isOn || context.connection.isPassedOn
            ? "both ways, signatures masked" : "off, the newest are kept"
        var right = StyledLine("\(SafeText(ours: Figures.grouped(self.rows.kept))) kept", .muted)
        if self.rows.isHeld {
            right = StyledLine("PAUSED ", .flashWarn)
            right.append(
                "\(glyph: glyphs.newest) \(self.rows.newCount) new",
                self.rows.newCount > 0 ? .eventNew : .muted)
        }
        var facts = StyledLine("\(glyph: glyphs.separator) \(state)", .muted)
        if let needle = self.rows.needle {
            let text = SafeText(sanitizing: needle.text, limit: 80)
            facts.append(" /\(text) \(SafeText(ours: Figures.grouped(self.rows.count)))", .match)
        }
        let content = canvas.drawTitle(frame, facts: facts, right: right, keepsRight: true)
        canvas.draw(in: content) { canvas in
            guard self.rows.count > 0 else {
                canvas.drawEmpty([self.emptyText(context)], in: canvas.bounds)
                return
            }
            let times = context.times
            let timeWidth = times.width(.milliseconds)
            self.rows.draw(on: &canvas, timeWidth: timeWidth) {
                times.text(of: $0, after: $1, .milliseconds)
            }
            if let scalars = self.rows.needle?.scalars {
                for y in 0..<canvas.height {
                    canvas.highlight(scalars, y: y, from: timeWidth + 2, role: .match)
                }
            }
            guard self.rows.isHeld else { return }
            let y = self.rows.selectedIndex - self.rows.topIndex(height: canvas.height)
            canvas.markSelection(y: y, frame)
        }
    }

    private func emptyText(_ context: PaneContext) -> SafeText {
        if context.connection.isPassedOn {
            return "The Clients pane shows each proxy client's frames."
        }
        if self.rows.kept > 0 { return "No frame matches. Press Esc to show all." }
        return self.isOn
            ? "No frames yet. New frames appear here."
            : "Press x to show the newest frames, and those that follow."
    }
}

extension RecordedFrame {
    fileprivate var note: LogNote {
        let text: EventData? =
            if case .text(let text) = self.content { EventData(text) } else { nil }
        let facts =
            [
                LogNote.Fact("direction", self.isSent ? "sent" : "received"),
                LogNote.Fact("connection", "\(self.connection)"),
                LogNote.Fact("size", self.size.map(Figures.bytes) ?? "unknown"),
            ] + self.cutFacts
        return LogNote(at: self.time, "frame", .neutral, text: self.name, facts: facts, body: text)
    }

    private var cutFacts: [LogNote.Fact] {
        self.fullSize == nil
            ? [] : [LogNote.Fact("kept", "only the start, because the pane was off")]
    }
}
