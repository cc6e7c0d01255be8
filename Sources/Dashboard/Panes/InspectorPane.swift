import ChannelsProtocol
import TextScreen

/// One event, channel or member in full: its facts, and its data laid out for reading.
struct InspectorPane: Hashable, Sendable {
    /// What is inspected.
    enum Subject: Hashable, Sendable {
        case event(ClientEvent)
        case member(ChannelName, Member)
        case channel(ChannelsPane.Row)
    }

    /// A fact about the subject: what it is, and its value.
    struct Fact: Hashable, Sendable {
        let label: String
        let value: SafeText
    }

    private(set) var subject: Subject
    private(set) var title: SafeText
    private(set) var facts: [Fact]
    private(set) var body: [StyledLine]
    private var top = 0
    private var shift = 0

    init(_ subject: Subject, utcOffsetSeconds: Int) {
        let content = InspectorContent(subject, utcOffsetSeconds: utcOffsetSeconds)
        self.subject = subject
        self.title = content.title
        self.facts = content.facts
        self.body = content.body
    }

    /// Shows another subject, from its start; the same one stays where it is.
    mutating func show(_ subject: Subject, utcOffsetSeconds: Int) {
        guard subject != self.subject else { return }
        var pane = InspectorPane(subject, utcOffsetSeconds: utcOffsetSeconds)
        if case .channel(let row) = subject, case .channel(let old) = self.subject,
            row.name == old.name
        {
            (pane.top, pane.shift) = (self.top, self.shift)
        }
        self = pane
    }

    /// Scrolls by rows; never past the end.
    mutating func move(_ movement: Movement, size: ScreenSize) {
        let count = self.rowCount(width: size.columns)
        let furthest = max(count - size.rows, 0)
        let target = movement.target(
            from: min(self.top, furthest), count: max(count, 1), height: size.rows)
        self.top = min(target, furthest)
    }

    /// Scrolls sideways.
    mutating func scroll(columns: Int) {
        let widest = self.body.reduce(0) { max($0, $1.width) }
        self.shift = min(max(self.shift + columns, 0), max(widest - 8, 0))
    }

    private func rowCount(width: Int) -> Int {
        self.body.count + (Self.hasColumn(width: width) ? 0 : self.factRows(width: width).count + 1)
    }

    /// Whether there is room for the facts beside the data.
    private static func hasColumn(width: Int) -> Bool { width >= 96 }

    private static let columnWidth = 44
}

// MARK: - Drawing

extension InspectorPane {
    /// - Parameter needle: what is searched for in the log; marked here too.
    func draw(on canvas: inout Canvas, _ frame: PaneFrame, needle: [Unicode.Scalar] = []) {
        var facts = StyledLine()
        facts.append(self.title, .eventName)
        let hasColumn = Self.hasColumn(width: canvas.width)
        let height = canvas.height - (frame.hasTitle ? 1 : 0)
        let count = self.rowCount(width: canvas.width)
        let top = min(self.top, max(count - height, 0))
        let isCut = count > height && height > 0
        let last = min(top + height, count)
        let right = isCut ? StyledLine("\(top + 1) to \(last) of \(count)", .muted) : StyledLine()
        let content = canvas.drawTitle(frame, facts: facts, right: right)
        guard hasColumn else {
            let head = self.factRows(width: canvas.width) + [StyledLine()]
            canvas.draw(in: content) { canvas in
                for y in 0..<canvas.height where top + y < count {
                    let isHead = top + y < head.count
                    let line = isHead ? head[top + y] : self.body[top + y - head.count]
                    if isHead {
                        canvas.put(line, x: 1, y: y)
                    } else {
                        self.drawBody(line, y: y, on: &canvas)
                    }
                    canvas.highlight(needle, y: y, role: .match)
                }
            }
            return
        }
        let (body, column) = content.split(right: Self.columnWidth)
        canvas.draw(in: body) { canvas in
            for y in 0..<canvas.height where top + y < self.body.count {
                self.drawBody(self.body[top + y], y: y, on: &canvas)
                canvas.highlight(needle, y: y, role: .match)
            }
        }
        canvas.draw(in: column) { self.drawColumn(on: &$0) }
    }

    /// Draws a line of the data, and whether something is left of what is seen.
    private func drawBody(_ line: StyledLine, y: Int, on canvas: inout Canvas) {
        canvas.put(line, x: 1 - self.shift, y: y)
        guard self.shift > 0, line.width > 0 else { return }
        canvas.put(glyph: canvas.glyphs.ellipsis, x: 0, y: y, role: .muted)
    }

    private func drawColumn(on canvas: inout Canvas) {
        canvas.verticalRule(x: 0)
        for (y, fact) in self.facts.prefix(canvas.height).enumerated() {
            canvas.put(SafeText(ours: fact.label), x: 2, y: y, role: .muted)
            canvas.put(fact.value, x: 12, y: y, maxWidth: max(canvas.width - 13, 0))
        }
    }

    /// The facts as few lines as they need.
    private func factRows(width: Int) -> [StyledLine] {
        var rows: [StyledLine] = []
        var row = StyledLine()
        for fact in self.facts {
            var piece = StyledLine("\(fact.label) ", .muted)
            piece.append(fact.value)
            if row.width > 0, row.width + 3 + piece.width > width - 2 {
                rows.append(row)
                row = StyledLine()
            }
            if row.width > 0 { row.append("   ") }
            row.append(piece)
        }
        return row.width > 0 ? rows + [row] : rows
    }
}
