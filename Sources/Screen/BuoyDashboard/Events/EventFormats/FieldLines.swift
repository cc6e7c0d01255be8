import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

/// Columns with tabs between them, for `cut`, `awk` and spreadsheets; for a terminal, with spaces
/// that align them. A missing value is `-`.
struct FieldLines: Sendable {
    private let fields: [LineField]
    private let utcOffsetSeconds: Int
    private let server: String?
    /// So far; `nil` for tabs.
    private var widths: [Int]?

    /// Wider values do not widen their column.
    private static let widestColumn = 40

    init(
        _ fields: [LineField], utcOffsetSeconds: Int = 0, isAligned: Bool = false,
        server: String? = nil
    ) {
        self.server = server
        self.fields = fields
        self.utcOffsetSeconds = utcOffsetSeconds
        self.widths = isAligned ? fields.map { _ in 0 } : nil
    }

    mutating func append(_ event: ClientReport, to lines: inout PlainLines) {
        let words = event.words
        self.append(self.fields.map { self.bytes(of: $0, event, words) }, to: &lines)
    }

    mutating func append(_ note: LineNote, to lines: inout PlainLines) {
        self.append(self.fields.map { self.bytes(of: $0, note) }, to: &lines)
    }

    private mutating func append(_ columns: [[UInt8]?], to lines: inout PlainLines) {
        for (column, bytes) in columns.enumerated() {
            let text = lines.text(sanitizing: bytes ?? [UInt8(ascii: "-")])
            lines.append(text)
            if column + 1 < self.fields.count { self.separate(column, text.width, &lines) }
        }
        lines.endLine()
    }

    private mutating func separate(_ column: Int, _ width: Int, _ lines: inout PlainLines) {
        guard var widths = self.widths else { return lines.appendTab() }
        widths[column] = min(max(widths[column], width), Self.widestColumn)
        self.widths = widths
        for _ in 0..<(max(widths[column] - width, 0) + 2) { lines.appendSpace() }
    }

    private func bytes(
        of field: LineField, _ event: ClientReport, _ words: EventDescription
    ) -> [UInt8]? {
        switch field {
        case .time: self.text(of: event.time)
        case .server: self.server.map { Array($0.utf8) }
        case .number: Array(String(event.number).utf8)
        case .kind: Array(words.kind.rawValue.utf8)
        case .channel: words.channel.map { Array($0.text.utf8) }
        case .event: Array((words.channelEvent?.name.text ?? words.name).utf8)
        case .user: words.userID.map { Array($0.text.utf8) }
        case .size: words.data.map { Array(String($0.byteCount).utf8) }
        case .data: words.data.flatMap { $0.isAbsent ? nil : $0.textPrefix(.max) }
        case .value(let path): words.data?.value(at: path.steps)?.textPrefix(.max)
        }
    }

    private func bytes(of field: LineField, _ note: LineNote) -> [UInt8]? {
        switch field {
        case .time: self.text(of: note.time)
        case .server: self.server.map { Array($0.utf8) }
        case .number: Array(String(note.number).utf8)
        case .kind: Array(note.kind.utf8)
        case .event: Array(note.name.utf8)
        case .data: Array(note.text.utf8)
        case .channel, .user, .size, .value: nil
        }
    }

    private func text(of time: ChannelsTimestamp) -> [UInt8] {
        Array(
            Figures.timeOfDay(
                time, utcOffsetSeconds: self.utcOffsetSeconds, hasMilliseconds: true
            ).utf8)
    }
}
