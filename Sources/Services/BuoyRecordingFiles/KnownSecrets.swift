import ChannelsBasics
import ChannelsProtocol
import Glibc

/// The app's secret, the headers of the authorization endpoint, and the signatures that were
/// sent: never written, in whatever form a server repeats them (docs/recording.md).
package struct KnownSecrets: Sendable {
    private var search = SecretSearch()
    private var signatures: SignatureSearch
    /// How many sent signatures without the usual form were added to the search.
    private var unusualSignatures = 0

    private static let unusualLimit = 1_000

    /// - Parameters:
    ///   - secrets: shorter ones than eight bytes are ignored, because they match everywhere.
    ///   - appKey: what precedes a signature, which is then recognised even if it was not sent.
    package init(_ secrets: [[UInt8]] = [], appKey: String? = nil) {
        self.signatures = SignatureSearch(appKey: appKey)
        for secret in secrets { self.add(secret) }
    }

    private mutating func add(_ secret: [UInt8]) {
        guard secret.count >= SecretSearch.shortest else { return }
        for form in SecretForms.all(of: secret) {
            self.search.add(form)
            self.search.add(form.withUnsafeBufferPointer { DecodedText($0).bytes })
        }
    }

    mutating func add(auth: String) {
        let signature = Array(auth.utf8.drop { $0 != UInt8(ascii: ":") }.dropFirst())
        if self.signatures.add(signature) { return }
        // Other server implementations may sign differently.
        guard self.unusualSignatures < Self.unusualLimit else { return }
        self.unusualSignatures += 1
        self.add(signature.isEmpty ? Array(auth.utf8) : signature)
    }

    /// The secrets in the value of a header: all of it, its words, so that a token is recognised
    /// without `Bearer`, the values of cookies, and the password that `Basic` encodes.
    package static func parts(ofHeader value: String) -> [[UInt8]] {
        var parts = [value]
        for word in value.split(whereSeparator: { " \t;,".contains($0) }) {
            parts.append(String(word))
            // The name of a cookie is not a secret.
            if let equals = word.firstIndex(of: "="), !word[equals...].allSatisfy({ $0 == "=" }) {
                parts.append(String(word[word.index(after: equals)...]))
            }
            guard value.lowercased().hasPrefix("basic "), let bytes = Base64.decode(String(word)),
                let pair = String(validating: bytes, as: UTF8.self)
            else { continue }
            parts.append(pair)
            parts.append(String(pair.drop { $0 != ":" }.dropFirst()))
        }
        return parts.map { Array($0.utf8) }
    }

    // MARK: Masking

    /// A line of JSON with dots in their place, which remains valid JSON.
    /// - Returns: `nil` if it contains none.
    func masked(_ line: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        let places = self.places(in: line)
        return places.isEmpty ? nil : SecretCover(line).covering(places)
    }

    private func places(in line: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        var places = self.find(in: line)
        guard self.mayHideSecrets(line) else { return places }
        let text = DecodedText(line)
        places += text.bytes.withUnsafeBufferPointer(self.find).map(text.source)
        return places
    }

    private func find(in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        self.search.places(in: bytes) + self.signatures.places(in: bytes)
    }

    /// Whether escapes may hide a secret. Most lines contain only those of quotes and of line
    /// feeds, which usual secrets do not contain.
    private func mayHideSecrets(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        if self.search.hasEscaped || line.firstPlace(of: UInt8(ascii: "%"), from: 0) != nil {
            return true
        }
        var place = 0
        while let backslash = line.firstPlace(of: UInt8(ascii: "\\"), from: place) {
            place = backslash + 1
            while place < line.count, line[place] == UInt8(ascii: "\\") { place += 1 }
            guard place < line.count else { return false }
            if line[place] == UInt8(ascii: "/") || line[place] == UInt8(ascii: "u") { return true }
        }
        return false
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate func firstPlace(of byte: UInt8, from start: Int) -> Int? {
        guard let base = UnsafeRawPointer(self.baseAddress) else { return nil }
        return memchr(base + start, Int32(byte), self.count - start).map {
            UnsafeRawPointer($0) - base
        }
    }
}

private struct SecretCover {
    private let line: UnsafeBufferPointer<UInt8>
    private let beginning: Int

    init(_ line: UnsafeBufferPointer<UInt8>) {
        self.line = line
        let mark = Array("\"kind\":".utf8)
        let start = line.prefix(LineStart.sizeLimit)
        self.beginning = start.indices.first { start[$0...].starts(with: mark) } ?? 0
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
