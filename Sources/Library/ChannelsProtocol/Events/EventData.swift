import ChannelsBasics

/// The data of an event: any JSON value. Most servers send a string that contains JSON.
///
/// Received data is kept as the bytes of its message, and parsed when it is read.
public struct EventData: Sendable {
    private(set) var storage: Storage
    /// The length of the text of large received data; −1 if it was not counted.
    private(set) var countedBytes: Int32 = -1

    enum Storage: Sendable {
        case text(String)
        indirect case json(JSONValue)
        case slice(JSONSlice)
    }

    /// Creates data that is sent as a JSON string.
    public init(_ text: String) { self.storage = .text(text) }

    /// Creates data that is sent as a JSON value.
    public init(json: JSONValue) { self.storage = .json(json) }

    /// Creates data from a range of a message that was checked to be JSON. An empty range means
    /// that the message has no data.
    package init(frame: [UInt8], range: Range<Int>) {
        self.init(counting: JSONSlice(bytes: frame, range: range))
    }

    /// Creates data from a received message. The length of large data is counted at once, away from
    /// the screen, because a list that shows it needs the length in every frame.
    init(counting slice: JSONSlice) {
        self.init(slice)
        if slice.range.count > Self.quicklyCounted {
            self.countedBytes = Int32(exactly: self.byteCount) ?? -1
        }
    }

    /// Data of at most this many bytes is counted again each time.
    static var quicklyCounted: Int { 4096 }

    init(_ slice: JSONSlice) { self.storage = .slice(slice) }

    /// - Parameter countedBytes: the length of its text; −1 if it was not counted.
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

    /// The text that an application receives: the contents of a string, or the JSON text; empty if
    /// there is no data.
    public var text: String {
        switch self.storage {
        case .text(let text), .json(.string(let text)): text
        case .json(let json): json.compactText
        case .slice(let slice): slice.string ?? slice.rawText
        }
    }

    /// The text parsed as JSON; `nil` if it is plain text.
    public var json: JSONValue? {
        switch self.storage {
        case .text(let text), .json(.string(let text)): JSONValue.parse(text)
        case .json(let json): json
        case .slice(let slice):
            try? JSONValue(parsing: slice.withStringContents { $0.unescaped() } ?? Array(slice.raw))
        }
    }

    /// Whether the data is a JSON string on the wire.
    public var isString: Bool {
        switch self.storage {
        case .text, .json(.string): true
        case .json: false
        case .slice(let slice): slice.isString
        }
    }

    /// The length of the text, in bytes. For received data, it is counted without creating the
    /// string, and before invalid UTF-8 is repaired.
    public var byteCount: Int {
        if self.countedBytes >= 0 { return Int(self.countedBytes) }
        return switch self.storage {
        case .text, .json: self.text.utf8.count
        case .slice(let slice):
            slice.withStringContents { $0.unescapedCount } ?? slice.range.count
        }
    }

    /// The approximate size in memory, in bytes. A received message is kept whole. Until it is
    /// `detached`, it shares its memory with the messages of the same read.
    package var retainedBytes: Int {
        switch self.storage {
        case .text, .json: self.text.utf8.count
        case .slice(let slice): slice.frameRange.count
        }
    }
}

// MARK: Bytes

extension EventData {
    /// The first bytes of the text, for a preview: at most `limit`, and without cutting a code
    /// point in two. The time depends on the limit, not on the length of the text.
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

    /// Cuts bytes at a code point boundary.
    private static func cut(_ bytes: [UInt8], to limit: Int) -> [UInt8] {
        guard bytes.count > limit else { return bytes }
        var end = limit
        while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return Array(bytes[..<end])
    }

    /// The JSON value as on the wire; empty if there is no data.
    package var rawJSON: ArraySlice<UInt8> {
        var writer = JSONWriter()
        switch self.storage {
        case .text(let text): writer.string(text)
        case .json(let json): writer.write(json)
        case .slice(let slice): return slice.raw
        }
        return writer.bytes[...]
    }

    /// The text that contains the data: for received events the whole message, for an inspector.
    package var frame: [UInt8]? {
        if case .slice(let slice) = self.storage {
            Array(slice.bytes[slice.frameRange])
        } else {
            nil
        }
    }

    /// The same data in a copy of its message alone, to be kept. Received data otherwise keeps all
    /// messages of its read in memory.
    var detached: EventData {
        guard case .slice(let slice) = self.storage else { return self }
        var copy = self
        copy.storage = .slice(slice.detached)
        return copy
    }

    /// The same data in its own copy bytes, to be kept where nobody looks at the message.
    var trimmed: EventData {
        guard case .slice(let slice) = self.storage else { return self }
        var copy = self
        copy.storage = .slice(slice.trimmed)
        return copy
    }
}

extension EventData: Hashable {
    /// Whether both values have the same bytes, and both or neither are strings.
    public static func == (left: EventData, right: EventData) -> Bool {
        left.isString == right.isString && left.isAbsent == right.isAbsent
            && left.text.hasSameBytes(as: right.text)
    }

    /// Equal data has equal hashes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(self.isString)
        hasher.combine(self.text)
    }
}

extension EventData: ExpressibleByStringInterpolation {
    /// Creates data that is sent as a JSON string.
    public init(stringLiteral text: String) { self.init(text) }
}

extension EventData: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    /// Creates data that is sent as a JSON object: `["id": 7, "name": "Ana"]`.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        let members = members.map { JSONValue.Object.Member(key: $0.0, value: $0.1) }
        self.init(json: .object(JSONValue.Object(members)))
    }

    /// Creates data that is sent as a JSON array.
    public init(arrayLiteral elements: JSONValue...) { self.init(json: .array(elements)) }
}
