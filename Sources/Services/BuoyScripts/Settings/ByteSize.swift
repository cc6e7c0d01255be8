/// A number of bytes in human-readable form: `64 MB`, `64MiB`, `512k`.
package struct ByteSize: Hashable, Sendable {
    package let bytes: Int

    package init?(_ text: String) {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits) else { return nil }
        let unit = text.dropFirst(digits.count).drop { $0 == " " }.lowercased()
        guard let factor = Self.factors[unit] else { return nil }
        let (bytes, isTooMuch) = number.multipliedReportingOverflow(by: factor)
        guard !isTooMuch else { return nil }
        self.bytes = bytes
    }

    package init(bytes: Int) { self.bytes = bytes }

    /// The size in the largest unit that gives a whole number.
    package var text: String {
        for (unit, factor) in Self.binaryUnits
        where self.bytes >= factor && self.bytes.isMultiple(of: factor) {
            return "\(self.bytes / factor) \(unit)"
        }
        return "\(self.bytes) B"
    }

    private static let binaryUnits = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]

    private static let factors: [String: Int] = [
        "": 1, "b": 1,
        "k": 1000, "kb": 1000, "m": 1_000_000, "mb": 1_000_000, "g": 1_000_000_000,
        "gb": 1_000_000_000,
        "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30,
    ]
}
