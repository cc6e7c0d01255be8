import BuoyDashboard
import BuoyRecordingFiles
import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

extension FrameRows {
    func draw(
        on canvas: inout Canvas, timeWidth: Int,
        time: (ChannelsTimestamp, ChannelsTimestamp?) -> SafeText
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
    /// `sent #1  59B pusher:subscribe  "data":{"channel":…`
    fileprivate func draw(on canvas: inout Canvas, x start: Int, y: Int) {
        let role: Role = self.isSent ? .eventClient : .eventName
        canvas.put(self.isSent ? "sent" : "recv", x: start, y: y, role: role)
        var x = start + 5
        x += canvas.put(SafeText(ours: "#\(self.connection)"), x: x, y: y, role: .muted)
        let size = SafeText(ours: self.size.map(Figures.bytes) ?? "")
        // Sizes have at most four characters, and are below each other unless the number is long.
        x = max(x + 1 + size.width, start + 13)
        canvas.put(size, endX: x, y: y, role: .eventSize)
        x += 1
        let name = SafeText(sanitizing: self.name, limit: 200)
        guard case .text = self.content else {
            canvas.put(name, x: x, y: y, role: role)
            return
        }
        let nameWidth = canvas.width >= 110 ? 32 : canvas.width >= 70 ? 16 : 12
        canvas.put(name, x: x, y: y, maxWidth: nameWidth, role: role)
        canvas.put(
            SafeText(sanitizing: self.textAfterName, limit: 4 * canvas.width),
            x: x + nameWidth + 1, y: y, role: .eventInternal)
    }
}
