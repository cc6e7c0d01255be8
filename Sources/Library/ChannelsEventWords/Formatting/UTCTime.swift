package import ChannelsProtocol

/// A time in ISO 8601, in UTC: `2026-11-21T14:02:32.456Z`. Computed here, because this module uses
/// neither clocks nor time zones.
package enum UTCTime {
    /// The text of a time on the wall clock, in milliseconds. Years beyond 9999 or before 0 have a
    /// sign and as many digits as needed.
    package static func text(of time: ChannelsTimestamp) -> String {
        String(decoding: self.bytes(of: time), as: UTF8.self)
    }

    /// The same in ASCII. No strings are created, because an export has a time in every line.
    /// - Parameter isExact: whether it has microseconds.
    package static func bytes(of time: ChannelsTimestamp, isExact: Bool = false) -> [UInt8] {
        let (day, inDay) = Self.floored(time.wallMicroseconds, 86_400_000_000)
        let (year, month, dayOfMonth) = Self.date(ofDay: day)
        let seconds = inDay / 1_000_000
        let fraction = inDay % 1_000_000
        var bytes: [UInt8] = []
        bytes.reserveCapacity(28)
        Self.append(year: year, to: &bytes)
        Self.append("-", month, 2, to: &bytes)
        Self.append("-", dayOfMonth, 2, to: &bytes)
        Self.append("T", seconds / 3600, 2, to: &bytes)
        Self.append(":", seconds / 60 % 60, 2, to: &bytes)
        Self.append(":", seconds % 60, 2, to: &bytes)
        Self.append(".", isExact ? fraction : fraction / 1000, isExact ? 6 : 3, to: &bytes)
        bytes.append(UInt8(ascii: "Z"))
        return bytes
    }

    /// From the days since 1970-01-01. Internally years start in March, so that a leap day is the
    /// last.
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

    /// Reads the microseconds since 1970 of a time with an offset, such as `Z` or `+01:00`.
    /// - Returns: `nil` if it is no such time.
    package static func microseconds(of text: String) -> Int64? {
        var text = text
        return text.withUTF8 { Self.microseconds(of: $0) }
    }

    /// The same in ASCII.
    package static func microseconds(of bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
        var reader = TimeReader(bytes: bytes)
        guard let year = reader.number(4), let month = reader.number(2, after: "-"),
            let day = reader.number(2, after: "-"), let hour = reader.number(2, after: "T"),
            let minute = reader.number(2, after: ":"), let second = reader.number(2, after: ":"),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61,
            let fraction = reader.fraction(), let offset = reader.offset()
        else { return nil }
        let seconds = self.day(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
        return (seconds - offset) * 1_000_000 + fraction
    }

    /// The day of a date, counted from 1970-01-01.
    private static func day(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let year = month > 2 ? year : year - 1
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let leapDays =
            self.floored(year, 4).quotient - self.floored(year, 100).quotient
            + self.floored(year, 400).quotient
        return year * 365 + leapDays + dayOfYear - 719_468
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

/// Reads the parts of a time.
private struct TimeReader {
    let bytes: UnsafeBufferPointer<UInt8>
    private var place = 0

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private var next: UInt8? { self.place < self.bytes.count ? self.bytes[self.place] : nil }

    mutating func skip(_ mark: Unicode.Scalar) -> Bool {
        guard self.next == UInt8(ascii: mark) else { return false }
        self.place += 1
        return true
    }

    /// A number with this many digits.
    mutating func number(_ count: Int) -> Int64? {
        var number: Int64 = 0
        for _ in 0..<count {
            guard let digit = self.digit() else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    mutating func number(_ count: Int, after mark: Unicode.Scalar) -> Int64? {
        self.skip(mark) ? self.number(count) : nil
    }

    private mutating func digit() -> Int64? {
        guard let digit = self.next.map({ $0 &- UInt8(ascii: "0") }), digit < 10 else {
            return nil
        }
        self.place += 1
        return Int64(digit)
    }

    /// The microseconds after a point; finer digits are left out.
    mutating func fraction() -> Int64? {
        guard self.skip(".") else { return 0 }
        var (microseconds, unit): (Int64, Int64) = (0, 100_000)
        while let digit = self.digit() {
            microseconds += digit * unit
            unit /= 10
        }
        return microseconds
    }

    /// The seconds east of Greenwich, at the end.
    mutating func offset() -> Int64? {
        if self.skip("Z") { return self.next == nil ? 0 : nil }
        let isWest = self.next == UInt8(ascii: "-")
        guard self.skip(isWest ? "-" : "+"), let hours = self.number(2) else { return nil }
        _ = self.skip(":")
        guard let minutes = self.number(2), self.next == nil else { return nil }
        let seconds = hours * 3600 + minutes * 60
        return isWest ? -seconds : seconds
    }
}
