package import ChannelsProtocol
import EventWords
import Formatting
package import TextScreen

/// Writes events as lines, for programs that parse lines and for terminals that cannot be drawn on.
///
/// A line is `TIME CHANNEL EVENT [DATA]`, without control and invisible characters. The names of
/// channels and events repeat, so the text between time and data is made once for each pair.
package struct EventLines: Sendable {
    /// The lines that were not taken yet.
    private var lines: PlainLines
    private let empty: PlainLines
    private let utcOffsetSeconds: Int
    private var labels: [Label: SafeText] = [:]
    /// The label of the line before, which is often that of the next.
    private var lastLabel: (label: Label, text: SafeText)?
    /// The time of the line before: the events of a burst have the same.
    private var lastTime: (time: Timestamp, text: SafeText)?

    /// What the text between time and data depends on.
    private struct Label: Hashable {
        let channel: ChannelName?
        let event: EventName
    }

    /// How many labels are remembered; names may be made up without end.
    private static let labelLimit = 4096

    /// - Parameters:
    ///   - utcOffsetSeconds: the offset of the times from UTC.
    ///   - alphabet: the characters that are not escaped.
    package init(utcOffsetSeconds: Int = 0, alphabet: SafeText.Alphabet = .unicode) {
        self.empty = PlainLines(alphabet: alphabet)
        self.lines = self.empty
        self.utcOffsetSeconds = utcOffsetSeconds
    }

    /// Appends a line for each event that is worth one. Counters and the user's requests would be
    /// noise, and the outcome of an authorization is reported by its subscription.
    package mutating func append(_ events: some Sequence<ClientEvent>) {
        for event in events {
            if let received = Self.plainEvent(event.kind) {
                self.append(received, of: event)
            } else {
                let words = event.words
                if !words.isQuiet { self.append(words, at: event.time) }
            }
        }
    }

    /// Appends a line for any event.
    package mutating func append(any event: ClientEvent) {
        self.append(event.words, at: event.time)
    }

    /// The lines so far, which are then forgotten.
    package mutating func take() -> PlainLines {
        let lines = self.lines
        self.lines = self.empty
        // The next lines are about as many.
        self.lines.reserveCapacity(lines.bytes.count)
        return lines
    }

    /// The event of a channel, if its label depends on nothing but its names.
    private static func plainEvent(_ kind: ClientEvent.Kind) -> ChannelEvent? {
        guard case .received(let event) = kind, event.oddity == nil else { return nil }
        return event
    }

    private mutating func append(_ received: ChannelEvent, of event: ClientEvent) {
        self.append(event.time)
        let label = Label(channel: received.channel, event: received.name)
        if let last = self.lastLabel, last.label == label {
            self.lines.append(last.text)
        } else {
            let text = self.text(of: label, event)
            self.lastLabel = (label, text)
            self.lines.append(text)
        }
        self.endLine(received.data.textPrefix(.max))
    }

    private mutating func text(of label: Label, _ event: ClientEvent) -> SafeText {
        if let text = self.labels[label] { return text }
        let text = self.label(of: event.words)
        if self.labels.count >= Self.labelLimit { self.labels.removeAll() }
        self.labels[label] = text
        return text
    }

    private mutating func append(_ words: EventDescription, at time: Timestamp) {
        self.append(time)
        self.lines.append(self.label(of: words))
        self.endLine(words.detail(limit: .max))
    }

    private mutating func append(_ time: Timestamp) {
        if let last = self.lastTime, last.time == time { return self.lines.append(last.text) }
        let figure = Figures.timeOfDay(
            time, utcOffsetSeconds: self.utcOffsetSeconds, hasMilliseconds: true)
        let text = self.lines.text(sanitizing: "\(figure) ".utf8)
        self.lastTime = (time, text)
        self.lines.append(text)
    }

    private func label(of words: EventDescription) -> SafeText {
        let mark = words.mark == " " ? "" : String(Character(words.mark))
        return self.lines.text(sanitizing: "\(words.channelLabel) \(mark)\(words.name)".utf8)
    }

    private mutating func endLine(_ detail: [UInt8]) {
        if !detail.isEmpty {
            self.lines.append(sanitizing: CollectionOfOne(UInt8(ascii: " ")))
            self.lines.append(sanitizing: detail)
        }
        self.lines.endLine()
    }
}

/// One event as a line.
package enum EventLine {
    /// An event as one line: time of day, channel, event, data; without a line feed.
    package static func text(
        of event: ClientEvent,
        utcOffsetSeconds: Int = 0,
        alphabet: SafeText.Alphabet = .unicode
    ) -> String {
        var lines = EventLines(utcOffsetSeconds: utcOffsetSeconds, alphabet: alphabet)
        lines.append(any: event)
        return lines.take().string
    }
}
