package import ChannelsProtocol
import DequeModule

/// The latest frames of a client, in both directions.
package struct FrameMemory: Sendable {
    /// A frame, or what happened instead of one.
    package struct Item: Sendable {
        /// When it passed.
        package let time: Timestamp
        /// Whether the client sent it.
        package let isSent: Bool
        fileprivate let content: Content
    }

    /// What an item says.
    enum Content: Sendable {
        /// A text message, in a buffer that it may share with others of the same read.
        case text([UInt8], Range<Int>)
        /// Words of buoy.
        case note(String)
    }

    /// How many are kept.
    package static let limit = 200

    private var items: Deque<Item> = []

    init() {}

    /// The latest frames, oldest first.
    package func latest(_ count: Int) -> [Item] { Array(self.items.suffix(count)) }

    mutating func add(_ content: Content, isSent: Bool, at time: Timestamp) {
        if self.items.count == Self.limit { self.items.removeFirst() }
        self.items.append(Item(time: time, isSent: isSent, content: content))
    }

    mutating func add(_ text: [UInt8], isSent: Bool, at time: Timestamp) {
        self.add(.text(text, 0..<text.count), isSent: isSent, at: time)
    }

    /// Adds the last of the messages of one read.
    mutating func add(
        _ text: [UInt8], _ places: [Range<UInt32>], isSent: Bool, at time: Timestamp
    ) {
        for place in places.suffix(Self.limit) {
            let range = Int(place.lowerBound)..<Int(place.upperBound)
            self.add(.text(text, range.clamped(to: 0..<text.count)), isSent: isSent, at: time)
        }
    }
}

extension FrameMemory.Item {
    /// The frame as text, without signatures. Untrusted text.
    package var text: String {
        switch self.content {
        case .note(let words): return words
        case .text(let bytes, let range):
            let frame = Array(bytes[range])
            return String(
                (self.isSent ? SignatureMask.text(ofSent: frame) : SignatureMask.text(of: frame))
                    .prefix(2048))
        }
    }
}
