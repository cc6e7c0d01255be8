package import ChannelsProtocol
import Formatting
import TextCoding
import TextScreen

/// Client events as JSON lines: one object for each, without hidden characters, so that a line
/// stays a line wherever it is shown. `docs/sharing.md` lists the keys.
package struct JSONLines: Sendable {
    private var writer = SafeJSONWriter()

    /// Creates a writer of lines.
    package init() {}

    /// The lines of events, each with a line feed.
    package mutating func bytes(for events: some Sequence<ClientEvent>) -> [UInt8] {
        self.writer.restart(capacity: 256 * events.underestimatedCount)
        for event in events {
            Self.write(ExportRecord(event), to: &self.writer)
            self.writer.endLine()
        }
        return self.writer.bytes
    }

    /// The object of one event, without a line feed.
    package static func object(of event: ClientEvent) -> String {
        var writer = SafeJSONWriter()
        Self.write(ExportRecord(event), to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func write(_ record: ExportRecord, to writer: inout SafeJSONWriter) {
        writer.object { writer in
            writer.key("time")
            writer.string(utf8: UTCTime.bytes(of: record.time))
            writer.key("number")
            writer.integer(record.number)
            writer.member("kind", record.kind)
            writer.member("channel", record.channel)
            writer.member("event", record.event)
            writer.member("user_id", record.userID)
            if let data = record.data { Self.write(data, to: &writer) }
            if let detail = record.detail {
                writer.key("detail")
                writer.string(utf8: detail)
            }
            if !record.facts.isEmpty {
                writer.key("facts")
                writer.json(JSON.object(JSONObject(record.facts)).compactText.utf8)
            }
        }
    }

    /// Data is a JSON value if it contains one, otherwise a string. Whatever this would lose is
    /// added: the bytes, if white space or hidden characters were written differently, and whether
    /// the value was sent directly rather than in a string.
    private static func write(_ data: EventData, to writer: inout SafeJSONWriter) {
        guard !data.isAbsent else { return }
        writer.key("size")
        writer.integer(data.byteCount)
        writer.key("data")
        let text = data.textPrefix(.max)
        // A string in a string is kept: a JSON string is always the text itself.
        guard let value = data.value(at: [])?.rawJSON, value.first != UInt8(ascii: "\"") else {
            writer.string(utf8: text)
            return
        }
        let isExact = writer.json(value)
        if !isExact || value.count != text.count {
            writer.key("text")
            writer.string(utf8: text)
        }
        if !data.isString {
            writer.key("inline")
            writer.bool(true)
        }
    }
}

extension SafeJSONWriter {
    /// Writes a member with a text, if there is one.
    package mutating func member(_ name: String, _ text: String?) {
        guard let text else { return }
        self.key(name)
        self.string(text)
    }
}
