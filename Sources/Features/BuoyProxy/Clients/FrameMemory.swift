import ChannelsProtocol
import DequeModule

/// The latest frames of a client, in both directions.
struct FrameMemory: Sendable {
    /// A frame, or what happened instead of one.
    struct Item: Sendable {
        /// When it passed.
        let time: Timestamp
        /// Whether the client sent it.
        let isSent: Bool
        fileprivate let content: Content

        /// The estimated memory, in bytes.
        fileprivate var size: Int {
            switch self.content {
            case .text(let bytes): bytes.count + Self.overhead
            case .note(let words): words.utf8.count + Self.overhead
            }
        }

        private static let overhead = 96
    }

    /// What an item says.
    enum Content: Sendable {
        /// A string message.
        case text([UInt8])
        /// Words of buoy.
        case note(String)
    }

    /// How many are kept.
    static let limit = 200

    private var items: Deque<Item> = []

    init() {}

    /// The latest frames, oldest first.
    func latest(_ count: Int) -> [Item] { Array(self.items.suffix(count)) }

    /// The estimated memory, in bytes.
    private(set) var bytes = 0

    mutating func add(_ content: Content, isSent: Bool, at time: Timestamp) {
        if self.items.count == Self.limit { self.dropFirst() }
        let item = Item(time: time, isSent: isSent, content: content)
        self.items.append(item)
        self.bytes += item.size
    }

    mutating func add(_ text: [UInt8], isSent: Bool, at time: Timestamp) {
        self.add(.text(text), isSent: isSent, at: time)
    }

    /// Adds the last of the messages of one read. Each is copied, unless it is alone: otherwise one
    /// message would keep all of them in memory.
    mutating func add(
        _ text: [UInt8], _ places: [Range<UInt32>], isSent: Bool, at time: Timestamp
    ) {
        for place in places.suffix(Self.limit) {
            let range = (Int(place.lowerBound)..<Int(place.upperBound)).clamped(to: 0..<text.count)
            let message = range.count == text.count ? text : Array(text[range])
            self.add(.text(message), isSent: isSent, at: time)
        }
    }

    /// Drops the oldest frames until the others take so many bytes.
    mutating func shrink(to bytes: Int) {
        while self.bytes > bytes, !self.items.isEmpty { self.dropFirst() }
    }

    private mutating func dropFirst() {
        self.bytes -= self.items.removeFirst().size
    }
}

extension FrameMemory.Item {
    /// The frame as text, without signatures. Untrusted text.
    var text: String {
        switch self.content {
        case .note(let words): return words
        case .text(let frame):
            return String(
                (self.isSent ? SignatureMask.text(ofSent: frame) : SignatureMask.text(of: frame))
                    .prefix(2048))
        }
    }
}
