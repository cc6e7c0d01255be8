/// Finds what looks like a secret, whoever it belongs to.
struct CredentialSearch {
    enum Kind {
        /// Free text: everything.
        case text
        /// A message with the user's data: only values of `auth`, `shared_secret` and
        /// `authorization` that are strings of JSON.
        case members
    }

    private let text: DecodedText
    private let kind: Kind
    private var bytes: [UInt8] { self.text.bytes }

    init(_ text: DecodedText, _ kind: Kind) {
        self.text = text
        self.kind = kind
    }

    /// The places in the decoded text.
    var places: [Range<Int>] {
        var places: [Range<Int>] = []
        var place = 0
        while place < self.bytes.count {
            let found = self.secret(at: place)
            if let found, !found.isEmpty { places.append(found) }
            // What follows a name may be a secret of another kind.
            place = max(found?.upperBound ?? 0, place + 1)
        }
        return places
    }

    private func secret(at place: Int) -> Range<Int>? {
        switch self.bytes[place] {
        case UInt8(ascii: ":"), UInt8(ascii: "="): return self.value(after: place)
        case _ where self.kind == .members: return nil
        case let byte where byte.isWordByte && !self.isInWord(place): return self.word(at: place)
        default: return nil
        }
    }

    private func isInWord(_ place: Int) -> Bool { place > 0 && self.bytes[place - 1].isWordByte }

    // MARK: Words

    private static let signatureLength = 64
    private static let shortestToken = 20
    private static let schemes = ["bearer", "basic"].map { Array($0.utf8) }

    /// A signature, a JSON Web Token, or the credential after `Bearer`.
    private func word(at place: Int) -> Range<Int>? {
        let word = self.run(from: place) { $0.isWordByte }
        if Self.schemes.contains(where: self.bytes[word].elementsEqualFolded) {
            let start = self.run(from: word.upperBound) { $0.isSpaceOfForm || $0.isQuote }
                .upperBound
            let token = self.run(from: start) { $0.isTokenByte }
            let isApart = start > word.upperBound
            if isApart, self.isCredential(token) { return token }
        }
        let digits = self.run(from: place) { $0.isHexDigit }
        if digits.count >= Self.signatureLength { return digits }
        return self.webToken(at: place)
    }

    /// Three parts of Base64; the header of the first starts with `{"`.
    private func webToken(at place: Int) -> Range<Int>? {
        guard self.bytes[place...].starts(with: "eyJ".utf8) else { return nil }
        let token = self.withoutDots(self.run(from: place) { $0.isWordByte || $0 == Self.dot })
        let isLong = token.count >= Self.shortestToken
        return isLong && self.bytes[token].contains(Self.dot) ? token : nil
    }

    private static let dot = UInt8(ascii: ".")

    private func withoutDots(_ range: Range<Int>) -> Range<Int> {
        var end = range.upperBound
        while end > range.lowerBound, self.bytes[end - 1] == Self.dot { end -= 1 }
        return range.lowerBound..<end
    }

    // MARK: Values

    /// The value after a colon or an equals sign whose name says that it is a secret.
    private func value(after separator: Int) -> Range<Int>? {
        guard let name = self.name(before: separator) else { return nil }
        let open = self.run(from: separator + 1) {
            $0.isSpace || self.kind == .text && $0.isOpening
        }.upperBound
        guard let quote = self.quote(at: open) else {
            return self.kind == .text ? self.bareValue(at: open, of: name) : nil
        }
        let value = self.quoted(from: open + quote.length, until: quote)
        return name == .auth ? self.signature(in: value, isQuoted: true) : value
    }

    private func bareValue(at place: Int, of name: Name) -> Range<Int>? {
        let word = self.run(from: place) { !$0.isSpace && !$0.endsValue }
        switch name {
        case .auth: return self.signature(in: word, isQuoted: false)
        case .cookie where self.bytes[word].contains(UInt8(ascii: "=")):
            return self.run(from: place) { $0 != UInt8(ascii: "\n") && !$0.isQuote }
        case .cookie, .secret: return self.isCredential(word) ? self.withoutDots(word) : nil
        }
    }

