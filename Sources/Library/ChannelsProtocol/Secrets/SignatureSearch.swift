import ChannelsBasics

/// Finds signatures: 64 hexadecimal digits that were sent, or that follow the app key and a colon,
/// or `auth_signature`. Other digests are data.
struct SignatureSearch: Sendable {
    private static let length = 64
    private static let limit = 5_000
    private static let parameter = Array("auth_signature".utf8)
    private static let separators = Set("=:\"'\\ ".utf8)

    private let keyAndColon: [UInt8]
    /// The signatures that were sent: the latest, and those before them.
    private var latest: Set<[UInt8]> = []
    private var earlier: Set<[UInt8]> = []

    init(appKey: String?) { self.keyAndColon = appKey.map { Array("\($0):".utf8) } ?? [] }

    mutating func add(_ signature: some Collection<UInt8>) -> Bool {
        guard signature.count == Self.length, signature.allSatisfy(Self.isDigit) else {
            return false
        }
        if self.latest.count >= Self.limit { (self.earlier, self.latest) = (self.latest, []) }
        self.latest.insert(Self.lowercased(signature))
        return true
    }

    /// The places of signatures.
    func places(in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        var places: [Range<Int>] = []
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
            if self.isSignature(start..<end, in: bytes) { places.append(start..<end) }
            place += max((end - place) / step, 1) * step
        }
        return places
    }

    private func isSignature(
        _ run: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard run.count >= Self.length else { return false }
        if self.isNamed(run.lowerBound, bytes) { return true }
        let digits = Self.lowercased(bytes[run])
        return self.latest.contains(digits) || self.earlier.contains(digits)
    }

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

    private static func lowercased(_ digits: some Collection<UInt8>) -> [UInt8] {
        digits.map { $0 | 0x20 }
    }

    @inline(__always)
    private static func isDigit(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 6
    }
}
