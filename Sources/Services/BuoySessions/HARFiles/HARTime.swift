import ChannelsEventWords

/// Times of HAR files, in microseconds since 1970.
enum HARTime {
    /// From 2000 to 2100. A time beyond these is in another unit, or wrong.
    private static let limits = 946_684_800.0..<4_102_444_800.0

    static func microseconds(ofSeconds seconds: Double) -> Int64? {
        guard Self.limits.contains(seconds) else { return nil }
        return Int64((seconds * 1_000_000).rounded())
    }

    static func microseconds(ofDuration milliseconds: Double) -> Int64? {
        guard (0..<366 * 86_400_000).contains(milliseconds) else { return nil }
        return Int64((milliseconds * 1000).rounded())
    }

    /// A time in ISO 8601, as entries have it; `nil` if it is none.
    static func microseconds(ofText text: String) -> Int64? {
        guard let time = UTCTime.microseconds(of: text),
            Self.limits.contains(Double(time) / 1_000_000)
        else { return nil }
        return time
    }
}
