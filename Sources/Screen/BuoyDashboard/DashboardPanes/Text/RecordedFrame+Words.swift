package import BuoyRecordingFiles
import ChannelsProtocol

extension RecordedFrame {
    /// The event, or the kind of the frame in brackets. If it was received, it is untrusted.
    package var name: String {
        switch self.content {
        case .text(let text):
            EventData(text).value(at: [.member("event")])?.text ?? Self.name(atStartOf: text)
                ?? "text"
        case .binary: "(binary)"
        case .ping: "(ping)"
        case .pong: "(pong)"
        case .close(let code, let reason):
            "(close\(code.map { " \($0)" } ?? ""))" + (reason.isEmpty ? "" : " \(reason)")
        case .skipped(let count): "(\(count) frames missing)"
        }
    }

    /// The event's name in a text of which only the start was kept.
    private static func name(atStartOf text: String) -> String? {
        let start = "{\"event\":\""
        guard text.hasPrefix(start) else { return nil }
        let rest = text.dropFirst(start.count)
        return rest.firstIndex(of: "\"").map { String(rest[..<$0]) }
    }

    /// The text without the name of the event, which most frames start with. It is untrusted.
    package var textAfterName: String {
        guard case .text(let text) = self.content else { return "" }
        let start = "{\"event\":\"\(self.name)\","
        return text.hasPrefix(start) ? String(text.dropFirst(start.count)) : text
    }
}
