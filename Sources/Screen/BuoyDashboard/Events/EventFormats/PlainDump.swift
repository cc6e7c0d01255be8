import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

/// For selecting rows in the terminal: complete, without columns that cut them or frames that would
/// be selected too.
enum PlainDump {
    static let defaultLimit = 10_000

    /// Oldest first. Beyond the limit only the newest, after a line with the number of the others.
    static func lines(
        of events: some BidirectionalCollection<ClientReport>,
        limit: Int = PlainDump.defaultLimit,
        utcOffsetSeconds: Int = 0,
        alphabet: SafeText.Alphabet = .unicode
    ) -> [String] {
        let shown = events.suffix(max(limit, 0))
        return self.note(leftOut: events.count - shown.count)
            + shown.map {
                EventLine.text(of: $0, utcOffsetSeconds: utcOffsetSeconds, alphabet: alphabet)
            }
    }

    static func lines(
        of snapshot: EventSnapshot,
        limit: Int = PlainDump.defaultLimit,
        utcOffsetSeconds: Int = 0,
        alphabet: SafeText.Alphabet = .unicode
    ) -> [String] {
        let start = max(snapshot.count - max(limit, 0), 0)
        let shown = snapshot.slice(from: start, count: limit)
        return self.note(leftOut: start)
            + self.lines(
                of: shown, limit: limit, utcOffsetSeconds: utcOffsetSeconds, alphabet: alphabet)
    }

    private static func note(leftOut count: Int) -> [String] {
        guard count > 0 else { return [] }
        let left = Figures.counted(count, "older row")
        return ["(\(left) not shown; an export contains them all)"]
    }
}
