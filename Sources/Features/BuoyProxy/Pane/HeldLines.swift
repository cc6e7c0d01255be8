import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

struct HeldLines {
    private let messages: [HeldMessage]
    private let now: ChannelsTimestamp

    private static let limit = 4

    init(_ messages: [HeldMessage], now: ChannelsTimestamp) {
        self.messages = messages
        self.now = now
    }

    func draw(on canvas: inout Canvas) -> Int {
        guard !self.messages.isEmpty, canvas.height > 3 else { return 0 }
        let width = max(canvas.width - 2, 0)
        canvas.put(self.heading, x: 1, y: 0, maxWidth: width)
        let shown = self.messages.prefix(min(Self.limit, canvas.height - 3))
        for (index, message) in shown.enumerated() {
            let line = self.line(of: message, isFirst: index == 0)
            canvas.put(line, x: 1, y: index + 1, maxWidth: width)
        }
        return shown.count + 2
    }

    private var heading: StyledLine {
        var line = StyledLine(
            SafeText(ours: "\(Figures.counted(self.messages.count, "message")) held"), .flashWarn)
        line.append("  L release  M change  ~ drop  @ send twice", .muted)
        return line
    }

    private func line(of message: HeldMessage, isFirst: Bool) -> StyledLine {
        let left = max(message.until.duration(since: self.now), .zero)
        let event = message.content.event
        var line = StyledLine(isFirst ? "▸ " : "  ", .text)
        line.append(message.isSent ? "to the server  " : "to the client  ", .muted)
        line.append(SafeText(sanitizing: event.name.text, limit: 200), .eventName)
        if let channel = event.channel {
            line.append(SafeText(sanitizing: " \(channel.text)", limit: 200), .text)
        }
        line.append(SafeText(ours: "  \(Figures.duration(left)) left  "), .muted)
        line.append(SafeText(sanitizing: event.data.text, limit: 400), .text)
        return line
    }
}
