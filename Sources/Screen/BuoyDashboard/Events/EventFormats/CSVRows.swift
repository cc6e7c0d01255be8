import BuoyRecordingFiles
import BuoyTextScreen
import ChannelsBasics
import ChannelsEventWords
import ChannelsProtocol

/// RFC 4180, in UTF-8: a header and one row for each event. A row is always a single line: control
/// and hidden characters are escaped.
struct CSVRows: Sendable {
    static let columns = [
        "time", "number", "kind", "channel", "event", "user_id", "size", "data", "detail",
    ]

    static func header(hasServers: Bool = false) -> [UInt8] {
        let columns = self.columns + (hasServers ? ["server"] : [])
        return Array(columns.joined(separator: ",").utf8) + Self.lineEnd
    }

    static func bytes(
        for events: some Sequence<ClientReport>, server: ((Int) -> String?)? = nil
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(160 * events.underestimatedCount)
        for event in events {
            let words = event.words
            let data = words.data.flatMap { $0.isAbsent ? nil : $0 }
            bytes += UTCTime.bytes(of: event.time)
            Self.append(String(event.number), isSafe: true, to: &bytes)
            Self.append(words.kind.rawValue, isSafe: true, to: &bytes)
            Self.append(words.channel?.text, to: &bytes)
            Self.append(words.channelEvent?.name.text, to: &bytes)
            Self.append(words.userID?.text, to: &bytes)
            Self.append(data.map { String($0.byteCount) }, isSafe: true, to: &bytes)
            Self.append(data.map(Self.text), isSafe: true, to: &bytes)
            Self.append(words.lineDetail, to: &bytes)
            if let server { Self.append(server(event.number), to: &bytes) }
            bytes += Self.lineEnd
        }
        return bytes
    }

    /// The shortest JSON, or the text.
    private static func text(of data: EventData) -> String {
        guard let value = data.value(at: [])?.rawJSON, value.first != UInt8(ascii: "\"") else {
            return PlainOutput.text(data.textPrefix(.max), keepsLines: false)
        }
        var writer = SafeJSONWriter()
        writer.json(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static let lineEnd = Array("\r\n".utf8)

    private static func append(_ text: String?, isSafe: Bool = false, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: ","))
        guard let text else { return }
        bytes += Self.field(isSafe ? text : PlainOutput.text(text.utf8, keepsLines: false)).utf8
    }

    static func field(_ text: String) -> String {
        let text = Self.startsFormula(text) ? "'" + text : text
        let needsQuotes =
            text.utf8.contains { $0 == UInt8(ascii: ",") || $0 == quote || $0 == UInt8(ascii: ";") }
            || text.utf8.first == UInt8(ascii: " ") || text.utf8.last == UInt8(ascii: " ")
        guard needsQuotes else { return text }
        var field = "\""
        // As scalars, because a quotation mark with an accent is one `Character`.
        for scalar in text.unicodeScalars {
            if scalar == "\"" { field += "\"" }
            field.unicodeScalars.append(scalar)
        }
        return field + "\""
    }

    private static let quote = UInt8(ascii: "\"")

    /// Whether a spreadsheet would interpret a field as a formula (OWASP, "CSV Injection"). Numbers
    /// are not formulas, even with a minus sign.
    private static func startsFormula(_ text: String) -> Bool {
        switch text.unicodeScalars.first(where: { $0 != " " }) {
        case "=", "+", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": true
        case "-":
            if case .number? = JSONValue.parse(text) { false } else { true }
        default: false
        }
    }
}
