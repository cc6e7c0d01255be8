import BuoySessions
import ChannelsTransport
import NIOCore

/// What faults do to the frames that a client receives. Otherwise bytes pass as they come, and
/// only the ends of frames are noted, so that a frame can be put between two others.
struct DownstreamFilter {
    struct Output {
        var buffers: [ByteBuffer] = []
        var isEnd = false
        var held: [HoldQueue.Held] = []
        var decided: [(message: PassingMessage, decision: HeldDecision)] = []
        var released: [Int] = []
    }

    /// The maximum size of a frame that is looked at, in bytes; a larger one passes.
    static let frameLimit = 4 << 20

    private var walker = FrameWalker()
    private var faults = MessageFaults()
    private var corruptsNext = false
    private var truncatesNext = false
    /// Frames that were not sent by the server and wait for the end of a frame.
    private var waiting: [[UInt8]] = []
    private var held: [[UInt8]] = []
    private var frame = ByteBuffer()
    private var isCollecting = false
    private(set) var isOver = false
    private var endsAfterWaiting = false
    var queue = HoldQueue(.server)

    var hasPassedClose: Bool { self.walker.hasSeenClose }

    var withholdsPongs: Bool { self.faults.withholdsPongs }

    private var isLooking: Bool {
        self.faults.isAny || self.corruptsNext || self.truncatesNext || !self.waiting.isEmpty
            || self.queue.isActive
    }

    // MARK: Faults

    /// What earlier faults held back is let go.
    mutating func change(to faults: MessageFaults) -> Output {
        self.faults = faults
        guard !faults.withholdsAnswers, !self.held.isEmpty else { return Output() }
        self.waiting += self.held
        self.held = []
        return self.takeWaiting()
    }

    mutating func corruptNext() { self.corruptsNext = true }

    mutating func truncateNext() { self.truncatesNext = true }

    mutating func inject(_ frame: InjectedFrame) -> Output {
        guard !self.isOver, !self.endsAfterWaiting else { return Output() }
        switch frame {
        case .text(let text): self.waiting.append(Self.encoded(.text, text))
        case .close(let code, let reason):
            let payload = WebSocketCloseCode.payload(code: code, reason: reason)
            self.waiting.append(Self.encoded(.close, payload))
            self.endsAfterWaiting = true
        }
        return self.takeWaiting()
    }

    // MARK: Bytes

    mutating func pass(_ buffer: ByteBuffer) -> Output {
        guard !self.isOver else { return Output() }
        guard self.isLooking || self.isCollecting else {
            buffer.withUnsafeReadableBytes { self.walker.walk($0) }
            return Output(buffers: [buffer])
        }
        var (rest, output) = (buffer, Output())
        while rest.readableBytes > 0, !output.isEnd {
            if self.walker.isAtBoundary { self.isCollecting = self.isLooking }
            guard let (piece, end) = self.walker.take(from: &rest) else { break }
            self.take(piece, endOf: end, &output)
        }
        return output
    }

    private mutating func take(
        _ piece: ByteBuffer, endOf header: FrameWalker.Header?, _ output: inout Output
    ) {
        guard self.isCollecting else {
            output.buffers.append(piece)
            if header != nil { output.add(self.takeWaiting()) }
            return
        }
        var piece = piece
        self.frame.writeBuffer(&piece)
        if let header {
            self.finish(header, &output)
            if !output.isEnd { output.add(self.takeWaiting()) }
        } else if self.frame.readableBytes > Self.frameLimit {
            // Too large to wait; what was held goes first, to keep the order.
            output.add(self.queue.releaseAll())
            output.buffers.append(self.frame)
            (self.frame, self.isCollecting) = (ByteBuffer(), false)
        }
    }

    private mutating func finish(_ header: FrameWalker.Header, _ output: inout Output) {
        let frame = self.frame
        (self.frame, self.isCollecting) = (ByteBuffer(), false)
        if self.truncatesNext {
            let length = max(frame.readableBytes / 2, 1)
            if let half = frame.getSlice(at: frame.readerIndex, length: length) {
                output.buffers.append(half)
            }
            (self.isOver, output.isEnd) = (true, true)
            return
        }
        if header.isPong, self.faults.withholdsPongs { return }
        guard header.isWholeText else { return self.queue.pass(frame, header, nil, &output) }
        let text =
            frame.getBytes(
                at: frame.readerIndex + header.size, length: header.length) ?? []
        if self.corruptsNext {
            self.corruptsNext = false
            output.buffers.append(
                ByteBuffer(bytes: Self.encoded(.text, MessageFaults.corrupted(text))))
            return
        }
        switch self.faults.fate(of: text) {
        case .arrives: self.queue.pass(frame, header, text, &output)
        case .isLost: break
        case .isHeld: self.held.append(Array(buffer: frame))
        }
    }

    /// The frames that wait, if they can be sent now: not inside a frame or a message in fragments.
    private mutating func takeWaiting() -> Output {
        guard !self.waiting.isEmpty, self.walker.isAtBoundary, !self.walker.isInMessage else {
            return Output()
        }
        let frames = self.waiting
        self.waiting = []
        if self.endsAfterWaiting { self.isOver = true }
        return Output(
            buffers: frames.map { ByteBuffer(bytes: $0) }, isEnd: self.endsAfterWaiting)
    }

    private static func encoded(_ opcode: WebSocketOpcode, _ payload: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        WebSocketEncoder(role: .server).append(opcode, payload, to: &bytes)
        return bytes
    }
}

extension DownstreamFilter.Output {
    mutating func add(_ other: Self) {
        self.buffers += other.buffers
        self.isEnd = self.isEnd || other.isEnd
        self.held += other.held
        self.decided += other.decided
        self.released += other.released
    }
}
