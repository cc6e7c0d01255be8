package import ChannelsProtocol
import EventWords
import Formatting
package import TextScreen

/// Events as lines of plain text, for programs that parse lines and for terminals that cannot be
/// drawn on.
package enum EventLine {
    /// An event as one line: time of day, channel, event, data. Control and invisible characters
    /// are escaped.
    package static func text(
        of event: ClientEvent,
        utcOffsetSeconds: Int = 0,
        alphabet: SafeText.Alphabet = .unicode
    ) -> String {
        let words = event.words
        let time = Figures.timeOfDay(
            event.time, utcOffsetSeconds: utcOffsetSeconds, hasMilliseconds: true)
        let mark = words.mark == " " ? "" : String(Character(words.mark))
        let head = PlainOutput.line(
            "\(words.channelLabel) \(mark)\(words.name)", alphabet: alphabet)
        let detail = PlainOutput.line(words.detail(limit: .max), alphabet: alphabet)
        return detail.isEmpty ? "\(time) \(head)" : "\(time) \(head) \(detail)"
    }

    /// Whether an event is worth a line. Counters and the user's requests would be noise, and the
    /// outcome of an authorization is reported by its subscription.
    package static func isNeeded(for event: ClientEvent) -> Bool { !event.words.isQuiet }
}
