import ChannelsBasics
import ChannelsEventWords
import ChannelsProtocol

/// Seconds, milliseconds or microseconds since 1970.
struct TimestampGuess: Hashable, Sendable {
    let microseconds: Int64
    private let hasMilliseconds: Bool

    /// From 2001-09-09, before which seconds have fewer digits, to the year 2100.
    private static let plausible: Range<Int64> = 1_000_000_000_000_000..<4_102_444_800_000_000
    /// In microseconds from the event, for a number without a telling name: many numbers have ten
    /// digits.
    private static let nearby: Int64 = 400 * 86_400 * 1_000_000

    /// - Parameters:
    ///   - digits: the number in JSON notation.
    ///   - name: its key in the object.
    ///   - time: when the event arrived.
    init?(_ digits: String, name: String?, near time: ChannelsTimestamp) {
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = parts.first, whole.utf8.allSatisfy(Self.isDigit),
            let count = Int64(whole)
        else { return nil }
        let fraction = parts.count == 2 ? parts[1] : ""
        guard fraction.utf8.allSatisfy(Self.isDigit) else { return nil }
        switch (whole.utf8.count, fraction.isEmpty) {
        case (10, true): self.microseconds = count * 1_000_000
        case (10, false):
            let micros = (fraction + "000000").prefix(6)
            self.microseconds = count * 1_000_000 + (Int64(micros) ?? 0)
        case (13, _): self.microseconds = count * 1000
        case (16, true): self.microseconds = count
        default: return nil
        }
        self.hasMilliseconds = whole.utf8.count > 10 || !fraction.isEmpty
        guard Self.plausible.contains(self.microseconds) else { return nil }
        let (distance, isFar) = self.microseconds.subtractingReportingOverflow(
            time.wallMicroseconds)
        let isNear = !isFar && distance.magnitude < UInt64(Self.nearby)
        guard isNear || Self.saysTime(name ?? "") else { return nil }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte.isASCIIDigit
    }

    /// `ts`, `time`, `createdAt`, `sent_at`, `updated-time`.
    private static func saysTime(_ name: String) -> Bool {
        let words: Set<String> = ["ts", "time", "timestamp", "at", "date", "when", "epoch"]
        let lower = name.lowercased()
        if words.contains(lower) { return true }
        let separated = lower.split { $0 == "_" || $0 == "-" || $0 == "." || $0 == " " }
        if let last = separated.last, separated.count > 1, words.contains(String(last)) {
            return true
        }
        return ["At", "Time", "Timestamp", "Date", "Ts", "MS", "Ms"].contains { name.hasSuffix($0) }
    }

    /// With the date if it differs from that of the event: `2026-11-21 14:02:28.461`.
    func words(near time: ChannelsTimestamp, utcOffsetSeconds: Int) -> String {
        let moment = ChannelsTimestamp(monotonicNanoseconds: 0, wallMicroseconds: self.microseconds)
        let clock = Figures.timeOfDay(
            moment, utcOffsetSeconds: utcOffsetSeconds, hasMilliseconds: self.hasMilliseconds)
        let day = Self.day(self.microseconds, utcOffsetSeconds)
        let isSameDay = day == Self.day(time.wallMicroseconds, utcOffsetSeconds)
        return isSameDay ? clock : "\(Self.date(ofDay: day)) \(clock)"
    }

    private static func day(_ microseconds: Int64, _ utcOffsetSeconds: Int) -> Int64 {
        let offset = Int64(utcOffsetSeconds) &* 1_000_000
        let (moment, isOverflow) = microseconds.addingReportingOverflow(offset)
        let length: Int64 = 86_400_000_000
        let value = isOverflow ? microseconds : moment
        return value >= 0 ? value / length : (value - length + 1) / length
    }

    /// Days since 1970, computed in eras of 400 years that start in March.
    private static func date(ofDay day: Int64) -> String {
        let shifted = day + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let leapDays = dayOfEra / 1460 - dayOfEra / 36_524 + dayOfEra / 146_096
        let yearOfEra = (dayOfEra - leapDays) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let dayOfMonth = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let twoDigits = { (number: Int64) in number < 10 ? "0\(number)" : "\(number)" }
        return "\(year)-\(twoDigits(month))-\(twoDigits(dayOfMonth))"
    }
}
