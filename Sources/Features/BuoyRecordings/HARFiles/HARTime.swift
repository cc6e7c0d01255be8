/// Times of HAR files, in microseconds since 1970.
enum HARTime {
    /// From 2000 to 2100. A time beyond these is in another unit, or wrong.
    private static let limits = 946_684_800.0..<4_102_444_800.0

    /// A time in seconds since 1970, as messages have it; `nil` if it is none.
    static func microseconds(ofSeconds seconds: Double) -> Int64? {
        guard Self.limits.contains(seconds) else { return nil }
        return Int64((seconds * 1_000_000).rounded())
    }

    /// A number of milliseconds, as entries have for how long they took; `nil` if it is none, or
    /// longer than a year.
    static func microseconds(ofDuration milliseconds: Double) -> Int64? {
        guard (0..<366 * 86_400_000).contains(milliseconds) else { return nil }
        return Int64((milliseconds * 1000).rounded())
    }

    /// A time in ISO 8601, as entries have it: `2026-11-21T14:02:32.456Z`, or with an offset such
    /// as `+01:00` in place of the `Z`; `nil` if it is none.
    static func microseconds(ofText text: String) -> Int64? {
        let bytes = Array(text.utf8.prefix(40))
        guard let year = Self.number(bytes, 0..<4), let month = Self.number(bytes, 5..<7),
            let day = Self.number(bytes, 8..<10), let hour = Self.number(bytes, 11..<13),
            let minute = Self.number(bytes, 14..<16), let second = Self.number(bytes, 17..<19),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61
        else { return nil }
        var place = 19
        var fraction = 0.0
        if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
            place += 1
            var unit = 0.1
            while let digit = Self.number(bytes, place..<place + 1) {
                fraction += Double(digit) * unit
                unit /= 10
                place += 1
            }
        }
        guard let offset = Self.offset(bytes, from: place) else { return nil }
        let days = Self.days(year, month, day)
        let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset
        return Self.microseconds(ofSeconds: Double(seconds) + fraction)
    }

    /// Seconds east of Greenwich.
    private static func offset(_ bytes: [UInt8], from place: Int) -> Int? {
        guard place < bytes.count else { return nil }
        switch bytes[place] {
        case UInt8(ascii: "Z"): return place + 1 == bytes.count ? 0 : nil
        case UInt8(ascii: "+"), UInt8(ascii: "-"):
            let hasColon = place + 3 < bytes.count && bytes[place + 3] == UInt8(ascii: ":")
            let start = place + (hasColon ? 4 : 3)
            guard let hours = Self.number(bytes, place + 1..<place + 3),
                let minutes = Self.number(bytes, start..<start + 2)
            else { return nil }
            let seconds = hours * 3600 + minutes * 60
            return bytes[place] == UInt8(ascii: "-") ? -seconds : seconds
        default: return nil
        }
    }

    private static func number(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
        guard range.upperBound <= bytes.count else { return nil }
        var number = 0
        for byte in bytes[range] {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return number
    }

    /// The days from 1970-01-01 to a date. Years are counted from March, so that the day of a leap
    /// year is the last one.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month > 2 ? year : year - 1
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }
}
