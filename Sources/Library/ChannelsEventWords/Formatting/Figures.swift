package import ChannelsProtocol

/// Numbers, times and sizes as short strings, independent of the locale.
package enum Figures {
    package static func grouped(_ number: Int) -> String {
        let digits = Array(String(number.magnitude))
        var text = number < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return text
    }

    package static func counted(_ count: Int, _ noun: String) -> String {
        "\(self.grouped(count)) \(noun)\(count == 1 ? "" : "s")"
    }

    /// At most five characters: `57B`, `2.2k`, `131k`, `1.3M`.
    package static func bytes(_ count: Int) -> String {
        count < 1000 ? "\(max(count, 0))B" : self.scaled(count)
    }

    /// At most four characters: `57`, `2.2k`, `131k`, `1.3M`.
    package static func count(_ count: Int) -> String {
        count < 1000 ? "\(max(count, 0))" : self.scaled(count)
    }

    /// Rounds, so that 11,880 and 12k are the same number on a screen that shows both.
    private static func scaled(_ count: Int) -> String {
        guard count < 999_500_000_000 else { return "lots" }
        var size = 1000
        for unit in ["k", "M"] {
            let tenths = (count + size / 20) / (size / 10)
            if tenths < 100 { return "\(tenths / 10).\(tenths % 10)\(unit)" }
            let whole = (count + size / 2) / size
            if whole < 1000 { return "\(whole)\(unit)" }
            size *= 1000
        }
        let tenths = (count + size / 20) / (size / 10)
        return tenths < 100 ? "\(tenths / 10).\(tenths % 10)G" : "\((count + size / 2) / size)G"
    }

    /// At most four characters: `0.4`, `12.5`, `340`, `48k`.
    package static func rate(_ perSecond: Double) -> String {
        guard perSecond.isFinite, perSecond > 0 else { return "0.0" }
        let tenths = Int((min(perSecond, 1e12) * 10).rounded())
        if tenths < 1000 { return "\(tenths / 10).\(tenths % 10)" }
        return self.count(tenths / 10)
    }

    /// At most six characters: `0s`, `59s`, `3m12s`, `2h05m`, `4d03h`.
    package static func duration(_ duration: Duration) -> String {
        let seconds = max(duration.clampedNanoseconds / 1_000_000_000, 0)
        switch seconds {
        case 0..<60: return "\(seconds)s"
        case 60..<3600: return "\(seconds / 60)m\(self.twoDigits(seconds % 60))s"
        case 3600..<86_400: return "\(seconds / 3600)h\(self.twoDigits(seconds / 60 % 60))m"
        default: return "\(seconds / 86_400)d\(self.twoDigits(seconds / 3600 % 24))h"
        }
    }

    /// `4.2s`; `30ms` if shorter than a tenth; from a minute on like `duration`.
    package static func preciseDuration(_ duration: Duration) -> String {
        let nanoseconds = max(duration.clampedNanoseconds, 0)
        // What is left of a minute is rounded to 59.9s, because a minute has no tenths.
        guard nanoseconds < 60_000_000_000 else { return self.duration(duration) }
        // Less than a tenth of a second, but not zero.
        if nanoseconds > 0, nanoseconds < 100_000_000 {
            return "\(max(nanoseconds / 1_000_000, 1))ms"
        }
        let tenths = min((nanoseconds + 50_000_000) / 100_000_000, 599)
        return "\(tenths / 10).\(tenths % 10)s"
    }

    /// At most seven cells: `+0.310`, `+12.004`; from a minute on `+3m12s`.
    package static func delta(_ duration: Duration) -> String {
        let milliseconds = max(duration.clampedNanoseconds, 0) / 1_000_000
        guard milliseconds < 60_000 else { return "+" + self.duration(duration) }
        let digits = String(milliseconds % 1000)
        let fraction = String(repeating: "0", count: 3 - digits.count) + digits
        return "+\(milliseconds / 1000).\(fraction)"
    }

    /// In one unit: `2.1 of 64 MiB`, `12 of 200 KiB`.
    package static func memory(_ bytes: Int, of limit: Int) -> String {
        let kibibyte = 1 << 10
        let mebibyte = 1 << 20
        guard limit >= mebibyte else {
            return "\(max(bytes, 0) / kibibyte) of \(max(limit, 0) / kibibyte) KiB"
        }
        let tenths = max(bytes, 0) / (mebibyte / 10)
        return "\(tenths / 10).\(tenths % 10) of \(limit / mebibyte) MiB"
    }

    package static func roundTrip(_ duration: Duration) -> String {
        let microseconds = max(duration.clampedNanoseconds / 1000, 0)
        switch microseconds {
        case 0..<10_000: return "\(microseconds / 1000).\(microseconds / 100 % 10)ms"
        case 10_000..<1_000_000: return "\(microseconds / 1000)ms"
        default: return self.preciseDuration(duration)
        }
    }

    /// `14:02:32`, with milliseconds `14:02:32.456`.
    package static func timeOfDay(
        _ time: ChannelsTimestamp, utcOffsetSeconds: Int, hasMilliseconds: Bool = false
    ) -> String {
        let offset = Int64(utcOffsetSeconds).multipliedReportingOverflow(by: 1_000_000).partialValue
        let (micros, tooFar) = time.wallMicroseconds.addingReportingOverflow(offset)
        let day: Int64 = 86_400_000_000
        let remainder = (tooFar ? time.wallMicroseconds : micros) % day
        let inDay = remainder < 0 ? remainder + day : remainder
        let seconds = inDay / 1_000_000
        // Digit by digit, because this runs for every row of every frame.
        return String(unsafeUninitializedCapacity: 12) { bytes in
            var count = 0
            func add(_ number: Int64, digits: Int) {
                var number = number
                for place in (count..<count + digits).reversed() {
                    bytes[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10)
                    number /= 10
                }
                count += digits
            }
            func add(_ scalar: Unicode.Scalar) {
                bytes[count] = UInt8(ascii: scalar)
                count += 1
            }
            add(seconds / 3600, digits: 2)
            add(":")
            add(seconds / 60 % 60, digits: 2)
            add(":")
            add(seconds % 60, digits: 2)
            if hasMilliseconds {
                add(".")
                add(inDay / 1000 % 1000, digits: 3)
            }
            return count
        }
    }

    private static func twoDigits(_ number: Int64) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}

extension ChannelsTimestamp {
    package var second: Int64 { self.monotonicNanoseconds / 1_000_000_000 }
}
