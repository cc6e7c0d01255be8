import BuoyTextScreen
import ChannelsBasics
import ChannelsEventWords
package import ChannelsProtocol

/// Client events as JSON lines: one object for each, without hidden characters, so that a line
/// stays a line wherever it is shown. `docs/scripting.md` lists the keys.
package struct JSONLines: Sendable {
    /// The version of the format, in each line as `v`. Keys, kinds and facts may be added within a
    /// version; one that is removed or means something else makes another.
    package static let version = 1

    /// The name of the server of a report, by its number, if the lines are of several servers.
    var server: (@Sendable (Int) -> String?)?
    /// The name of the server of all reports, if lines of several servers are mixed.
    private let serverName: String?
    private var writer = SafeJSONWriter()
    /// The time of the line before: the events of a burst have the same.
    private var lastTime: (time: Timestamp, text: [UInt8])?
    /// The start of a line for a time, up to the number.
    private var lastStart: (time: Timestamp, text: PlainLines)?
    /// The part between number and size for the names of the line before.
    private var lastNames: (event: EventName, channel: ChannelName?, text: PlainLines)?

    /// - Parameter server: the name of the server of all reports, if the lines are among those of
    ///   others.
    init(server: String? = nil) { self.serverName = server }

    /// The lines of events, each with a line feed.
    mutating func bytes(for events: some Sequence<ClientReport>) -> [UInt8] {
        self.writer.restart(capacity: 256 * events.underestimatedCount)
        for event in events {
            self.write(event)
            self.writer.endLine()
        }
        return self.writer.bytes
    }

    mutating func append(_ event: ClientReport, to lines: inout PlainLines) {
        if case .received(let received) = event.kind,
            self.append(received, event.number, event.time, to: &lines)
        {
            return
        }
        self.writer.removeAll()
        self.write(event)
        lines.append(self.writer)
        lines.endLine()
    }

    /// Appends the line of an event whose data is JSON in its shortest form, as a string: such data
    /// is copied, and everything before it but two numbers is often the same as in the line before.
    ///
    /// - Returns: `false`, and nothing is appended, for any other event.
    private mutating func append(
        _ received: ChannelsEvent, _ number: Int, _ time: Timestamp, to lines: inout PlainLines
    ) -> Bool {
        let data = received.data
        guard data.isString, received.userID == nil else { return false }
        let start = lines.count
        lines.append(self.start(of: time, like: lines))
        lines.append(number: number)
        lines.append(self.names(of: received, like: lines))
        lines.append(number: data.byteCount)
        lines.append(sanitizing: Self.beforeData)
        guard
            lines.appendIfPlain(
                capacity: data.textCapacity, { data.copyCompactJSON(to: $0) })
        else {
            lines.removeAll(from: start)
            return false
        }
        lines.append(sanitizing: Self.end)
        lines.endLine()
        return true
    }

    private static let beforeData = Array(#","data":"#.utf8)
    private static let end = Array("}".utf8)

    private mutating func start(of time: Timestamp, like lines: PlainLines) -> PlainLines {
        if let last = self.lastStart, last.time == time { return last.text }
        var text = PlainLines(like: lines)
        text.append(sanitizing: #"{"v":\#(Self.version),"time":""#.utf8)
        text.append(sanitizing: self.text(of: time))
        text.append(sanitizing: #"","number":"#.utf8)
        self.lastStart = (time, text)
        return text
    }

    private mutating func names(of event: ChannelsEvent, like lines: PlainLines) -> PlainLines {
        if let last = self.lastNames, last.event == event.name, last.channel == event.channel {
            return last.text
        }
        self.writer.removeAll()
        let server = self.serverName
        self.writer.object { writer in
            writer.member("server", server)
            writer.member("kind", "received")
            writer.member("channel", event.channel?.text)
            writer.member("event", event.name.text)
            writer.key("size")
        }
        var text = PlainLines(like: lines)
        // A comma in place of the brace at the start, and no brace at the end.
        self.writer.bytes[0] = UInt8(ascii: ",")
        self.writer.bytes.removeLast()
        text.append(self.writer)
        self.lastNames = (event.name, event.channel, text)
        return text
    }

    /// Appends the line of what no client has reported.
    mutating func append(_ note: LineNote, to lines: inout PlainLines) {
        self.writer.removeAll()
        let server = self.serverName
        self.writeObject(note.time, note.number) { writer in
            writer.member("server", server)
            writer.member("kind", note.kind)
            writer.member("detail", note.text)
            Self.write(note.facts, to: &writer)
        }
        lines.append(self.writer)
        lines.endLine()
    }

    /// The object of one event, without a line feed.
    ///
    /// - Parameter server: the name of its server, if there are several.
    package static func object(of event: ClientReport, server: String? = nil) -> String {
        var lines = JSONLines(server: server)
        lines.write(event)
        return String(decoding: lines.writer.bytes, as: UTF8.self)
    }

    private mutating func write(_ event: ClientReport) {
        let server = self.serverName ?? self.server?(event.number)
        self.writeObject(event.time, event.number) { writer in
            writer.member("server", server)
            if case .received(let received) = event.kind {
                Self.write(received, to: &writer)
            } else {
                Self.write(ExportRecord(event), to: &writer)
            }
        }
    }

    private mutating func writeObject(
        _ time: Timestamp, _ number: Int, _ rest: (inout SafeJSONWriter) -> Void
    ) {
        let time = self.text(of: time)
        self.writer.object { writer in
            writer.key("v")
            writer.integer(Self.version)
            writer.key("time")
            writer.string(utf8: time)
            writer.key("number")
            writer.integer(number)
            rest(&writer)
        }
    }

    private mutating func text(of time: Timestamp) -> [UInt8] {
        if let last = self.lastTime, last.time == time { return last.text }
        let text = UTCTime.bytes(of: time)
        self.lastTime = (time, text)
        return text
    }

    /// Writes what a record of the event would say, without making one.
    private static func write(_ event: ChannelsEvent, to writer: inout SafeJSONWriter) {
        writer.member("kind", "received")
        writer.member("channel", event.channel?.text)
        writer.member("event", event.name.text)
        writer.member("user_id", event.userID?.text)
        Self.write(event.data, to: &writer)
    }

    private static func write(_ record: ExportRecord, to writer: inout SafeJSONWriter) {
        writer.member("kind", record.kind)
        writer.member("channel", record.channel)
        writer.member("event", record.event)
        writer.member("user_id", record.userID)
        if let data = record.data { Self.write(data, to: &writer) }
        if let detail = record.detail {
            writer.key("detail")
            writer.string(utf8: detail)
        }
        Self.write(record.facts, to: &writer)
    }

    private static func write(_ facts: [JSONObject.Member], to writer: inout SafeJSONWriter) {
        guard !facts.isEmpty else { return }
        writer.key("facts")
        writer.json(JSON.object(JSONObject(facts)).compactText.utf8)
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
    /// Writes a member with a string, if there is one.
    package mutating func member(_ name: String, _ text: String?) {
        guard let text else { return }
        self.key(name)
        self.string(text)
    }
}
