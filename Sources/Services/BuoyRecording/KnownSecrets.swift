import ChannelsBasics
import ChannelsProtocol

/// Secrets known to this program that must not be written, in whatever form a server repeats them:
/// the app's secret, the values of headers for the authorization endpoint, and the signatures that
/// were sent. docs/recording.md lists the forms.
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
        for form in SecretForms.all(of: secret) { self.search.add(form) }
    }

    /// Remembers an auth string that was sent: `key:signature`.
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
        var places: [Range<Int>] = []
        self.find(in: line, into: &places)
        guard self.mayHideSecrets(line), self.hidesSecrets(line) else { return places }
        // Now the places matter.
        self.visitReadings(of: DecodedText(line), decode: { $0.decoded($1) }) { text in
            var found: [Range<Int>] = []
            let mayHideMore = text.bytes.withUnsafeBufferPointer { bytes in
                self.find(in: bytes, into: &found)
                return self.mayHideSecrets(bytes)
            }
            places += found.map(text.source)
            return mayHideMore
        }
        return places
    }

    /// Whether any reading of a line contains a secret.
    private func hidesSecrets(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        var found: [Range<Int>] = []
        self.visitReadings(of: Array(line)) { bytes, escaping in
            bytes.withUnsafeBufferPointer { DecodedBytes.decoding($0, escaping) }
        } visit: { bytes in
            bytes.withUnsafeBufferPointer { bytes in
                self.find(in: bytes, into: &found)
                return found.isEmpty && self.mayHideSecrets(bytes)
            }
        }
        return !found.isEmpty
    }

    /// The maximum number of readings of a line: all of four nested encodings.
    private static let readingLimit = 1 + 2 + 4 + 8 + 16

    /// Visits the readings of a string: with JSON escapes decoded, or percent-encoding, or both,
    /// repeatedly. JSON in a string of JSON is escaped twice, and a URL in it is percent-encoded
    /// besides.
    /// - Parameter visit: says whether escapes in a reading may hide more.
    private func visitReadings<Text: Reading>(
        of text: Text, decode: (Text, TextEscaping) -> Text?, visit: (Text) -> Bool
    ) {
        var known = [text]
        var waiting = [text][...]
        while let next = waiting.popFirst() {
            for escaping in TextEscaping.allCases {
                guard known.count < Self.readingLimit, let reading = decode(next, escaping),
                    !known.contains(where: { $0.bytes == reading.bytes })
                else { continue }
                known.append(reading)
                if visit(reading) { waiting.append(reading) }
            }
        }
    }

    private func find(in bytes: UnsafeBufferPointer<UInt8>, into places: inout [Range<Int>]) {
        self.search.find(in: bytes, into: &places)
        self.signatures.find(in: bytes, into: &places)
    }

    /// Whether escapes may hide a secret. Most lines contain only escapes of quotes, which usual
    /// secrets do not contain, and of letters outside ASCII.
    private func mayHideSecrets(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        var place = 0
        while let next = line.firstEscape(from: place) {
            place = next
            if line[place] == UInt8(ascii: "%") {
                if line.hasDigits(place + 1, 2) { return true }
                place += 1
                continue
            }
            if self.search.hasEscaped { return true }
            while place < line.count, line[place] == UInt8(ascii: "\\") { place += 1 }
            guard place < line.count else { return false }
            switch line[place] {
            case UInt8(ascii: "/"): if self.search.hasSlash { return true }
            case UInt8(ascii: "u"):
                let isASCII =
                    line.hasDigits(place + 1, 4) && line[place + 1] == UInt8(ascii: "0")
                    && line[place + 2] == UInt8(ascii: "0") && line[place + 3] < UInt8(ascii: "8")
                if isASCII || self.search.hasNonASCII { return true }
            default: break
            }
            place += 1
        }
        return false
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The place of the next backslash or percent sign; eight bytes are examined at once.
    fileprivate func firstEscape(from start: Int) -> Int? {
        let raw = UnsafeRawBufferPointer(self)
        let ones: UInt64 = 0x0101_0101_0101_0101
        let backslashes = ones &* UInt64(UInt8(ascii: "\\"))
        let percents = ones &* UInt64(UInt8(ascii: "%"))
        var place = start
        while place + 8 <= raw.count {
            let word = UInt64(
                littleEndian: raw.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            let (first, second) = (word ^ backslashes, word ^ percents)
            // The lowest bit that is set is that of the first byte that is zero.
            let marks =
                ((first &- ones) & ~first | (second &- ones) & ~second) & (ones &* 0x80)
            if marks != 0 { return place + marks.trailingZeroBitCount / 8 }
            place += 8
        }
        while place < self.count {
            if self[place] == UInt8(ascii: "\\") || self[place] == UInt8(ascii: "%") {
                return place
            }
            place += 1
        }
        return nil
    }

    /// Whether this many hexadecimal digits start at a place.
    fileprivate func hasDigits(_ place: Int, _ count: Int) -> Bool {
        place + count <= self.count
            && self[place..<place + count].allSatisfy {
                PercentEncoding.value(ofDigit: $0) != nil
            }
    }
}

/// A reading of a line.
private protocol Reading {
    var bytes: [UInt8] { get }
}

extension DecodedText: Reading {}

extension [UInt8]: Reading {
    fileprivate var bytes: [UInt8] { self }
}

/// Rewrites a line of JSON with dots in place of some parts.
private struct SecretCover {
    private let line: UnsafeBufferPointer<UInt8>
    /// The length of the times and the number at the start of the line.
    private let beginning: Int

    init(_ line: UnsafeBufferPointer<UInt8>) {
        self.line = line
        let mark = Array("\"kind\":".utf8)
        let start = line.prefix(LineStart.sizeLimit)
        self.beginning = start.indices.first { start[$0...].starts(with: mark) } ?? 0
    }

    /// The line with dots. An escape is replaced as a whole, and a number by a string.
    func covering(_ places: [Range<Int>]) -> [UInt8] {
        let text = DecodedText(self.line)
        let escapes = text.decoded(.json) ?? text
        var result: [UInt8] = []
        var (position, isInString) = (0, false)
        let wholes = places.map(escapes.wholeEscapes).sorted { $0.lowerBound < $1.lowerBound }
        for place in wholes where place.upperBound > position {
            let start = max(place.lowerBound, position)
            isInString = self.isInString(isInString, position..<start)
            result += self.line[position..<start]
            let covered = start..<place.upperBound
            position = self.cover(covered, isInString: isInString, into: &result)
            isInString = self.isInString(isInString, covered)
        }
        return result + self.line[position...]
    }

    /// - Returns: the end of what was covered.
    private func cover(
        _ place: Range<Int>, isInString: Bool, into result: inout [UInt8]
    ) -> Int {
        // The times and the number of the line itself are not secrets, whatever they look like.
        guard place.lowerBound >= self.beginning else {
            result += self.line[place]
            return place.upperBound
        }
        let isNumber = !isInString && place.allSatisfy { Self.isOfNumber(self.line[$0]) }
        guard isNumber else {
            // Adjacent places become one.
            let isNext = result.suffix(SecretMask.dots.utf8.count).elementsEqual(
                SecretMask.dots.utf8)
            if !isNext { result += SecretMask.dots.utf8 }
            return place.upperBound
        }
        var end = place.upperBound
        while end < self.line.count, Self.isOfNumber(self.line[end]) { end += 1 }
        while let last = result.last, Self.isOfNumber(last) { result.removeLast() }
        result += "\"\(SecretMask.dots)\"".utf8
        return end
    }

    private func isInString(_ isInString: Bool, _ range: Range<Int>) -> Bool {
        var (isInString, place) = (isInString, range.lowerBound)
        while place < range.upperBound {
            switch self.line[place] {
            case UInt8(ascii: "\""): isInString.toggle()
            case UInt8(ascii: "\\"): place += 1
            default: break
            }
            place += 1
        }
        return isInString
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
