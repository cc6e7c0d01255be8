package import ChannelsProtocol
package import TextScreen

/// Rows of the log as plain lines, for the terminal's own selection: whole, however long, without
/// columns that would cut them or frames that would be selected too.
package enum PlainDump {
    /// The most rows that are printed unless told otherwise.
    package static let defaultLimit = 10_000

    /// A line for each event, oldest first. Of more than the limit the newest are told, after a line
    /// that says how many are left out.
    package static func lines(
        of events: some BidirectionalCollection<ClientEvent>,
        limit: Int = PlainDump.defaultLimit,
        utcOffsetSeconds: Int = 0,
        alphabet: SafeText.Alphabet = .unicode
    ) -> [String] {
        let count = events.count
        let shown = events.suffix(max(limit, 0)).map {
            EventText.line(for: $0, utcOffsetSeconds: utcOffsetSeconds, alphabet: alphabet)
        }
        guard shown.count < count else { return shown }
        let left = ConnectionWords.counted(count - shown.count, "older row")
        return ["(\(left) not shown; the export has them all)"] + shown
    }
}
