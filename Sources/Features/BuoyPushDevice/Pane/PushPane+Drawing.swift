import BuoyDashboard
import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import ChannelsPushProtocol
import OrderedCollections

extension PushPane {
    /// The number of lines of each part.
    struct Parts: Hashable {
        let header: Int
        let list: Int
        let outbox: Int
        let error: Int
    }

    /// Divides the lines of the pane. The list gets what the others leave, and at least one line.
    func parts(height: Int) -> Parts {
        let header = height >= 6 ? 2 : height >= 3 ? 1 : 0
        let waiting = self.status?.outbox.count ?? 0
        let outbox = height < 4 ? 0 : min(waiting, height >= 12 ? 4 : 1)
        let error = self.trouble == nil || height < 5 ? 0 : height >= 8 ? 2 : 1
        return Parts(
            header: header, list: max(height - header - outbox - error, 1), outbox: outbox,
            error: error)
    }

    /// The last error, or the last refusal.
    private var trouble: String? {
        guard let status = self.status else { return nil }
        if let error = status.lastError {
            return error.text
                + (error.isPermanent ? " t sends it again." : "")
        }
        return status.refused.last.map { "\($0)" }
    }

    func draw(on canvas: inout Canvas, _ frame: PaneFrame, _ context: PaneContext) {
        let content = canvas.drawTitle(frame, facts: self.facts)
        if !self.rows.isEmpty, self.parts(height: content.height).header == 0 {
            canvas.drawHeadings(Self.columns(width: canvas.width, canvas.glyphs.marks), frame)
        }
        canvas.draw(in: content) { canvas in
            if let missing = self.missing {
                canvas.drawEmpty(
                    SafeText.lines(of: missing, width: canvas.width - 3, limit: 9),
                    in: canvas.bounds)
                return
            }
            guard let status = self.status else { return }
            let parts = self.parts(height: canvas.height)
            self.drawHeader(status, parts.header, on: &canvas)
            self.drawRows(parts, on: &canvas, frame)
            var y = parts.header + parts.list
            for operation in status.outbox.prefix(parts.outbox) {
                self.drawOperation(operation, status, y: y, on: &canvas, frame)
                y += 1
            }
            guard let trouble = self.trouble, parts.error > 0 else { return }
            let lines = SafeText.lines(of: trouble, width: canvas.width - 2, limit: parts.error)
            for text in lines.prefix(parts.error) {
                canvas.put(
                    text, x: 1, y: y, maxWidth: max(canvas.width - 2, 0), role: .flashError)
                y += 1
            }
        }
    }

    /// How many of the wanted interests are registered, and what waits.
    private var facts: StyledLine {
        guard let status = self.status, status.deviceID != nil || !status.wanted.isEmpty else {
            return StyledLine()
        }
        let text = "\(status.registered.count) of \(status.wanted.count) registered"
        var facts = StyledLine("\(SafeText(ours: text))", .muted)
        if !status.outbox.isEmpty {
            facts.append(" \(status.outbox.count) to send", .flashWarn)
        }
        return facts
    }

    private func drawHeader(_ status: PushStatus, _ count: Int, on canvas: inout Canvas) {
        guard count > 0 else { return }
        var line = FactLine()
        if let id = status.deviceID {
            line.add("device \(SafeText(sanitizing: id, limit: 80))", .text, importance: 90)
        } else {
            line.add("not registered", .flashWarn, importance: 90)
        }
        if let platform = status.platform {
            line.add(SafeText(ours: platform.rawValue), .muted, importance: 80)
        }
        if let token = status.token {
            let isMadeUp = self.isSandbox && token.hasPrefix("made")
            let text = "token \(token)\(isMadeUp ? " (made up)" : "")"
            let isSent = status.isTokenRegistered
            line.add(
                SafeText(sanitizing: text + (isSent ? "" : " not confirmed"), limit: 80),
                isSent ? .muted : .flashWarn, importance: 85)
        }
        line.draw(on: &canvas, x: 1, y: 0, endX: canvas.width - 1)
        guard count > 1 else { return }
        let text = (self.isSandbox ? "sandbox " : "") + status.endpoint
        canvas.put(
            SafeText(sanitizing: text, limit: 400), x: 1, y: 1, maxWidth: max(canvas.width - 2, 0),
            role: .muted)
    }

