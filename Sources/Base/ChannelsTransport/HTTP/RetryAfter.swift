import CChannelsOpenSSL
import ChannelsBasics
import Glibc

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
        guard let compact = Self.compactDate(text), let time = ASN1_TIME_new(),
            let epoch = ASN1_TIME_set(nil, 0)
        else { return nil }
        defer {
            ASN1_TIME_free(time)
            ASN1_TIME_free(epoch)
        }
        var days: Int32 = 0
        var seconds: Int32 = 0
        guard ASN1_TIME_set_string(time, compact) == 1,
            ASN1_TIME_diff(&days, &seconds, epoch, time) == 1
        else { return nil }
        return Int(days) * 86_400 + Int(seconds)
    }

    /// `Wed, 21 Oct 2015 07:28:00 GMT` to `20151021072800Z`. The two older formats are obsolete.
    private static func compactDate(_ text: String) -> String? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let day = HTTPText.decimal(parts[1]),
            let month = Self.months.firstIndex(where: { $0 == parts[2] }),
            parts[3].utf8.count == 4, HTTPText.decimal(parts[3]) != nil
        else { return nil }
        let clock = parts[4].split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3,
            clock.allSatisfy({ $0.utf8.count == 2 && HTTPText.decimal($0) != nil }),
            (1...31).contains(day)
        else { return nil }
        return "\(parts[3])\(Self.twoDigits(month + 1))\(Self.twoDigits(day))\(clock.joined())Z"
    }
}
