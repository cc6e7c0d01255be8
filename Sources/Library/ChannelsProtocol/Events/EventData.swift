import ChannelsBasics

/// The data of an event: any JSON value. Most servers send a string that contains JSON.
/// Write data to send as a literal: `"hello"` or `["id": 7]`.
///
/// Received data is kept as the bytes of its message, and parsed when it is read.
public struct EventData: Sendable {
    private(set) var storage: Storage
    private(set) var countedBytes: Int32 = -1

    enum Storage: Sendable {
        case text(String)
        indirect case json(JSONValue)
        case slice(JSONSlice)
    }

    /// Creates data that is sent as a JSON string, even if the string contains JSON, as most
    /// servers send it.
    public init(_ text: String) { self.storage = .text(text) }

    /// Creates data that is sent as a JSON value, not in a string.
    public init(json: JSONValue) { self.storage = .json(json) }

    /// `range` must be valid JSON in `frame`; empty for no data.
    package init(frame: [UInt8], range: Range<Int>) {
        self.init(counting: JSONSlice(bytes: frame, range: range))
    }

    /// Counts large data at once, away from the screen, because a list needs the length in every
    /// frame.
    init(counting slice: JSONSlice) {
        self.init(slice)
        if slice.range.count > Self.quicklyCounted {
            self.countedBytes = Int32(exactly: self.byteCount) ?? -1
        }
    }

    static var quicklyCounted: Int { 4096 }

    init(_ slice: JSONSlice) { self.storage = .slice(slice) }

    init(_ slice: JSONSlice, countedBytes: Int32) {
        self.storage = .slice(slice)
        self.countedBytes = countedBytes
    }

    /// No data: the message lacks the key. Several servers send such messages.
    public static let absent = EventData(JSONSlice(bytes: [], range: 0..<0))

    /// Whether the message has no data at all, not even `null`.
    public var isAbsent: Bool {
        if case .slice(let slice) = self.storage { slice.isAbsent } else { false }
    }

    /// The text that an application receives: the contents of a string, or the JSON text; empty
    /// if there is no data. Created on each access, so keep it if you use it repeatedly.
    public var text: String {
        switch self.storage {
        case .text(let text), .json(.string(let text)): text
        case .json(let json): json.compactText
        case .slice(let slice): slice.string ?? slice.rawText
        }
    }

    /// The text parsed as JSON; `nil` if it is plain text. Parsed on each access, so keep it if
    /// you read several members.
    public var json: JSONValue? {
        switch self.storage {
        case .text(let text), .json(.string(let text)): JSONValue.parse(text)
        case .json(let json): json
        case .slice(let slice):
            try? JSONValue(parsing: slice.withStringContents { $0.unescaped() } ?? Array(slice.raw))
        }
    }

    /// Whether the data is a JSON string on the wire, as with most servers, or any other JSON
    /// value.
    package var isString: Bool {
        switch self.storage {
        case .text, .json(.string): true
        case .json: false
        case .slice(let slice): slice.isString
        }
    }

    package var byteCount: Int {
        if self.countedBytes >= 0 { return Int(self.countedBytes) }
        return switch self.storage {
        case .text, .json: self.text.utf8.count
        case .slice(let slice):
            slice.withStringContents { $0.unescapedCount } ?? slice.range.count
        }
    }

    /// Approximate. A received message is kept whole; until it is `detached`, it shares its memory
    /// with the messages of the same read.
    package var retainedBytes: Int {
        switch self.storage {
        case .text, .json: self.text.utf8.count
        case .slice(let slice): slice.frameRange.count
        }
    }
}

// MARK: Bytes

extension EventData {
    /// Never cuts a code point; takes time in proportion to the limit, not the text.
    package func textPrefix(_ limit: Int) -> [UInt8] {
        // No text is longer, and the sums below stay within an Int.
        let limit = min(max(0, limit), Int.max / 16)
        switch self.storage {
        case .text, .json:
            return Self.cut(Array(self.text.utf8.prefix(limit + 1)), to: limit)
        case .slice(let slice):
            // A byte of text takes up to six bytes (`\u0041`), and the last escape may be cut.
            let enough = 6 * limit + 12
            let start = slice.withStringContents {
                JSONStringContents(bytes: .init(rebasing: $0.bytes.prefix(enough))).unescaped()
            }
            return Self.cut(start ?? Array(slice.raw.prefix(limit + 1)), to: limit)
        }
    }

    private static func cut(_ bytes: [UInt8], to limit: Int) -> [UInt8] {
        guard bytes.count > limit else { return bytes }
        var end = limit
        while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return Array(bytes[..<end])
    }

    package var rawJSON: ArraySlice<UInt8> {
        var writer = JSONWriter()
        switch self.storage {
        case .text(let text): writer.string(text)
        case .json(let json): writer.write(json)
        case .slice(let slice): return slice.raw
        }
        return writer.bytes[...]
    }

    /// The text around the data; for received events the whole message.
    package var frame: [UInt8]? {
        if case .slice(let slice) = self.storage {
            Array(slice.bytes[slice.frameRange])
        } else {
            nil
        }
    }

    /// A copy of its message alone: received data otherwise keeps all messages of its read.
    var detached: EventData {
        guard case .slice(let slice) = self.storage else { return self }
        var copy = self
        copy.storage = .slice(slice.detached)
        return copy
    }

    var trimmed: EventData {
        guard case .slice(let slice) = self.storage else { return self }
        var copy = self
        copy.storage = .slice(slice.trimmed)
        return copy
    }
}

extension EventData: ComparedContent {
    package func hasContent(of other: EventData) -> Bool {
        self.isString == other.isString && self.isAbsent == other.isAbsent
            && self.text.hasSameBytes(as: other.text)
    }

    package func hashContent(into hasher: inout Hasher) {
        hasher.combine(self.isString)
        hasher.combine(self.text)
    }
}

extension EventData: ExpressibleByStringInterpolation {
    /// Creates data that is sent as a JSON string, from a literal.
    public init(stringLiteral text: String) { self.init(text) }
}

extension EventData: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    /// Creates data that is sent as a JSON object: `["id": 7, "name": "Ana"]`.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        let members = members.map { JSONValue.Object.Member(key: $0.0, value: $0.1) }
        self.init(json: .object(JSONValue.Object(members)))
    }

    /// Creates data that is sent as a JSON array: `[1, 2, "three"]`.
    public init(arrayLiteral elements: JSONValue...) { self.init(json: .array(elements)) }
}
