import ChannelsProtocol

/// A moment as ISO 8601 writes it, in UTC with milliseconds: `2026-11-21T14:02:32.456Z`. Computed
/// here, because this module reads no clock and knows no time zones.
enum UTCTime {
    /// Every moment of the wall clock has a text; years beyond 9999 or before 0 have a sign and as
    /// many digits as they need.
    static func text(of time: Timestamp) -> String {
        let milliseconds = Self.floored(time.wallMicroseconds, 1000).quotient
        let (day, inDay) = Self.floored(milliseconds, 86_400_000)
        let (year, month, dayOfMonth) = Self.date(ofDay: day)
        let seconds = inDay / 1000
        return Self.text(ofYear: year) + "-" + Self.digits(month, 2) + "-"
            + Self.digits(dayOfMonth, 2) + "T" + Self.digits(seconds / 3600, 2) + ":"
            + Self.digits(seconds / 60 % 60, 2) + ":" + Self.digits(seconds % 60, 2) + "."
            + Self.digits(inDay % 1000, 3) + "Z"
    }

    /// The date of a day counted from 1970-01-01, in the Gregorian calendar throughout. Years are
    /// counted from March in between, so that the day of a leap year is the last one.
    private static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = Self.floored(day + 719_468, 146_097)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    private static func text(ofYear year: Int64) -> String {
        switch year {
        case 0...9999: Self.digits(year, 4)
        case ..<0: "-" + Self.digits(-year, 6)
        default: "+" + Self.digits(year, 6)
        }
    }

    private static func digits(_ number: Int64, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(count - text.utf8.count, 0)) + text
    }

    private static func floored(
        _ number: Int64, _ divisor: Int64
    ) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
