import ChannelsTransport
import NIOCore

/// Holds messages that a client sends. While none is held, bytes pass as they come, and only the
/// ends of frames are noted.
struct UpstreamFilter {
    typealias Output = DownstreamFilter.Output

    var queue = HoldQueue(.client)
    private var walker = FrameWalker()
    private var frame = ByteBuffer()
    private var isCollecting = false
    /// Frames that the client did not send and that wait for the end of a frame.
    private var waiting: [[UInt8]] = []

    private var isLooking: Bool { self.queue.isActive || !self.waiting.isEmpty }

    mutating func inject(_ text: [UInt8]) -> Output {
        var bytes: [UInt8] = []
        WebSocketEncoder(role: .client).append(.text, text, to: &bytes)
        self.waiting.append(bytes)
        return self.takeWaiting()
    }

    private mutating func takeWaiting() -> Output {
        guard self.walker.isAtBoundary, !self.walker.isInMessage, !self.walker.hasSeenClose else {
            return Output()
        }
        defer { self.waiting = [] }
        return Output(buffers: self.waiting.map { ByteBuffer(bytes: $0) })
    }

    mutating func pass(_ buffer: ByteBuffer) -> Output {
        guard self.isLooking || self.isCollecting else {
            buffer.withUnsafeReadableBytes { self.walker.walk($0) }
            return Output(buffers: [buffer])
        }
        var (rest, output) = (buffer, Output())
        while rest.readableBytes > 0 {
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
            let frame = self.frame
            (self.frame, self.isCollecting) = (ByteBuffer(), false)
            self.queue.pass(frame, header, Self.text(of: frame, header), &output)
            output.add(self.takeWaiting())
        } else if self.frame.readableBytes > DownstreamFilter.frameLimit {
            // Too large to wait; what was held goes first, to keep the order.
            output.add(self.queue.releaseAll())
            output.buffers.append(self.frame)
            (self.frame, self.isCollecting) = (ByteBuffer(), false)
        }
    }

    /// The unmasked payload of a string message (RFC 6455, 5.3); `nil` for any other frame.
    private static func text(of frame: ByteBuffer, _ header: FrameWalker.Header) -> [UInt8]? {
        guard header.isWholeText, header.size >= 6,
            let mask = frame.getBytes(at: frame.readerIndex + header.size - 4, length: 4),
            var text = frame.getBytes(
                at: frame.readerIndex + header.size, length: header.length)
        else { return nil }
        for index in text.indices { text[index] ^= mask[index & 3] }
        return text
    }
}
