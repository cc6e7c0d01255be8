package import ChannelsProtocol
internal import Formatting
package import Recording
internal import ScreenParts
package import TextScreen

extension FrameRows {
    /// Draws the rows that fit, without the selection.
    ///
    /// - Parameters:
    ///   - timeWidth: the cells that a time needs.
    ///   - time: the text of a time; the second one is that of the row before, if there is one.
    package func draw(
        on canvas: inout Canvas, timeWidth: Int, time: (Timestamp, Timestamp?) -> SafeText
    ) {
        let top = self.topIndex(height: canvas.height)
        for y in 0..<canvas.height {
            guard let row = self.row(at: top + y) else { return }
            let text = time(row.time, self.row(at: top + y - 1)?.time)
            canvas.put(text, endX: 1 + timeWidth, y: y, role: .eventTime)
            row.draw(on: &canvas, x: timeWidth + 2, y: y)
        }
    }
}

extension RecordedFrame {
    /// `sent #1  92 B  pusher:subscribe  {"event":…`
    fileprivate func draw(on canvas: inout Canvas, x: Int, y: Int) {
        let role: Role = self.isSent ? .eventClient : .eventName
        canvas.put(self.isSent ? "sent" : "recv", x: x, y: y, role: role)
        canvas.put(SafeText(ours: "#\(self.connection)"), x: x + 5, y: y, role: .muted)
        let size = self.size.map(Figures.bytes) ?? ""
        canvas.put(SafeText(ours: size), endX: x + 16, y: y, role: .eventSize)
        let nameWidth = canvas.width >= 110 ? 32 : canvas.width >= 70 ? 22 : 14
        let name = SafeText(sanitizing: self.name, limit: 200)
        canvas.put(name, x: x + 18, y: y, maxWidth: nameWidth, role: role)
        guard case .text(let text) = self.content else { return }
        canvas.put(
            SafeText(sanitizing: text, limit: 4 * canvas.width), x: x + 20 + nameWidth, y: y,
            role: .eventInternal)
    }

    /// The name of the event in a text frame, or what else it is.
    package var name: String {
        switch self.content {
        case .text(let text):
            EventData(text).value(at: [.member("event")])?.text ?? "text"
        case .binary: "(binary)"
        case .ping: "(ping)"
        case .pong: "(pong)"
        case .close(let code, let reason):
            "(close\(code.map { " \($0)" } ?? ""))" + (reason.isEmpty ? "" : " \(reason)")
        case .skipped(let count): "(\(count) frames are missing)"
        }
    }
}