    private func drawRows(_ parts: Parts, on canvas: inout Canvas, _ frame: PaneFrame) {
        let place = Rect(x: 0, y: parts.header, width: canvas.width, height: parts.list)
        canvas.draw(in: place) { canvas in
            guard !self.rows.isEmpty else {
                let text =
                    self.status?.platform == nil
                    ? "Use :push-register to register a device, then i to subscribe to interests."
                    : "No interests yet. Press i to subscribe."
                canvas.drawEmpty(
                    SafeText.lines(of: text, width: canvas.width - 3, limit: 3), in: canvas.bounds)
                return
            }
            let columns = Self.columns(width: canvas.width, canvas.glyphs.marks)
            let window = self.cursor.window(height: canvas.height)
            for (y, index) in window.rows.enumerated() {
                guard let row = self.rows[self.cursor.order[index]] else { continue }
                columns.draw(row, y: y, on: &canvas)
                if index == self.cursor.index, self.cursor.selected != nil || frame.isFocused {
                    canvas.markSelection(y: y, frame)
                }
            }
            canvas.drawMore(window)
        }
    }

    /// `subscribe to news, attempt 3, next in 4.2s`
    private func drawOperation(
        _ operation: PushStatus.Operation, _ status: PushStatus, y: Int, on canvas: inout Canvas,
        _ frame: PaneFrame
    ) {
        var text = "\(operation)"
        if operation.attempts > 0 { text += ", attempt \(operation.attempts)" }
        if operation.isUnderWay {
            text += ", under way"
        } else if operation == status.outbox.first, let retry = status.nextRetry {
            let left = max(retry.time.duration(since: frame.now), .zero)
            let tenths = left.clampedNanoseconds / 100_000_000
            text += ", next in \(tenths / 10).\(tenths % 10)s"
        } else if status.deviceID == nil, operation.interest != nil {
            text += ", waiting for the registration"
        }
        canvas.put(
            SafeText(sanitizing: text, limit: 400), x: 1, y: y, maxWidth: max(canvas.width - 2, 0),
            role: .flashWarn)
    }

    // MARK: Columns

    private enum ColumnID: Hashable {
        case mark, name, wanted, state
    }

    private typealias Columns = ColumnLayout<ColumnID, Row>

    /// ```
    /// ▸● news                 wanted   registered
    /// ```
    private static func columns(width: Int, _ marks: GlyphSet.Marks) -> Columns {
        var columns: [Column<ColumnID, Row>] = [
            Column(.mark, .cells(2), .glyph { Self.mark($0, marks) }),
            Column(
                .name, .rest(gap: 1),
                .name { (SafeText(sanitizing: $0.name, limit: 200), .text, 0) }),
        ]
        if width >= 44 {
            columns.append(
                Column(
                    .wanted, .cells(8, gap: 1),
                    .text { (SafeText(ours: $0.isWanted ? "wanted" : ""), .muted) }))
        }
        columns.append(
            Column(.state, .cells(13), .text { (SafeText(ours: $0.state), $0.stateRole) }))
        return Columns(columns, from: 1, to: width - 1)
    }

    private static func mark(
        _ row: Row, _ marks: GlyphSet.Marks
    ) -> (glyph: Unicode.Scalar, role: Role)? {
        if row.refusal != nil { return (marks.refused, .channelFailed) }
        if row.operation != nil { return (marks.pending, .muted) }
        return row.isRegistered ? (marks.subscribed, .stateConnected) : nil
    }
}

extension PushPane.Row {
    /// The state in a word.
    fileprivate var state: String {
        if self.refusal != nil { return "refused" }
        switch self.operation?.kind {
        case .unsubscribe: return "leaving"
        case .some: return self.isRegistered ? "again" : "waiting"
        case nil: return self.isRegistered ? "registered" : "not sent"
        }
    }

    fileprivate var stateRole: Role {
        if self.refusal != nil { return .channelFailed }
        return self.operation == nil && self.isRegistered ? .stateConnected : .flashWarn
    }
}
