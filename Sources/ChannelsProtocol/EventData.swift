import TextCoding

/// The data of an event: any JSON value. Most servers send it as a string that holds JSON again.
///
/// What arrives is kept as the bytes of its message, and parsed when it is read.
public struct EventData: Sendable {
    private(set) var storage: Storage
    /// The length of the text of what came and is large; −1 when it was not counted.
    private var countedBytes: Int32 = -1

    enum Storage: Sendable {
        case text(String)
        case json(JSON)
        case slice(JSONSlice)
    }

    /// Data that is sent as a JSON string.
    public init(_ text: String) { self.storage = .text(text) }

    /// Data that is sent as a JSON value.
    public init(json: JSON) { self.storage = .json(json) }

    /// The value at a range of a message that was checked to be JSON. An empty range means that the
    /// message has no data.
    package init(frame: [UInt8], range: Range<Int>) {
        self.init(counting: JSONSlice(bytes: frame, range: range))
    }

    /// The value of a message that came. Where it is large its length is counted at once, away from
    /// any screen: a list that shows it asks for it in every frame.
    init(counting slice: JSONSlice) {
        self.init(slice)
        guard slice.range.count > Self.quicklyCounted else { return }
        self.countedBytes = Int32(exactly: self.byteCount) ?? -1
    }

    /// Bytes that are counted again rather than remembered.
    private static let quicklyCounted = 4096

    init(_ slice: JSONSlice) { self.storage = .slice(slice) }

    /// No data: the key is missing from the message. Several servers send such messages.
    package static let absent = EventData(JSONSlice(bytes: [], range: 0..<0))

    /// Whether the message has no data at all, which is less than `null`.
    package var isAbsent: Bool {
        if case .slice(let slice) = self.storage { slice.isAbsent } else { false }
    }

    /// What an application receives: the contents of a string, or else the JSON text; empty when
    /// there is no data.
    public var text: String {
        switch self.storage {
        case .text(let text), .json(.string(let text)): text
        case .json(let json): json.compactText
        case .slice(let slice): slice.string ?? slice.rawText
        }
    }

    /// The text parsed as JSON; `nil` when it is plain text.
    public var json: JSON? {
        switch self.storage {
        case .text(let text), .json(.string(let text)): JSON.parse(text)
        case .json(let json): json
        case .slice(let slice):
            try? JSON(parsing: slice.withStringContents { $0.unescaped() } ?? Array(slice.raw))
        }
    }

    /// Whether it came, or goes, as a JSON string.
    package var isString: Bool {
        switch self.storage {
        case .text, .json(.string): true
        case .json: false
        case .slice(let slice): slice.isString
        }
    }

    /// The length of the text, in bytes. Of what arrived it is counted without making the text, and
    /// before bytes that are not UTF-8 are repaired.
    package var byteCount: Int {
        if self.countedBytes >= 0 { return Int(self.countedBytes) }
        return switch self.storage {
        case .text, .json: self.text.utf8.count
        case .slice(let slice):
            slice.withStringContents { $0.unescapedCount } ?? slice.range.count
        }
    }

    /// About how many bytes it keeps in memory; a received message is kept whole.
    package var retainedBytes: Int {
        switch self.storage {
        case .text, .json: self.text.utf8.count
        case .slice(let slice): slice.bytes.count
        }
    }
}

// MARK: Bytes

extension EventData {
    /// The first bytes of the text, for a preview; as many as the limit allows without cutting a
    /// character's code point in two. Takes time by the limit, not by the length of the text.
    package func textPrefix(_ limit: Int) -> [UInt8] {
        // Nothing is as long as that, and the sums below stay within an Int.
        let limit = min(max(0, limit), Int.max / 16)
        switch self.storage {
        case .text, .json:
            return Self.cut(Array(self.text.utf8.prefix(limit + 1)), to: limit)
        case .slice(let slice):
            // A byte of text takes six bytes at most, `\u0041`; and the last escape may be cut.
            let enough = 6 * limit + 12
            let start = slice.withStringContents {
                JSONStringContents(bytes: .init(rebasing: $0.bytes.prefix(enough))).unescaped()
            }
            return Self.cut(start ?? Array(slice.raw.prefix(limit + 1)), to: limit)
        }
    }

    /// Cuts bytes at the start of a code point.
    private static func cut(_ bytes: [UInt8], to limit: Int) -> [UInt8] {
        guard bytes.count > limit else { return bytes }
        var end = limit
        while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return Array(bytes[..<end])
    }

    /// The JSON value as on the wire; empty when there is no data.
    package var rawJSON: ArraySlice<UInt8> {
        var writer = JSONWriter()
        switch self.storage {
        case .text(let text): writer.string(text)
        case .json(let json): writer.write(json)
        case .slice(let slice): return slice.raw
        }
        return writer.bytes[...]
    }

    /// The text that it was cut from: of received events the whole message, for an inspector.
    package var frame: [UInt8]? {
        if case .slice(let slice) = self.storage { slice.bytes } else { nil }
    }
}

extension EventData: Hashable {
    /// Whether both are strings, or both are not, and their texts have the same bytes.
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

extension EventData: ExpressibleByStringLiteral {
    /// Data that is sent as a JSON string.
    public init(stringLiteral text: String) { self.init(text) }
}
