import ChannelsBasics

struct ServerWords: Sendable {
    static let noReason = "it gave no reason"

    let bytes: [UInt8]
    private let folded: [UInt8]

    init(_ text: String, limit: Int = 4096) {
        self.bytes = Array(text.utf8.prefix(limit))
        self.folded = self.bytes.map(\.lowercasedASCII)
    }

    /// - Parameter words: in lower case.
    func contains(_ words: String) -> Bool { self.rest(after: words) != nil }

    /// After the first occurrence; `words` must be in lower case.
    func rest(after words: String) -> ArraySlice<UInt8>? {
        let words = Array(words.utf8)
        let place = self.places(of: words).first { self.hasWords(words, at: $0) }
        return place.map { self.bytes[($0 + words.count)...] }
    }

    /// Before the last occurrence; `words` must be in lower case.
    func start(before words: String) -> ArraySlice<UInt8>? {
        let words = Array(words.utf8)
        let place = self.places(of: words).last { self.hasWords(words, at: $0) }
        return place.map { self.bytes[..<$0] }
    }

    func channel(after words: String) -> ChannelName? {
        self.rest(after: words).flatMap(Self.channel)
    }

    /// Ends before a character that names cannot contain, without a final full stop or comma.
    static func channel(_ bytes: ArraySlice<UInt8>) -> ChannelName? {
        var name = bytes.drop { Self.wrappers.contains($0) }.prefix(while: ChannelName.allows)
        while let last = name.last, Self.punctuation.contains(last) {
            name.removeLast()
        }
        return name.isEmpty ? nil : ChannelName(wire: String(decoding: name, as: UTF8.self))
    }

    static let wrappers = Array("\"'*`".utf8)
    private static let punctuation = Array(".,;".utf8)

    private func places(of words: [UInt8]) -> Range<Int> {
        0..<max(0, self.folded.count - words.count + 1)
    }

    private func hasWords(_ words: [UInt8], at place: Int) -> Bool {
        for offset in words.indices where self.folded[place + offset] != words[offset] {
            return false
        }
        return true
    }
}
