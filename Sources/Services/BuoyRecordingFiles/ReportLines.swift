package import BuoyScripts
package import BuoyTextScreen
import ChannelsBasics
import ChannelsEventWords
package import ChannelsProtocol

/// Writes reports as JSON lines: those of a recording, of `tail --json` and of exports, one object
/// for each, without hidden characters. `docs/recording.md` lists the members.
///
/// Events of channels are nearly everything in a busy connection, so they are written without an
/// intermediate tree: their data is copied as it was received.
package struct ReportLines: Sendable {
    /// The version of the format, in each line as `v`. Members and kinds may be added within a
    /// version; one that is removed or means something else makes another.
    package static let version = 1

    /// The name of the server of a report, by its number; `nil` if there is only one.
    package let server: @Sendable (Int) -> String?
    /// Whether reports have a sentence for people.
    private let hasDetails: Bool
    private var writer = SafeJSONWriter()
    /// The start of the line before, up to the number: the events of a burst have the same time.
    private var lastStart: (time: ChannelsTimestamp, text: PlainLines)?
    /// The part between number and data for the names of the line before.
    private var lastNames: (event: EventName, channel: ChannelName?, text: PlainLines)?

    /// - Parameters:
    ///   - hasDetails: whether reports have a sentence for people.
    ///   - server: the name of the server of a report, by its number, if there are several.
    package init(
        hasDetails: Bool = true, server: @escaping @Sendable (Int) -> String? = { _ in nil }
    ) {
        self.hasDetails = hasDetails
        self.server = server
    }

    /// The lines of reports, each with a line feed.
    package mutating func bytes(for reports: some Sequence<ClientReport>) -> [UInt8] {
        var lines = PlainLines()
        for report in reports { self.append(report, to: &lines) }
        return Array(lines.bytes)
    }

    /// The object of one report, without a line feed.
    ///
    /// - Parameter server: the name of its server, if there are several.
    package static func object(of report: ClientReport, server: String? = nil) -> String {
        var writer = ReportLines { _ in server }
        var lines = PlainLines()
        writer.append(report, to: &lines)
        return lines.string
    }

    /// Appends the line of a report.
    package mutating func append(_ report: ClientReport, to lines: inout PlainLines) {
        let server = self.server(report.number)
        if server == nil, case .received(let received) = report.kind,
            self.append(received, report.number, report.time, to: &lines)
        {
            return
        }
        let hasDetail = self.hasDetails
        self.append(to: &lines) { report.write(to: &$0, server: server, hasDetail: hasDetail) }
    }

    /// Appends the line of a fault that was made on purpose.
    /// - Parameter detail: a sentence for people.
    package mutating func append(
        _ report: FaultReport, detail: String, to lines: inout PlainLines
    ) {
        self.append(to: &lines) { fields in
            report.write(to: &fields)
            fields.add("detail", detail)
        }
    }

    /// Appends another line.
    mutating func append(_ object: any RecordedObject, to lines: inout PlainLines) {
        self.append(to: &lines) { object.write(to: &$0) }
    }

    /// Appends a line with other members, after those of all lines.
    /// - Parameter kind: its kind; the names are part of the format.
    package mutating func append(
        _ kind: String, at time: ChannelsTimestamp, number: Int, to lines: inout PlainLines,
        _ rest: (inout RecordedFields) -> Void
    ) {
        let server = self.server(number)
        self.append(to: &lines) { fields in
            time.write(to: &fields)
            fields.add("number", number)
            fields.add("server", server)
            fields.add("kind", kind)
            rest(&fields)
        }
    }

    private mutating func append(
        to lines: inout PlainLines, _ members: (inout RecordedFields) -> Void
    ) {
        var fields = RecordedFields()
        fields.add("v", Self.version)
        members(&fields)
        self.writer.removeAll()
        self.writer.json(fields.json.compactText.utf8)
        lines.append(self.writer)
        lines.endLine()
    }

    // MARK: Events of channels

    /// Appends the line of an event whose data is a string. What stands before the data is often
    /// the same as in the line before, but for the number.
    ///
    /// - Returns: `false`, and nothing is appended, for any other event, and for data that cannot
    ///   be written as it was received.
    private mutating func append(
        _ received: ChannelsEvent, _ number: Int, _ time: ChannelsTimestamp,
        to lines: inout PlainLines
    ) -> Bool {
        guard received.data.isString, received.senderDoubt == nil else { return false }
        let start = lines.count
        lines.append(self.start(of: time, like: lines))
        lines.append(number: number)
        lines.append(self.names(of: received, like: lines))
        guard self.append(received.data, to: &lines) else {
            lines.removeAll(from: start)
            return false
        }
        if let userID = received.userID {
            self.writer.removeAll()
            self.writer.string(userID.text)
            lines.append(sanitizing: Self.beforeUser)
            lines.append(self.writer)
        }
        lines.append(sanitizing: Self.end)
        lines.endLine()
        return true
    }

    /// Appends the JSON that a string contains, if it is in its shortest form, or its text.
    private mutating func append(_ data: EventData, to lines: inout PlainLines) -> Bool {
        let isCopied = lines.appendIfPlain(capacity: data.textCapacity) {
            data.copyCompactJSON(to: $0)
        }
        if isCopied { return true }
        self.writer.removeAll()
        let text = data.textPrefix(.max)
        // A string in a string is kept: a JSON string is always the text itself.
        if let json = data.value(at: [])?.rawJSON, json.first != UInt8(ascii: "\"") {
            guard self.writer.json(json), json.count == text.count else { return false }
        } else {
            self.writer.string(utf8: text)
        }
        lines.append(self.writer)
        return true
    }

    private static let beforeUser = Array(#","user_id":"#.utf8)
    private static let end = Array("}".utf8)

    private mutating func start(of time: ChannelsTimestamp, like lines: PlainLines) -> PlainLines {
        if let last = self.lastStart, last.time == time { return last.text }
        var text = PlainLines(like: lines)
        text.append(sanitizing: #"{"v":\#(Self.version),"time":""#.utf8)
        text.append(sanitizing: UTCTime.bytes(of: time, isExact: true))
        text.append(sanitizing: #"","clock_ns":\#(time.monotonicNanoseconds),"number":"#.utf8)
        self.lastStart = (time, text)
        return text
    }

    private mutating func names(of event: ChannelsEvent, like lines: PlainLines) -> PlainLines {
        if let last = self.lastNames, last.event == event.name, last.channel == event.channel {
            return last.text
        }
        self.writer.removeAll()
        self.writer.object { writer in
            writer.member("kind", ReportKind.received.rawValue)
            writer.member("event", event.name.text)
            writer.member("channel", event.channel?.text)
            writer.key("data")
        }
        var text = PlainLines(like: lines)
        // A comma in place of the brace at the start, and no brace at the end.
        self.writer.bytes[0] = UInt8(ascii: ",")
        self.writer.bytes.removeLast()
        text.append(self.writer)
        self.lastNames = (event.name, event.channel, text)
        return text
    }
}

extension EventDescription {
    /// The name and the sentence; `nil` for events, which are written completely.
    package var lineDetail: String? {
        let sentence = self.sentence
        guard self.kind != .received, self.kind != .sent else { return nil }
        return sentence.isEmpty ? self.name : "\(self.name): \(sentence)"
    }
}
