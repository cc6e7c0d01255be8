import ChannelsTransport
import DequeModule
import NIOCore

/// Holds messages of one direction. Those behind a held one wait, so that the order stays.
struct HoldQueue {
    typealias Output = DownstreamFilter.Output

    enum Verdict {
        /// - Parameter isShown: whether somebody may decide in the meantime.
        case held(as: Int, for: Duration, isShown: Bool)
        case decided(HeldDecision)
    }

    /// Says what happens to a message; `nil` if it passes.
    typealias Judge = (PassingMessage) -> Verdict?

    struct Held {
        let number: Int
        let message: PassingMessage
        let time: Duration
        let isShown: Bool
    }

    private struct Item {
        var frames: [ByteBuffer]
        /// The number of the message while it is held; `nil` for one that only waits its turn.
        var held: Int?

        var bytes: Int { self.frames.reduce(0) { $0 + $1.readableBytes } }
    }

    /// How much may wait, in bytes and in messages. Beyond it everything passes: nobody decides
    /// about a flood message by message.
    private static let byteLimit = 4 << 20
    private static let countLimit = 1000

    private let role: WebSocketRole
    private var items: Deque<Item> = []
    private var bytes = 0
    private var judge: Judge?

    init(_ role: WebSocketRole) { self.role = role }

    var isActive: Bool { self.judge != nil || !self.items.isEmpty }

    /// - Parameter keepsHeld: whether what waits stays; otherwise everything is let go.
    mutating func change(to judge: Judge?, keepsHeld: Bool) -> Output {
        self.judge = judge
        return keepsHeld ? Output() : self.releaseAll()
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
        guard let text, let judge = self.judge, let message = PassingMessage(text),
            let verdict = judge(message)
        else { return self.append([frame], &output) }
        switch verdict {
        case .held(let number, let time, let isShown):
            output.held.append(
                Held(number: number, message: message, time: time, isShown: isShown))
            self.append(Item(frames: [frame], held: number), &output)
        case .decided(let decision):
            output.decided.append((message, decision))
            self.append(self.frames(frame, as: decision.text(for: message), decision), &output)
        }
    }

    /// Without a held message in front of them, the frames pass.
    private mutating func append(_ frames: [ByteBuffer], _ output: inout Output) {
        if self.items.isEmpty {
            output.buffers += frames
        } else if !frames.isEmpty {
            self.append(Item(frames: frames), &output)
        }
    }

    private mutating func append(_ item: Item, _ output: inout Output) {
        self.items.append(item)
        self.bytes += item.bytes
        if self.bytes > Self.byteLimit || self.items.count > Self.countLimit {
            output.add(self.releaseAll())
        }
    }

    func holds(_ number: Int) -> Bool { self.items.contains { $0.held == number } }

    /// A held message continues when its turn comes: as this text, or without one as it came.
    mutating func settle(_ number: Int, as text: [UInt8]?, _ decision: HeldDecision) -> Output {
        guard let index = self.items.firstIndex(where: { $0.held == number }),
            let frame = self.items[index].frames.first
        else { return Output() }
        self.items[index] = Item(frames: self.frames(frame, as: text, decision))
        var output = Output()
        while let first = self.items.first, first.held == nil {
            output.buffers += first.frames
            self.items.removeFirst()
        }
        self.bytes = self.items.reduce(0) { $0 + $1.bytes }
        return output
    }

    private func frames(
        _ frame: ByteBuffer, as text: [UInt8]?, _ decision: HeldDecision
    ) -> [ByteBuffer] {
        Array(repeating: text.map(self.encoded) ?? frame, count: decision.times)
    }

    private func encoded(_ text: [UInt8]) -> ByteBuffer {
        var bytes: [UInt8] = []
        WebSocketEncoder(role: self.role).append(.text, text, to: &bytes)
        return ByteBuffer(bytes: bytes)
    }
}
