package import ChannelsProtocol

/// A time in ISO 8601, in UTC with milliseconds: `2026-11-21T14:02:32.456Z`. Computed here, because
/// this module uses neither clocks nor time zones.
package enum UTCTime {
    /// The text of a time on the wall clock. Years beyond 9999 or before 0 have a sign and as many
    /// digits as needed.
    package static func text(of time: Timestamp) -> String {
        String(decoding: self.bytes(of: time), as: UTF8.self)
    }

    /// The same in ASCII. No strings are created, because an export has a time in every line.
    package static func bytes(of time: Timestamp) -> [UInt8] {
        let milliseconds = Self.floored(time.wallMicroseconds, 1000).quotient
        let (day, inDay) = Self.floored(milliseconds, 86_400_000)
        let (year, month, dayOfMonth) = Self.date(ofDay: day)
        let seconds = inDay / 1000
        var bytes: [UInt8] = []
        bytes.reserveCapacity(28)
        Self.append(year: year, to: &bytes)
        Self.append("-", month, 2, to: &bytes)
        Self.append("-", dayOfMonth, 2, to: &bytes)
        Self.append("T", seconds / 3600, 2, to: &bytes)
        Self.append(":", seconds / 60 % 60, 2, to: &bytes)
        Self.append(":", seconds % 60, 2, to: &bytes)
        Self.append(".", inDay % 1000, 3, to: &bytes)
        bytes.append(UInt8(ascii: "Z"))
        return bytes
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

    private static func append(year: Int64, to bytes: inout [UInt8]) {
        switch year {
        case 0...9999: Self.append(year, 4, to: &bytes)
        case ..<0: Self.append("-", -year, 6, to: &bytes)
        default: Self.append("+", year, 6, to: &bytes)
        }
    }

    private static func append(
        _ mark: Unicode.Scalar, _ number: Int64, _ count: Int, to bytes: inout [UInt8]
    ) {
        bytes.append(UInt8(ascii: mark))
        Self.append(number, count, to: &bytes)
    }

    /// Appends this many digits of a non-negative number.
    private static func append(_ number: Int64, _ count: Int, to bytes: inout [UInt8]) {
        let start = bytes.count
        var rest = number
        for _ in 0..<count {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        }
        bytes[start...].reverse()
    }

    private static func floored(
        _ number: Int64, _ divisor: Int64
    ) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
