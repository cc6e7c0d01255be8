import ChannelsBasics

/// Finds signatures: 64 hexadecimal digits that were sent, or that follow the app key and a colon,
/// or `auth_signature`. Other digests are data.
struct SignatureSearch: Sendable {
    private static let length = 64
    /// The minimum number of sent signatures that are remembered.
    private static let limit = 5_000
    private static let parameter = Array("auth_signature".utf8)
    private static let separators = Set("=:\"'\\ ".utf8)

    private let keyAndColon: [UInt8]
    /// The signatures that were sent: the latest, and those before them.
    private var latest: Set<SIMD4<UInt64>> = []
    private var earlier: Set<SIMD4<UInt64>> = []

    init(appKey: String?) { self.keyAndColon = appKey.map { Array("\($0):".utf8) } ?? [] }

    /// Remembers a signature that was sent.
    /// - Returns: whether it has the form of one.
    mutating func add(_ signature: some Collection<UInt8>) -> Bool {
        guard let digits = Self.digits(Array(signature)[...]) else { return false }
        if self.latest.count >= Self.limit { (self.earlier, self.latest) = (self.latest, []) }
        self.latest.insert(digits)
        return true
    }

    /// Appends the places of signatures.
    func find(in bytes: UnsafeBufferPointer<UInt8>, into places: inout [Range<Int>]) {
        // A run as long as a signature contains two such places.
        let step = Self.length / 2
        var place = 0
        while place + step < bytes.count {
            guard Self.isDigit(bytes[place]), Self.isDigit(bytes[place + step]) else {
                place += step
                continue
            }
            var (start, end) = (place, place)
            while start > 0, Self.isDigit(bytes[start - 1]) { start -= 1 }
            while end < bytes.count, Self.isDigit(bytes[end]) { end += 1 }
            self.check(start..<end, in: bytes, into: &places)
            place += max((end - place) / step, 1) * step
        }
    }

    /// Checks both ends of a run of digits: `%3A` before a signature also ends with digits.
    private func check(
        _ run: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>, into places: inout [Range<Int>]
    ) {
        guard run.count >= Self.length else { return }
        if self.isNamed(run.lowerBound, bytes) {
            places.append(run)
            return
        }
        let ends = [
            run.lowerBound..<run.lowerBound + Self.length,
            run.upperBound - Self.length..<run.upperBound,
        ]
        for place in ends where self.isKnown(bytes[place]) { places.append(place) }
    }

    private func isKnown(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let digits = Self.digits(digits) else { return false }
        return self.latest.contains(digits) || self.earlier.contains(digits)
    }

    /// Whether the text before a place announces a signature.
    private func isNamed(_ place: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if !self.keyAndColon.isEmpty, Self.ends(bytes[..<place], with: self.keyAndColon) {
            return true
        }
        var end = place
        while end > 0, place - end < 8, Self.separators.contains(bytes[end - 1]) { end -= 1 }
        return end < place && Self.ends(bytes[..<end], with: Self.parameter)
    }

    private static func ends(
        _ text: Slice<UnsafeBufferPointer<UInt8>>, with ending: [UInt8]
    ) -> Bool { text.suffix(ending.count).elementsEqual(ending) }

    /// The value of 64 digits; `nil` if they are something else.
    private static func digits(_ text: some BidirectionalCollection<UInt8>) -> SIMD4<UInt64>? {
        guard text.count == Self.length else { return nil }
        var words = SIMD4<UInt64>()
        for (index, digit) in text.enumerated() {
            guard let value = PercentEncoding.value(ofDigit: digit) else { return nil }
            words[index / 16] = words[index / 16] << 4 | UInt64(value)
        }
        return words
    }

    @inline(__always)
    private static func isDigit(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 6
    }
}
