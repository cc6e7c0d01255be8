import ChannelsBasics

/// Finds any of many strings in bytes, in one pass that examines only some of the bytes.
///
/// Each string has at least eight bytes, so wherever it is, one of its first five groups of
/// four bytes starts at a multiple of five, and only those places are examined.
struct SecretSearch: Sendable {
    /// Shorter strings are not searched for: they match everywhere.
    static let shortest = 8
    private static let step = shortest - 3
    private static let tableBits = 16

    private struct Candidate {
        let text: Int
        let offset: Int
    }

    private var texts: [[UInt8]] = []
    private var candidates: [UInt32: [Candidate]] = [:]
    /// A bit for each hash that a group of a string has.
    private var table: [UInt64] = []
    /// Whether a string has a character that JSON must escape.
    private(set) var hasEscaped = false

    mutating func add(_ text: [UInt8]) {
        guard text.count >= Self.shortest, !self.texts.contains(text) else { return }
        if self.table.isEmpty { self.table = Array(repeating: 0, count: 1 << Self.tableBits / 64) }
        for offset in 0..<Self.step {
            let group = text.withUnsafeBytes {
                $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            }
            let candidate = Candidate(text: self.texts.count, offset: offset)
            self.candidates[group, default: []].append(candidate)
            let hash = Self.hash(group)
            self.table[hash >> 6] |= 1 << UInt64(hash & 63)
        }
        self.texts.append(text)
        self.hasEscaped =
            self.hasEscaped
            || text.contains { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
    }

    var isEmpty: Bool { self.texts.isEmpty }

    /// The places of all strings.
    func places(in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        guard !self.texts.isEmpty, bytes.count >= Self.shortest else { return [] }
        let raw = UnsafeRawBufferPointer(bytes)
        var places: [Range<Int>] = []
        self.table.withUnsafeBufferPointer { table in
            var place = 0
            while place + 4 <= raw.count {
                let group = raw.loadUnaligned(fromByteOffset: place, as: UInt32.self)
                let hash = Self.hash(group)
                if table[hash >> 6] & 1 << UInt64(hash & 63) != 0 {
                    places += self.confirmed(group, at: place, in: bytes)
                }
                place += Self.step
            }
        }
        return places
    }

    private func confirmed(
        _ group: UInt32, at place: Int, in bytes: UnsafeBufferPointer<UInt8>
    ) -> [Range<Int>] {
        (self.candidates[group] ?? []).compactMap { candidate in
            let text = self.texts[candidate.text]
            let start = place - candidate.offset
            guard start >= 0, bytes[start...].starts(with: text) else { return nil }
            return start..<start + text.count
        }
    }

    @inline(__always)
    private static func hash(_ group: UInt32) -> Int {
        Int((group &* 0x9E37_79B1) >> UInt32(32 - Self.tableBits))
    }
}

enum SecretForms {
    /// The secret, the same with `+` for spaces as in forms, and the part of its Base64 that does
    /// not depend on the adjacent text: so `user:secret` is recognised whatever the user name.
    static func all(of secret: [UInt8]) -> [[UInt8]] {
        var forms = [secret]
        if secret.contains(UInt8(ascii: " ")) {
            forms.append(secret.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "+") : $0 })
        }
        for shift in 0..<3 {
            let letters = Base64.encodedBytes([UInt8](repeating: 0, count: shift) + secret)
            // Six bits a letter: those that belong to the secret alone.
            let own = letters[(shift * 8 + 5) / 6..<(shift + secret.count) * 8 / 6]
            forms.append(Array(own))
            forms.append(own.map(Self.urlLetter))
        }
        return forms
    }

    /// The letter of the alphabet for URLs (RFC 4648, section 5).
    private static func urlLetter(_ letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        default: letter
        }
    }
}
