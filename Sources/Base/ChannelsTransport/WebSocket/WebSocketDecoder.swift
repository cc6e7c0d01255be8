/// Decodes the bytes of a connection into complete messages: strict RFC 6455, for either end.
///
/// It takes the bytes of each read, cut anywhere, and adds the messages that they complete to an
/// `Output`. Nothing is trusted: the size of a message is checked when a header announces it,
/// before memory is allocated; UTF-8 is checked as it arrives.
///
/// ```
///           header            payload whole, not final (data)
///  idle ───────────▶ in frame ───────────────────────────▶ idle, message open
///    ▲                  │ payload whole: final data, ping, pong
///    └──────────────────┘ close frame or violation ──▶ over (all further input is ignored)
/// ```
package struct WebSocketDecoder {
    package struct Output {
        package init() {}

        package var messages: [WebSocketMessage] = []
        package var pings: [[UInt8]] = []
        var bytes = 0
        package var end: End?
    }

    package enum End: Hashable {
        case close(code: UInt16?, reason: String)
        case violation(WebSocketViolation)
    }

    private struct OpenFrame {
        var header: WebSocketFrameHeader
        var received = 0
    }

    /// RFC 6455, 5.5.3 allows answering only the latest pings; this many of a burst are answered.
    private static let pingsAnswered = 16

    private let role: WebSocketRole
    private let limits: WebSocketLimits
    private var cutHeader: [UInt8] = []
    private var frame: OpenFrame?
    private var openMessage: WebSocketOpcode?
    private var fragments = 0
    private var message: [UInt8] = []
    private var control: [UInt8] = []
    private var validator = UTF8Validator()
    private var buffers: RecycledBuffers?
    private var isOver = false

    /// - Parameter recyclesMemory: whether to reuse the memory of earlier reads. If so, call
    ///   `giveBackUnusedMemory` from time to time while `keepsMemory` is true.
    package init(role: WebSocketRole, limits: WebSocketLimits, recyclesMemory: Bool = false) {
        self.role = role
        self.limits = limits
        self.buffers = recyclesMemory ? RecycledBuffers() : nil
    }

    var keepsMemory: Bool { self.buffers?.isEmpty == false }

    /// Keeps memory that was used since the last call.
    mutating func giveBackUnusedMemory() { self.buffers?.giveBackUnused() }

    package mutating func decode(_ input: UnsafeRawBufferPointer, into output: inout Output) {
        var rest = input
        do throws(WebSocketViolation) {
            while !self.isOver, !rest.isEmpty {
                if self.frame == nil {
                    if self.role == .client, self.takeTexts(&rest, &output) { continue }
                    guard let header = try self.takeHeader(&rest) else { return }
                    try self.begin(header)
                    if try self.takeWholeText(header, &rest, &output) { continue }
                    self.frame = OpenFrame(header: header)
                }
                try self.takePayload(&rest, &output)
            }
        } catch {
            self.isOver = true
            output.end = .violation(error)
        }
    }

    /// The usual case of a client: all complete, unfragmented text messages at the start. Anything
    /// unusual or invalid is left to the other steps.
    private mutating func takeTexts(
        _ rest: inout UnsafeRawBufferPointer, _ output: inout Output
    ) -> Bool {
        guard self.openMessage == nil, self.cutHeader.isEmpty else { return false }
        var frames: [Range<UInt32>] = []
        var position = 0
        while let text = Self.text(at: position, in: rest), text.count <= self.limits.messageBytes {
            guard UTF8Validator.isValid(UnsafeRawBufferPointer(rebasing: rest[text])) else { break }
            if frames.isEmpty {
                // Messages of a busy connection have similar lengths.
                frames.reserveCapacity(min(4096, rest.count / (text.upperBound + 1) + 4))
            }
            position = text.upperBound
            frames.append(
                UInt32(truncatingIfNeeded: text.lowerBound)..<UInt32(truncatingIfNeeded: position))
        }
        guard !frames.isEmpty else { return false }
        let run = UnsafeRawBufferPointer(rebasing: rest[..<position])
        let bytes = self.buffers?.array(of: run) ?? [UInt8](run)
        rest = UnsafeRawBufferPointer(rebasing: rest[position...])
        output.add(.texts(TextRun(bytes: bytes, frames: frames)), bytes: bytes.count)
        return true
    }

    /// The payload of an unmasked, unfragmented, complete text message with the shortest header.
    /// Messages longer than 65,535 bytes are too rare to be handled here.
    @inline(__always)
    private static func text(at position: Int, in bytes: UnsafeRawBufferPointer) -> Range<Int>? {
        guard position &+ 4 <= bytes.count, bytes[position] == 0x81 else { return nil }
        let length = Int(bytes[position &+ 1])
        var start = position &+ 2
        var end = start &+ length
        if length == 126 {
            let extended = Int(bytes[position &+ 2]) &<< 8 | Int(bytes[position &+ 3])
            guard extended >= 126 else { return nil }
            start = position &+ 4
            end = start &+ extended
        } else if length > 126 {
            return nil
        }
        return end <= bytes.count ? start..<end : nil
    }

    private mutating func takeHeader(
        _ rest: inout UnsafeRawBufferPointer
    ) throws(WebSocketViolation) -> WebSocketFrameHeader? {
        if self.cutHeader.isEmpty {
            if let (header, size) = try WebSocketFrameHeader.parse(rest, role: self.role) {
                rest = UnsafeRawBufferPointer(rebasing: rest[size...])
                return header
            }
            self.cutHeader.append(contentsOf: rest)
            rest = UnsafeRawBufferPointer(rebasing: rest[rest.count...])
            return nil
        }
        // Completes an incomplete header byte by byte.
        for index in rest.indices {
            self.cutHeader.append(rest[index])
            guard let header = try self.parseCutHeader() else { continue }
            self.cutHeader.removeAll(keepingCapacity: true)
            rest = UnsafeRawBufferPointer(rebasing: rest[(index + 1)...])
            return header
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[rest.count...])
        return nil
    }

    private func parseCutHeader() throws(WebSocketViolation) -> WebSocketFrameHeader? {
        let parsed = self.cutHeader.withUnsafeBytes { bytes in
            Result { () throws(WebSocketViolation) in
                try WebSocketFrameHeader.parse(bytes, role: self.role)?.header
            }
        }
        return try parsed.get()
    }

    private mutating func begin(
        _ header: WebSocketFrameHeader
    ) throws(WebSocketViolation) {
        guard !header.opcode.isControl else { return }
        if header.opcode == .continuation {
            guard self.openMessage != nil else {
                throw WebSocketViolation("a continuation frame has nothing to continue")
            }
        } else {
            guard self.openMessage == nil else {
                throw WebSocketViolation("a new message starts inside a fragmented one")
            }
            self.openMessage = header.opcode
            self.fragments = 0
        }
        self.fragments += 1
        guard self.fragments <= self.limits.fragments else {
            throw WebSocketViolation(
                "a message has more than \(self.limits.fragments) fragments",
                code: WebSocketCloseCode.tooBig)
        }
        guard header.length <= self.limits.messageBytes - self.message.count else {
            throw WebSocketViolation(
                "a message is longer than \(self.limits.messageBytes) bytes",
                code: WebSocketCloseCode.tooBig)
        }
    }

    private mutating func takeWholeText(
        _ header: WebSocketFrameHeader, _ rest: inout UnsafeRawBufferPointer,
        _ output: inout Output
    ) throws(WebSocketViolation) -> Bool {
        guard header.opcode == .text, header.isFinal, rest.count >= header.length else {
            return false
        }
        var text = [UInt8](UnsafeRawBufferPointer(rebasing: rest[..<header.length]))
        rest = UnsafeRawBufferPointer(rebasing: rest[header.length...])
        if let mask = header.mask {
            text.withUnsafeMutableBytes { mask.apply(to: $0, phase: 0) }
        }
        guard text.withUnsafeBytes({ UTF8Validator.isValid($0) }) else { throw Self.notUTF8 }
        self.openMessage = nil
        output.add(.text(text), bytes: text.count)
        return true
    }

    private mutating func takePayload(
        _ rest: inout UnsafeRawBufferPointer, _ output: inout Output
    ) throws(WebSocketViolation) {
        guard var frame = self.frame else { return }
        let count = min(frame.header.length - frame.received, rest.count)
        let piece = UnsafeRawBufferPointer(rebasing: rest[..<count])
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        if frame.header.opcode.isControl {
            Self.append(piece, of: frame, to: &self.control)
        } else {
            let start = self.message.count
            Self.append(piece, of: frame, to: &self.message)
            try self.validate(from: start)
        }
        frame.received += count
        self.frame = frame
        if frame.received == frame.header.length {
            self.frame = nil
            try self.finish(frame.header, &output)
        }
    }

    private static func append(
        _ piece: UnsafeRawBufferPointer, of frame: OpenFrame, to bytes: inout [UInt8]
    ) {
        let start = bytes.count
        bytes.append(contentsOf: piece)
        guard let mask = frame.header.mask else { return }
        bytes.withUnsafeMutableBytes {
            mask.apply(
                to: UnsafeMutableRawBufferPointer(rebasing: $0[start...]), phase: frame.received)
        }
    }

    private mutating func validate(from start: Int) throws(WebSocketViolation) {
        guard self.openMessage == .text else { return }
        let isValid = self.message.withUnsafeBytes { bytes in
            self.validator.accept(UnsafeRawBufferPointer(rebasing: bytes[start...]))
        }
        guard isValid else { throw Self.notUTF8 }
    }

    private mutating func finish(
        _ header: WebSocketFrameHeader, _ output: inout Output
    ) throws(WebSocketViolation) {
        switch header.opcode {
        case .ping:
            if output.pings.count == Self.pingsAnswered { output.pings.removeFirst() }
            output.pings.append(self.takeControl())
            output.add(.ping, bytes: 0)
        case .pong:
            let payload = self.takeControl()
            output.add(.pong(payload), bytes: payload.count)
        case .close:
            output.end = try Self.closeEnd(self.takeControl())
            self.isOver = true
        case .text, .binary, .continuation:
            if header.isFinal { try self.finishMessage(&output) }
        }
    }

    private mutating func takeControl() -> [UInt8] {
        defer { self.control = [] }
        return self.control
    }

    private mutating func finishMessage(_ output: inout Output) throws(WebSocketViolation) {
        guard self.validator.isComplete else { throw Self.notUTF8 }
        let bytes = self.message
        self.message = []
        output.add(self.openMessage == .text ? .text(bytes) : .binary(bytes), bytes: bytes.count)
        self.openMessage = nil
    }

    private static func closeEnd(_ payload: [UInt8]) throws(WebSocketViolation) -> End {
        guard !payload.isEmpty else { return .close(code: nil, reason: "") }
        guard payload.count >= 2 else {
            throw WebSocketViolation("a close frame has a truncated code")
        }
        let code = UInt16(payload[0]) << 8 | UInt16(payload[1])
        guard WebSocketCloseCode.isAllowed(code) else {
            throw WebSocketViolation("the close code \(code) must not be sent")
        }
        let reason = payload[2...]
        guard reason.withUnsafeBytes({ UTF8Validator.isValid($0) }) else { throw Self.notUTF8 }
        return .close(code: code, reason: String(decoding: reason, as: UTF8.self))
    }

    private static let notUTF8 = WebSocketViolation(
        "a text message is not UTF-8", code: WebSocketCloseCode.invalidText)
}

extension WebSocketDecoder.Output {
    private static let overhead = 64

    fileprivate mutating func add(_ message: WebSocketMessage, bytes: Int) {
        self.messages.append(message)
        self.bytes += bytes + Self.overhead
    }
}
