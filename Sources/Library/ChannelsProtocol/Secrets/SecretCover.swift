import CChannelsTextScan

extension UnsafeBufferPointer<UInt8> {
    func firstPlace(of byte: UInt8, from start: Int) -> Int? {
        guard let base = self.baseAddress else { return nil }
        let place = text_place(base, start, self.count, byte)
        return place < self.count ? place : nil
    }

    func holds(_ name: StaticString) -> Bool {
        let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        guard let first = name.first else { return true }
        var start = 0
        while let place = self.firstPlace(of: first, from: start) {
            if self[place...].starts(with: name) { return true }
            start = place + 1
        }
        return false
    }
}

/// Covers places in a line of JSON, which remains JSON.
struct SecretCover {
    private let line: UnsafeBufferPointer<UInt8>
    private let beginning: Int

    init(_ line: UnsafeBufferPointer<UInt8>, from beginning: Int) {
        self.line = line
        self.beginning = beginning
    }

    /// The line with dots. An escape is replaced as a whole, and a number by a string.
    func covering(_ places: [Range<Int>]) -> [UInt8] {
        var isSecret = [Bool](repeating: false, count: self.line.count)
        for index in places.joined() { isSecret[index] = true }
        var result: [UInt8] = []
        var (place, isInString, isCovering) = (self.beginning, false, false)
        result += self.line[..<place]
        while place < self.line.count {
            let part = self.part(at: place, isInString: isInString)
            let isQuote = self.line[place] == UInt8(ascii: "\"")
            let mayCover = isInString ? !isQuote : Self.isOfNumber(self.line[place])
            let covers = mayCover && isSecret[part].contains(true)
            if !covers {
                result += self.line[part]
            } else if !isInString {
                result += "\"\(SecretMask.dots)\"".utf8
            } else if !isCovering {
                result += SecretMask.dots.utf8
            }
            if isQuote { isInString.toggle() }
            isCovering = covers
            place = part.upperBound
        }
        return result
    }

    /// The bytes to cover together: an escape, a number, or a single byte.
    private func part(at place: Int, isInString: Bool) -> Range<Int> {
        if isInString {
            let isEscape = self.line[place] == UInt8(ascii: "\\")
            let escape = isEscape ? JSONEscapes.escape(in: self.line, at: place) : nil
            return place..<place + (escape?.length ?? 1)
        }
        var end = place
        while end < self.line.count, Self.isOfNumber(self.line[end]) { end += 1 }
        return place..<max(end, place + 1)
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
            UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }
}
