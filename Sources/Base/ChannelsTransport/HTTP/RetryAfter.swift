import ChannelsBasics
import ChannelsPOSIX

/// RFC 9110, 10.2.3.
package enum RetryAfter {
    private static let longest = 999_999_999

    /// In seconds, or as a date such as `Wed, 21 Oct 2015 07:28:00 GMT`.
    /// - Returns: `nil` if the value is neither; zero if the date has passed.
    package static func duration(_ value: String) -> Duration? {
        if value.utf8.allSatisfy(\.isASCIIDigit), !value.isEmpty {
            return .seconds(min(HTTPText.decimal(value) ?? Self.longest, Self.longest))
        }
        return HTTPDate.unixTime(value).map { .seconds(max(0, min($0 - time(nil), Self.longest))) }
    }
}

/// Dates in headers (RFC 9110, 5.6.7).
package enum HTTPDate {
    package static func text(unixTime: Int64) -> String {
        var seconds = time_t(unixTime)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { Self.twoDigits(Int($0)) }
        let day = "\(Self.days[Int(parts.tm_wday)]), \(Self.twoDigits(Int(parts.tm_mday)))"
        let year = Int(parts.tm_year) + 1900
        return
            "\(day) \(Self.months[Int(parts.tm_mon)]) \(year) \(clock.joined(separator: ":")) GMT"
    }

    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    package static func unixTime(_ text: String) -> Int? {
        guard var parts = Self.parts(text) else { return nil }
        let given = parts
        let seconds = timegm(&parts)
        // Times that do not exist, such as 31 February, would become later ones.
        let isReal =
            parts.tm_mday == given.tm_mday && parts.tm_hour == given.tm_hour
            && parts.tm_min == given.tm_min && parts.tm_sec == given.tm_sec
        return isReal ? seconds : nil
    }

    /// Of `Wed, 21 Oct 2015 07:28:00 GMT`. The two older formats are obsolete.
    private static func parts(_ text: String) -> tm? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let day = HTTPText.decimal(parts[1]),
            let month = Self.months.firstIndex(where: { $0 == parts[2] }),
            parts[3].utf8.count == 4, let year = HTTPText.decimal(parts[3])
        else { return nil }
        let clock = parts[4].split(separator: ":", omittingEmptySubsequences: false)
        let numbers = clock.compactMap { $0.utf8.count == 2 ? HTTPText.decimal($0) : nil }
        guard clock.count == 3, numbers.count == 3, (1...31).contains(day) else { return nil }
        var time = tm()
        time.tm_mday = Int32(day)
        time.tm_mon = Int32(month)
        time.tm_year = Int32(year) - 1900
        (time.tm_hour, time.tm_min, time.tm_sec) =
            (Int32(numbers[0]), Int32(numbers[1]), Int32(numbers[2]))
        return time
    }
}
