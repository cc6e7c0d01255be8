import NIOCore

/// Finds the ends of the frames in a stream of bytes (RFC 6455, 5.2), without reading them.
struct FrameWalker {
    struct Header: Hashable {
        let opcode: UInt8
        let isFinal: Bool
        let size: Int
        /// The size of what follows the header.
        let length: Int

        var isWholeText: Bool { self.opcode == 0x1 && self.isFinal }
        var isControl: Bool { self.opcode >= 0x8 }
        var isClose: Bool { self.opcode == FrameWalker.close }
        var isPong: Bool { self.opcode == 0xA }

        init?(_ bytes: UnsafeRawBufferPointer) {
            guard bytes.count >= 2 else { return nil }
            let short = bytes[1] & 0x7F
            let extended = short == 126 ? 2 : short == 127 ? 8 : 0
            let size = 2 + extended + (bytes[1] & 0x80 != 0 ? 4 : 0)
            guard bytes.count >= size else { return nil }
            var length = UInt64(short)
            if extended > 0 {
                length = bytes[2..<(2 + extended)].reduce(0) { $0 << 8 | UInt64($1) }
            }
            self.opcode = bytes[0] & 0x0F
            self.isFinal = bytes[0] & 0x80 != 0
            self.size = size
            self.length = Int(clamping: length)
        }
    }

    private var cutHeader: [UInt8] = []
    private var header: Header?
    private var left = 0
    /// Whether a close frame has started, after which nothing counts.
    private(set) var hasSeenClose = false
    private(set) var isInMessage = false

    var isAtBoundary: Bool { self.header == nil && self.cutHeader.isEmpty }

    /// - Returns: how many bytes belong to the frame; `nil` if all do and it does not end there.
    mutating func step(_ bytes: UnsafeRawBufferPointer) -> (count: Int, header: Header)? {
        var offset = 0
        if self.header == nil { offset = self.takeHeader(bytes) }
        guard let header = self.header else { return nil }
        let count = min(self.left, bytes.count - offset)
        self.left -= count
        guard self.left == 0 else { return nil }
        self.header = nil
        if header.opcode < 0x8 { self.isInMessage = !header.isFinal }
        return (offset + count, header)
    }

    mutating func take(from buffer: inout ByteBuffer) -> (piece: ByteBuffer, end: Header?)? {
        guard buffer.readableBytes > 0 else { return nil }
        let step = buffer.withUnsafeReadableBytes { self.step($0) }
        return buffer.readSlice(length: step?.count ?? buffer.readableBytes).map {
            ($0, step?.header)
        }
    }

    mutating func walk(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes
        while !rest.isEmpty, let (count, _) = self.step(rest) {
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    private mutating func takeHeader(_ bytes: UnsafeRawBufferPointer) -> Int {
        var offset = 0
        if self.cutHeader.isEmpty, let header = Header(bytes) {
            self.begin(header)
            return header.size
        }
        while offset < bytes.count {
            self.cutHeader.append(bytes[offset])
            offset += 1
            guard let header = self.cutHeader.withUnsafeBytes({ Header($0) }) else { continue }
            self.cutHeader = []
            self.begin(header)
            return offset
        }
        return offset
    }

    private mutating func begin(_ header: Header) {
        self.header = header
        self.left = header.length
        if header.opcode == Self.close { self.hasSeenClose = true }
    }

    fileprivate static let close: UInt8 = 0x8

    static func beginsWithClose(_ buffer: ByteBuffer) -> Bool {
        buffer.getInteger(at: buffer.readerIndex, as: UInt8.self).map { $0 & 0x0F == Self.close }
            ?? false
    }
}
