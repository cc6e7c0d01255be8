import BuoyRecordingFiles
package import BuoyTextScreen
package import ChannelsProtocol

package enum LineFormat: Hashable, Sendable {
    /// `TIME CHANNEL EVENT [DATA]`
    case rows(isColored: Bool)
    case sentences
    case json
    case fields([LineField], isAligned: Bool)
}

package struct LineFormatter: Sendable {
    // One of these. They are changed in place, so that what they remember is not copied.
    private var rows: EventLines?
    private var narrator: Narrator?
    private var json: ReportLines?
    private var fields: FieldLines?

    package init(
        _ format: LineFormat, utcOffsetSeconds: Int = 0, alphabet: SafeText.Alphabet = .unicode,
        server: String? = nil
    ) {
        switch format {
        case .rows(let isColored):
            self.rows = EventLines(
                utcOffsetSeconds: utcOffsetSeconds, alphabet: alphabet, isColored: isColored,
                server: server)
        case .sentences:
            var options = Narrator.Options()
            options.utcOffsetSeconds = utcOffsetSeconds
            options.alphabet = alphabet
            options.server = server
            self.narrator = Narrator(options: options)
        case .json: self.json = ReportLines { _ in server }
        case .fields(let fields, let isAligned):
            self.fields = FieldLines(
                fields, utcOffsetSeconds: utcOffsetSeconds, isAligned: isAligned, server: server)
        }
    }

    package mutating func append(_ events: [ClientReport], to lines: inout PlainLines) {
        self.rows?.append(events, to: &lines)
        Self.append(self.narrator?.lines(for: events), to: &lines)
        if self.json != nil {
            for index in events.indices { self.json?.append(events[index], to: &lines) }
        }
        if self.fields != nil {
            for index in events.indices { self.fields?.append(events[index], to: &lines) }
        }
    }

    package mutating func append(_ note: LineNote, to lines: inout PlainLines) {
        self.rows?.append(note, to: &lines)
        Self.append(self.narrator.map { [$0.line(for: note)] }, to: &lines)
        self.json?.append(note.kind, at: note.time, number: note.number, to: &lines) { fields in
            fields.add("detail", note.text)
            for fact in note.facts { fields.add(fact) }
        }
        self.fields?.append(note, to: &lines)
    }

    /// Summarises what was held back because there was too much of it.
    package mutating func flush(at time: ChannelsTimestamp, to lines: inout PlainLines) {
        Self.append(self.narrator?.flush(at: time), to: &lines)
    }

    private static func append(_ sentences: [String]?, to lines: inout PlainLines) {
        for sentence in sentences ?? [] {
            lines.append(sanitizing: sentence.utf8)
            lines.endLine()
        }
    }
}