    /// What follows the app key and a colon: the key is public, and shows which app was signed
    /// for. Without a colon it is a signature only if it looks like one.
    private func signature(in value: Range<Int>, isQuoted: Bool) -> Range<Int>? {
        let bytes = self.bytes[value]
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
            let isSignature = value.count >= 32 || isQuoted && bytes.allSatisfy { $0.isHexDigit }
            return isSignature ? value : nil
        }
        let isKey = colon - value.lowerBound <= Self.longestKey
        return (isKey ? colon + 1 : value.lowerBound)..<value.upperBound
    }

    /// A longer one may be a misplaced signature.
    private static let longestKey = 40

    /// Whether a word is no word of a sentence: `token: expired`.
    private func isCredential(_ range: Range<Int>) -> Bool {
        let word = self.bytes[self.withoutDots(range)]
        guard word.count >= 8 else { return false }
        return word.count >= 16 || word.contains { $0.isDigit }
            || word.dropFirst().contains { $0.isUppercase }
    }

    // MARK: Names

    private enum Name { case auth, cookie, secret }

    private static let longestName = 40
    private static let memberNames = ["auth", "shared_secret", "authorization"]
    private static let tellingWords = [
        "authorization", "auth_signature", "secret", "token", "password", "session",
    ]

    private func name(before separator: Int) -> Name? {
        var end = separator
        while end > 0, self.bytes[end - 1].isSpace { end -= 1 }
        while end > 0, let length = self.lengthOfQuote(endingAt: end) { end -= length }
        var start = end
        while start > 0, end - start < Self.longestName, self.bytes[start - 1].isWordByte {
            start -= 1
        }
        guard start < end else { return nil }
        let name = String(decoding: self.bytes[start..<end], as: UTF8.self).lowercased()
        if self.kind == .members {
            return name == "auth" ? .auth : Self.memberNames.contains(name) ? .secret : nil
        }
        if name == "auth" { return .auth }
        if name.contains("cookie") { return .cookie }
        return Self.tellingWords.contains(where: name.contains) ? .secret : nil
    }

    // MARK: Quotation marks

    /// `"` and `'`, as they are or as in HTML. An inner one has more backslashes.
    private struct Quote {
        let mark: ArraySlice<UInt8>
        let sourceLength: UInt32

        var length: Int { self.mark.count }
    }

    private static let entity = Array("&quot;".utf8)

    private func quote(at place: Int) -> Quote? {
        guard place < self.bytes.count else { return nil }
        let sourceLength = self.text.sourceLength(at: place)
        if self.bytes[place].isQuote {
            return Quote(mark: self.bytes[place...place], sourceLength: sourceLength)
        }
        guard self.bytes[place...].starts(with: Self.entity) else { return nil }
        return Quote(mark: Self.entity[...], sourceLength: sourceLength)
    }

    private func lengthOfQuote(endingAt end: Int) -> Int? {
        if self.bytes[end - 1].isQuote { return 1 }
        return self.bytes[..<end].suffix(Self.entity.count).elementsEqual(Self.entity)
            ? Self.entity.count : nil
    }

    private func quoted(from start: Int, until quote: Quote) -> Range<Int> {
        var end = start
        while end < self.bytes.count {
            let isMark = self.bytes[end...].starts(with: quote.mark)
            if isMark, self.text.sourceLength(at: end) <= quote.sourceLength { break }
            end += 1
        }
        return start..<end
    }

    private func run(from start: Int, while isOf: (UInt8) -> Bool) -> Range<Int> {
        var end = start
        while end < self.bytes.count, isOf(self.bytes[end]) { end += 1 }
        return start..<end
    }
}

extension ArraySlice<UInt8> {
    fileprivate func elementsEqualFolded(_ other: [UInt8]) -> Bool {
        self.count == other.count && zip(self, other).allSatisfy { $0 | 0x20 == $1 }
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
    fileprivate var isUppercase: Bool { self &- UInt8(ascii: "A") < 26 }
    fileprivate var isHexDigit: Bool { self.isDigit || (self | 0x20) &- UInt8(ascii: "a") < 6 }
    fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
    fileprivate var isSpaceOfForm: Bool { self.isSpace || self == UInt8(ascii: "+") }
    fileprivate var isQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }
    fileprivate var isOpening: Bool { "[({".utf8.contains(self) }
    fileprivate var endsValue: Bool { "\"'<>&,;)}]".utf8.contains(self) }

    /// Of a name, of Base64 for URLs, or of hexadecimal digits.
    fileprivate var isWordByte: Bool {
        self.isDigit || (self | 0x20) &- UInt8(ascii: "a") < 26 || self == UInt8(ascii: "_")
            || self == UInt8(ascii: "-")
    }

    fileprivate var isTokenByte: Bool { self.isWordByte || ".~+/=".utf8.contains(self) }
}
