import BuoyDashboard
import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

extension StageRoom {
    /// The least width of the stage beside the room.
    private static let stageWidth = 30
    private static let graphWidth = 40

    /// - Parameter name: of a member.
    /// - Returns: the rest, for the stage.
    func draw(
        on canvas: inout Canvas, _ name: (UserID) -> String, _ context: PaneContext
    ) -> Rect {
        let whole = canvas.bounds
        if let herd, whole.width >= Self.stageWidth + Self.graphWidth, whole.height >= 10 {
            let width = max(Self.graphWidth, whole.width / 2)
            let (rest, right) = whole.split(right: width)
            canvas.draw(in: right) { herd.draw(on: &$0, name, at: context.now) }
            return rest
        }
        guard self.showsCode else { return whole }
        var rest = whole
        if let code = self.place.code, canvas.glyphs.alphabet != .ascii,
            let scale = CodeScale.largest(code, in: whole, beside: Self.stageWidth)
        {
            let (left, right) = whole.split(right: scale.width(of: code))
            canvas.draw(in: right) { code.draw(on: &$0, scale) }
            rest = left
        }
        let address = self.addressLines(width: rest.width - 3)
        let (top, stage) = rest.split(top: address.count + 2)
        canvas.draw(in: top) { canvas in
            canvas.put(self.advice, x: 2, y: 1, role: .muted)
            for (y, line) in address.enumerated() {
                canvas.put(SafeText(ours: line), x: 2, y: y + 2, role: .title)
            }
        }
        return stage
    }

    private var advice: SafeText {
        self.isLocked ? "The room is locked." : "Join with your telephone:"
    }

    /// In two lines if it has to be: it is typed by those without a camera.
    private func addressLines(width: Int) -> [String] {
        guard self.place.address.utf8.count > width,
            let slash = self.place.address.lastIndex(of: "/")
        else { return [self.place.address] }
        let path = self.place.address.index(after: slash)
        return [String(self.place.address[..<path]), String(self.place.address[path...])]
    }
}

/// How a code is drawn: a module is half a row high, or a row.
enum CodeScale: Hashable, Sendable {
    case half, full

    private static let quietZone = 4

    func width(of code: QRCode) -> Int { self.side(of: code) * (self == .half ? 1 : 2) }
    private func height(of code: QRCode) -> Int {
        self == .half ? (self.side(of: code) + 1) / 2 : self.side(of: code)
    }
    private func side(of code: QRCode) -> Int { code.size + 2 * Self.quietZone }

    static func largest(_ code: QRCode, in room: Rect, beside width: Int) -> CodeScale? {
        [CodeScale.full, .half].first {
            $0.width(of: code) + width <= room.width && $0.height(of: code) <= room.height
        }
    }

    func glyph(of code: QRCode, _ column: Int, _ row: Int) -> Unicode.Scalar {
        let zone = Self.quietZone
        guard self == .half else { return code[column / 2 - zone, row - zone] ? "█" : " " }
        switch (code[column - zone, 2 * row - zone], code[column - zone, 2 * row + 1 - zone]) {
        case (true, true): return "█"
        case (true, false): return "▀"
        case (false, true): return "▄"
        case (false, false): return " "
        }
    }

    func rows(of code: QRCode) -> Range<Int> { 0..<self.height(of: code) }
}

extension QRCode {
    func draw(on canvas: inout Canvas, _ scale: CodeScale) {
        for y in scale.rows(of: self) {
            for x in 0..<scale.width(of: self) {
                canvas.put(glyph: scale.glyph(of: self, x, y), x: x, y: y, role: .code)
            }
        }
    }
}

extension StageHerd {
    func draw(
        on canvas: inout Canvas, _ name: (UserID) -> String, at now: ChannelsTimestamp
    ) {
        canvas.put(
            "\(self.returns.count) of \(self.visitors.count) are back", x: 1, y: 0, role: .title)
        canvas.put(SafeText(ours: self.cause), endX: canvas.width - 1, y: 0, role: .muted)
        let listed = min(max(canvas.height / 3, 2), self.visitors.count)
        let (graph, list) = Rect(
            x: 1, y: 1, width: canvas.width - 2, height: canvas.height - 1
        ).split(bottom: listed)
        canvas.draw(in: graph) { self.drawGraph(on: &$0, elapsed: now.duration(since: self.start)) }
        canvas.draw(in: list) { self.drawReturns(on: &$0, name) }
    }

    /// Columns for those who are back, and a line for those who are expected.
    private func drawGraph(on canvas: inout Canvas, elapsed: Duration) {
        let height = max(canvas.height - 2, 1)
        let gaps = self.returns.map(\.gap)
        let span = self.span
        for x in 0..<canvas.width {
            let time = span * (Double(x + 1) / Double(max(canvas.width, 1)))
            let expected = self.row(self.count(self.expected, by: time), height)
            let actual = elapsed >= time ? self.row(self.count(gaps, by: time), height) : 0
            for y in 0..<height where height - y <= actual {
                canvas.put(glyph: canvas.glyphs.thumb, x: x, y: y, role: .graphLow)
            }
            canvas.put(
                glyph: canvas.glyphs.lines.rule, x: x, y: height - max(expected, 1),
                role: .graphMid)
        }
        canvas.put("0s", x: 0, y: height, role: .muted)
        canvas.put("\(Figures.duration(span))", endX: canvas.width, y: height, role: .muted)
        var legend = StyledLine("\(glyph: canvas.glyphs.thumb) back  ", .graphLow)
        legend.append("\(glyph: canvas.glyphs.lines.rule) predicted", .graphMid)
        canvas.put(legend, x: 0, y: height + 1, maxWidth: canvas.width)
    }

    private func row(_ count: Int, _ height: Int) -> Int {
        (count * height + self.visitors.count / 2) / max(self.visitors.count, 1)
    }

    private func drawReturns(on canvas: inout Canvas, _ name: (UserID) -> String) {
        for (y, back) in self.returns.suffix(canvas.height).enumerated() {
            var line = StyledLine(
                SafeText(sanitizing: name(back.id), limit: 100), MemberSymbols.role(of: back.id))
            line.append("  gap \(Figures.preciseDuration(back.gap))", .text)
            if let missed = back.missed {
                line.append("  missed \(Figures.counted(missed, "event"))", .muted)
            }
            canvas.put(line, x: 0, y: y, maxWidth: canvas.width)
        }
    }
}
