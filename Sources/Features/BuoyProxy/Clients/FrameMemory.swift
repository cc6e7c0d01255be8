import ChannelsProtocol
import DequeModule

struct FrameMemory: Sendable {
    struct Item: Sendable {
        let time: ChannelsTimestamp
        let isSent: Bool
        fileprivate let content: Content

        /// Estimated memory, in bytes.
        fileprivate var size: Int {
            switch self.content {
            case .text(let bytes): bytes.count + Self.overhead
            case .note(let words): words.utf8.count + Self.overhead
            }
        }

        private static let overhead = 96
    }

    enum Content: Sendable {
        case text([UInt8])
        case note(String)
    }

    static let limit = 200

    private var items: Deque<Item> = []

    func latest(_ count: Int) -> [Item] { Array(self.items.suffix(count)) }

    private(set) var bytes = 0

    mutating func add(_ content: Content, isSent: Bool, at time: ChannelsTimestamp) {
        if self.items.count == Self.limit { self.dropFirst() }
        let item = Item(time: time, isSent: isSent, content: content)
        self.items.append(item)
        self.bytes += item.size
    }

    mutating func add(_ text: [UInt8], isSent: Bool, at time: ChannelsTimestamp) {
        self.add(.text(text), isSent: isSent, at: time)
    }

    /// Adds the last of the messages of one read. Each is copied, unless it is alone: otherwise one
    /// message would keep all of them in memory.
    mutating func add(
        _ text: [UInt8], _ places: [Range<UInt32>], isSent: Bool, at time: ChannelsTimestamp
    ) {
        for place in places.suffix(Self.limit) {
            let range = (Int(place.lowerBound)..<Int(place.upperBound)).clamped(to: 0..<text.count)
            let message = range.count == text.count ? text : Array(text[range])
            self.add(.text(message), isSent: isSent, at: time)
        }
    }

    mutating func shrink(to bytes: Int) {
        while self.bytes > bytes, !self.items.isEmpty { self.dropFirst() }
    }

    private mutating func dropFirst() {
        self.bytes -= self.items.removeFirst().size
    }
}

extension FrameMemory.Item {
    /// Untrusted text, without signatures.
    var text: String {
        switch self.content {
        case .note(let words): return words
        case .text(let frame):
            let mask = SecretMask()
            return String(
                (self.isSent ? mask.text(ofSent: frame) : mask.text(of: frame)).prefix(2048))
        }
    }
}
