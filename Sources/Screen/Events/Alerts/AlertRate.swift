import TextCoding

/// How many events in which time are too many: `> 5/m`, `> 100/10s`.
package struct AlertRate: Hashable, Sendable, CustomStringConvertible {
    /// The largest number of events that is still allowed, 0 or more.
    package let limit: Int
    /// The time in which they are counted.
    package let period: Duration

    /// The largest limit. The times of so many events are kept.
    package static let largestLimit = 100_000

    /// Reads a rate: an optional `>`, a number, `/` and a period. The period is `s`, `m`, `h`, or a
    /// duration such as `10s`. `nil` for anything else.
    package init?(typed text: String) {
        let words = text.drop { $0 == ">" || $0 == " " }.split(separator: "/", maxSplits: 1)
        guard words.count == 2,
            let limit = Int(words[0].filter { $0 != " " }), 0...Self.largestLimit ~= limit
        else { return nil }
        let period = words[1].filter { $0 != " " }
        guard let period = Duration(typed: period.first?.isNumber == true ? period : "1" + period)
        else { return nil }
        self.limit = limit
        self.period = period
    }

    /// As it is typed: `> 5/1m`.
    package var description: String { "> \(self.limit)/\(self.period.typed)" }
}
