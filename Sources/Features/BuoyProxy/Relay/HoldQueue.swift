import ChannelsTransport
import DequeModule
import NIOCore

/// Holds messages of one direction. Those behind a held one wait, so that the order stays.
struct HoldQueue {
    typealias Output = DownstreamFilter.Output

    /// Says for a message whether it is held, and as which number.
    typealias Hold = (PassingMessage) -> Int?

    private struct Item {
        var frames: [ByteBuffer]
        /// The number of the message while it is held; `nil` for one that only waits its turn.
        var held: Int?
    }

    /// How much may wait, in bytes and in messages. Beyond it everything passes: nobody decides
    /// about a flood message by message.
    private static let byteLimit = 4 << 20
    private static let countLimit = 1000

    private let role: WebSocketRole
    private var items: Deque<Item> = []
    private var bytes = 0
    private var hold: Hold?

    init(_ role: WebSocketRole) { self.role = role }

    var isActive: Bool { self.hold != nil || !self.items.isEmpty }

    /// What waits stays. Without a hold, everything is let go.
    mutating func change(to hold: Hold?) -> Output {
        self.hold = hold
        return hold == nil ? self.releaseAll() : Output()
    }

    mutating func releaseAll() -> Output {
        defer { (self.items, self.bytes) = ([], 0) }
        return Output(
            buffers: self.items.flatMap(\.frames), released: self.items.compactMap(\.held))
    }

    /// A frame passes, unless it is held or waits behind one that is. Control frames have no order
    /// with messages (RFC 6455, 5.5), but after a close frame nothing passes.
    ///
    /// - Parameter text: the text of a whole text message; `nil` for any other frame.
    mutating func pass(
        _ frame: ByteBuffer, _ header: FrameWalker.Header, _ text: [UInt8]?,
        _ output: inout Output
    ) {
        if header.isClose { output.add(self.releaseAll()) }
        guard self.isActive, !header.isControl else { return output.buffers.append(frame) }
        if let text, let hold = self.hold, let message = PassingMessage(text),
            let number = hold(message)
        {
            output.held.append((number, message))
            self.append(Item(frames: [frame], held: number), frame, &output)
        } else if self.items.isEmpty {
            output.buffers.append(frame)
        } else {
            self.append(Item(frames: [frame]), frame, &output)
        }
    }

    private mutating func append(_ item: Item, _ frame: ByteBuffer, _ output: inout Output) {
        self.items.append(item)
        self.bytes += frame.readableBytes
        if self.bytes > Self.byteLimit || self.items.count > Self.countLimit {
            output.add(self.releaseAll())
        }
    }

    func holds(_ number: Int) -> Bool { self.items.contains { $0.held == number } }

    /// A held message continues when its turn comes: as this text, or without one as it came, and
    /// so often.
    mutating func settle(_ number: Int, as text: [UInt8]?, times: Int) -> Output {
        guard let index = self.items.firstIndex(where: { $0.held == number }) else {
            return Output()
        }
        let own = text.map { [self.frame($0)] } ?? self.items[index].frames
        self.items[index] = Item(frames: (0..<times).flatMap { _ in own })
        var output = Output()
        while let first = self.items.first, first.held == nil {
            output.buffers += first.frames
            self.items.removeFirst()
        }
        self.bytes = self.items.reduce(0) { $0 + $1.frames.reduce(0) { $0 + $1.readableBytes } }
        return output
    }

    private func frame(_ text: [UInt8]) -> ByteBuffer {
        var bytes: [UInt8] = []
        WebSocketEncoder(role: self.role).append(.text, text, to: &bytes)
        return ByteBuffer(bytes: bytes)
    }
}
