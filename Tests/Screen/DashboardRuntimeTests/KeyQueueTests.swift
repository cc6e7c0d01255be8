import BuoyTextScreen
import Testing

@testable import BuoyDashboardRuntime

@Suite("Waiting keys")
struct KeyQueueTests {
    private static let wayOut = KeyPress.control("C")

    private static func typed(_ count: Int) -> [KeyPress] {
        Array(repeating: .character("a"), count: count)
    }

    /// All that are left, in their order.
    private static func left(after parts: [KeyPress]...) -> [KeyPress] {
        var queue = KeyQueue()
        for part in parts { queue.append(part) }
        let keys = Array(queue.next(.max))
        #expect(queue.isEmpty)
        return keys
    }

    @Test("Ctrl-C overtakes a flood, whether it came with it or later")
    func flood() {
        let flood = Self.typed(KeyQueue.flood + 1)
        #expect(Self.left(after: flood + [Self.wayOut]) == [Self.wayOut])
        #expect(Self.left(after: flood, [Self.wayOut, .enter]) == [Self.wayOut, .enter])
        let twice = flood + [Self.wayOut] + flood + [Self.wayOut]
        #expect(Self.left(after: twice) == [Self.wayOut, Self.wayOut])
    }

    @Test("keys that were typed ahead are handled before Ctrl-C")
    func typedAhead() {
        let keys = Self.typed(KeyQueue.flood) + [Self.wayOut]
        #expect(Self.left(after: keys) == keys)
        #expect(Self.left(after: [.enter], keys.suffix(1)) == [.enter, Self.wayOut])
    }

    @Test("a full queue loses no key, and is full until some are taken")
    func limit() {
        var queue = KeyQueue()
        queue.append(Self.typed(KeyQueue.limit - 1))
        #expect(!queue.isFull)
        queue.append([.escape])
        #expect(queue.isFull)
        _ = queue.next(1)
        #expect(!queue.isFull)
        #expect(queue.next(.max).last == .escape)
        queue.append([.paste(Array(repeating: 0x78, count: KeyQueue.limit))])
        #expect(queue.isFull)
        queue.append(Self.typed(KeyQueue.flood) + [Self.wayOut])
        #expect(!queue.isFull)
        #expect(Array(queue.next(.max)) == [Self.wayOut])
    }

    @Test("more characters than a person types ahead are one text, up to another key")
    func text() {
        var queue = KeyQueue()
        queue.append(Self.typed(KeyQueue.flood))
        #expect(queue.nextText() == nil)
        queue.append([.character("ö"), .enter] + Self.typed(KeyQueue.flood + 1))
        let bytes = Array(repeating: UInt8(ascii: "a"), count: KeyQueue.flood) + Array("ö".utf8)
        #expect(queue.nextText() == .paste(bytes))
        #expect(queue.nextText() == nil)
        #expect(Array(queue.next(1)) == [.enter])
        // A key that repeats.
        #expect(queue.nextText() == nil)
        queue.append(Self.typed(1000))
        #expect(queue.nextText() != nil)
    }

    @Test("keys are taken in pieces")
    func pieces() {
        var queue = KeyQueue()
        queue.append([.up, .down, .left])
        #expect(Array(queue.next(2)) == [.up, .down])
        queue.append([.right])
        #expect(Array(queue.next(2)) == [.left, .right])
        #expect(queue.isEmpty)
    }
}
