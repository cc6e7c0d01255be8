package import BuoyTextScreen
import ChannelsEventWords
package import ChannelsProtocol

/// `TIME CHANNEL EVENT [DATA]`, without control and invisible characters.
///
/// The names of channels and events repeat, and the events of a burst have the same time, so the
/// text before the data is made once for each pair of names, and reused for the same pair and time.
package struct EventLines: Sendable {
    private let utcOffsetSeconds: Int
    private let isColored: Bool
    private let server: String?
    private let empty: PlainLines
    private var labels: [Label: PlainLines] = [:]
    private var last: (time: ChannelsTimestamp, label: Label, text: PlainLines)?

    private struct Label: Hashable {
        let channel: ChannelName?
        let event: EventName
    }

    /// Names may be made up without end.
    private static let labelLimit = 4096

    package init(
        utcOffsetSeconds: Int = 0, alphabet: SafeText.Alphabet = .unicode, isColored: Bool = false,
        server: String? = nil
    ) {
        self.empty = PlainLines(alphabet: alphabet)
        self.utcOffsetSeconds = utcOffsetSeconds
        self.isColored = isColored
        self.server = server
    }

    package mutating func append(_ events: [ClientReport], to lines: inout PlainLines) {
        for index in events.indices { self.append(events[index], to: &lines) }
    }

    package mutating func append(_ event: ClientReport, to lines: inout PlainLines) {
        if case .received(let received) = event.kind, received.oddity == nil {
            self.append(received, of: event, to: &lines)
        } else {
            let words = event.words
            lines.append(self.time(event.time))
            lines.append(self.label(of: words))
            let detail = words.detail(limit: .max)
            if !detail.isEmpty {
                lines.appendSpace()
                lines.append(sanitizing: detail)
            }
            lines.endLine()
        }
    }

    mutating func append(_ note: LineNote, to lines: inout PlainLines) {
        lines.append(self.time(note.time))
        lines.append(self.label(of: note))
        lines.appendSpace()
        lines.append(sanitizing: note.text.utf8)
        lines.endLine()
    }

    private func label(of note: LineNote) -> PlainLines {
        let isGood = note.outcome == .good
        var text = self.empty
        self.append("connection", .cyan, to: &text)
        text.appendSpace()
        self.append((isGood ? "~" : "!") + note.name, isGood ? .green : .red, to: &text)
        return text
    }

    private mutating func append(
        _ received: ChannelsEvent, of event: ClientReport, to lines: inout PlainLines
    ) {
        let label = Label(channel: received.channel, event: received.name)
        if let last = self.last, last.time == event.time, last.label == label {
            lines.append(last.text)
        } else {
            var text = self.time(event.time)
            text.append(self.text(of: label, event))
            self.last = (event.time, label, text)
            lines.append(text)
        }
        let capacity = received.data.textCapacity
        if capacity > 0 {
            let end = lines.count
            lines.appendSpace()
            lines.append(capacity: capacity) { received.data.copyText(to: $0) }
            // Data may be an empty string.
            if lines.count == end + 1 { lines.removeAll(from: end) }
        }
        lines.endLine()
    }

    private mutating func text(of label: Label, _ event: ClientReport) -> PlainLines {
        if let text = self.labels[label] { return text }
        let text = self.label(of: event.words)
        if self.labels.count >= Self.labelLimit { self.labels.removeAll() }
        self.labels[label] = text
        return text
    }

    private func time(_ time: ChannelsTimestamp) -> PlainLines {
        let figure = Figures.timeOfDay(
            time, utcOffsetSeconds: self.utcOffsetSeconds, hasMilliseconds: true)
        var text = self.empty
        self.append(figure, .dim, to: &text)
        text.appendSpace()
        guard let server else { return text }
        self.append(server, .yellow, to: &text)
        text.appendSpace()
        return text
    }

    private func label(of words: EventDescription) -> PlainLines {
        let mark = words.mark == " " ? "" : String(Character(words.mark))
        var text = self.empty
        self.append(words.channelLabel, .cyan, to: &text)
        text.appendSpace()
        self.append(mark + words.name, LineColor(words.tone), to: &text)
        return text
    }

    private func append(_ part: String, _ color: LineColor, to text: inout PlainLines) {
        if self.isColored { text.append(color) }
        text.append(sanitizing: part.utf8)
        if self.isColored { text.append(.normal) }
    }
}

extension LineColor {
    fileprivate init(_ tone: EventDescription.Tone) {
        self =
            switch tone {
            case .event, .clientEvent: .bold
            case .sent: .yellow
            case .report: .green
            case .failure, .gap: .red
            }
    }
}

package enum EventLine {
    package static func text(
        of event: ClientReport,
        utcOffsetSeconds: Int = 0,
        alphabet: SafeText.Alphabet = .unicode
    ) -> String {
        var lines = PlainLines(alphabet: alphabet)
        var writer = EventLines(utcOffsetSeconds: utcOffsetSeconds, alphabet: alphabet)
        writer.append(event, to: &lines)
        return lines.string
    }
}
