package import ChannelsBasics

/// Puts dots in the place of secrets: the only mask. Text that a peer chose passes it where a
/// report or an error is made of it, so that no log, screen, line or file has to.
///
/// Hidden are secrets that are known, in whatever form a peer repeats them, and what looks like
/// one: signatures, tokens after `Bearer`, cookies, JSON Web Tokens, and values whose names say
/// that they are secrets (docs/servers.md). Events are the user's own data, and do not pass it;
/// recordings hide known secrets in them.
package struct SecretMask: Sendable {
    package static let dots = "••••••••"
    /// The longest text of a peer that a report quotes, in bytes.
    package static let longestText = 64 << 10

    private var search = SecretSearch()
    private var signatures: SignatureSearch
    /// How many sent signatures without the usual form were added to the search.
    private var unusualSignatures = 0

    private static let unusualLimit = 1_000

    /// - Parameters:
    ///   - secrets: shorter ones than eight bytes are ignored, because they match everywhere.
    ///   - appKey: what precedes a signature in data, which is then recognised even if it was not
    ///     sent.
    package init(_ secrets: [[UInt8]] = [], appKey: String? = nil) {
        self.signatures = SignatureSearch(appKey: appKey)
        self.add(secrets)
    }

    package mutating func add(_ secrets: [[UInt8]]) { for secret in secrets { self.add(secret) } }

    private mutating func add(_ secret: [UInt8]) {
        guard secret.count >= SecretSearch.shortest else { return }
        for form in SecretForms.all(of: secret) {
            self.search.add(form)
            self.search.add(form.withUnsafeBufferPointer { DecodedText($0).bytes })
        }
    }

    /// An auth string that was sent: its signature is hidden in data too.
    package mutating func add(auth: String) {
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
}

// MARK: Text of a peer

extension SecretMask {
    /// Free text that a peer chose: an error, a reason, an answer. The end of a long one is cut.
    package func text(_ text: String) -> String { self.text(text, isCut: false) }

    /// - Parameter isCut: whether its end is missing already.
    func text(_ text: String, isCut: Bool) -> String {
        guard isCut || text.utf8.count > Self.longestText else { return self.masked(text, .text) }
        let cut = String(decoding: text.utf8.prefix(Self.longestText), as: UTF8.self)
        // The last word may be half of a secret.
        let word = cut.utf8.reversed().prefix { $0 > 0x20 }.count
        let rest = String(decoding: cut.utf8.dropLast(word), as: UTF8.self)
        return self.masked(rest, .text) + (word > 0 ? Self.dots : "") + "…"
    }

    package func parts(_ parts: FailureParts) -> FailureParts {
        var masked = parts
        masked.what = self.text(parts.what)
        masked.cause = self.text(parts.cause)
        masked.advice = self.text(parts.advice)
        return masked
    }

    /// A message with data of the user: only the members of the protocol that hold secrets.
    package func message(_ text: String) -> String {
        // Most messages contain none of the names.
        Self.mayNameSecrets(text) ? self.masked(text, .members) : text
    }

    private static func mayNameSecrets(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            ["auth", "shared_secret"].contains { bytes.holds($0) }
        }
    }

    private func masked(_ text: String, _ kind: CredentialSearch.Kind) -> String {
        var text = text
        return text.withUTF8 { bytes in
            let decoded = DecodedText(bytes)
            var places = CredentialSearch(decoded, kind).places.map(decoded.source)
            if kind == .text, !self.search.isEmpty { places += self.places(in: bytes, decoded) }
            guard !places.isEmpty else { return nil }
            return Self.covering(places, in: bytes)
        } ?? text
    }

    private static func covering(
        _ places: [Range<Int>], in bytes: UnsafeBufferPointer<UInt8>
    ) -> String {
        var covered: [UInt8] = []
        var place = 0
        for range in places.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if range.lowerBound >= place {
                // Adjacent places are one secret.
                if range.lowerBound > place || place == 0 {
                    covered += bytes[place..<range.lowerBound]
                    covered += self.dots.utf8
                }
            }
            place = max(place, range.upperBound)
        }
        return String(decoding: covered + bytes[place...], as: UTF8.self)
    }
}

// MARK: Lines of a recording

extension SecretMask {
    /// A line of JSON with dots in the place of known secrets, which remains valid JSON.
    /// - Parameter start: what comes before is not examined.
    /// - Returns: `nil` if it contains none.
    package func line(_ line: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> [UInt8]? {
        let decoded = self.mayHideSecrets(line) ? DecodedText(line) : nil
        let places = self.places(in: line, decoded)
        return places.isEmpty ? nil : SecretCover(line, from: start).covering(places)
    }

    private func places(
        in line: UnsafeBufferPointer<UInt8>, _ decoded: DecodedText?
    ) -> [Range<Int>] {
        let places = self.find(in: line)
        guard let decoded else { return places }
        return places + decoded.bytes.withUnsafeBufferPointer(self.find).map(decoded.source)
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
