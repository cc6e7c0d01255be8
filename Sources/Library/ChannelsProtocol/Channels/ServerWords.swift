/// A string of a server that is searched for words, ignoring case.
struct ServerWords: Sendable {
    /// The words for a server that gave no reason.
    static let noReason = "it gave no reason"

    /// The start of the text.
    let bytes: [UInt8]
    private let folded: [UInt8]

    /// - Parameter limit: how many bytes are searched; the rest is ignored.
    init(_ text: String, limit: Int = 4096) {
        self.bytes = Array(text.utf8.prefix(limit))
        self.folded = self.bytes.map(Self.lowercased)
    }

    /// Whether the text contains the words, which are given in lower case.
    func contains(_ words: String) -> Bool { self.rest(after: words) != nil }

    /// The text after the first occurrence of the words, which are given in lower case.
    func rest(after words: String) -> ArraySlice<UInt8>? {
        let words = Array(words.utf8)
        let place = self.places(of: words).first { self.hasWords(words, at: $0) }
        return place.map { self.bytes[($0 + words.count)...] }
    }

    /// The text before the last occurrence of the words, which are given in lower case.
    func start(before words: String) -> ArraySlice<UInt8>? {
        let words = Array(words.utf8)
        let place = self.places(of: words).last { self.hasWords(words, at: $0) }
        return place.map { self.bytes[..<$0] }
    }

    /// The channel that is named after the words, which are given in lower case.
    func channel(after words: String) -> ChannelName? {
        self.rest(after: words).flatMap(Self.channel)
    }

    /// The channel named at the start of a string. It ends before a character that names cannot
    /// contain, and a full stop or comma at its end is not counted.
    static func channel(_ bytes: ArraySlice<UInt8>) -> ChannelName? {
        var name = bytes.drop { Self.wrappers.contains($0) }.prefix(while: Self.isPartOfName)
        while let last = name.last, Self.punctuation.contains(last) {
            name.removeLast()
        }
        return name.isEmpty ? nil : ChannelName(wire: String(decoding: name, as: UTF8.self))
    }

    /// What servers put around quoted text.
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

    private static func isPartOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default:
            "_-=@,.;".utf8.contains(byte)
        }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
