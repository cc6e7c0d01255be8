import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol

@testable import BuoyCursesTerminal
@testable import ChannelsTransport

// The first bytes say how the rest is read.
extension FuzzedReader {
    static func readWebSocket(_ bytes: [UInt8]) throws(Disagreement) {
        guard bytes.count > 2 else { return }
        let role: WebSocketRole = bytes[0] & 1 == 0 ? .client : .server
        let rest = bytes[2...]
        let whole = Self.decode([rest], role, recyclesMemory: false)
        let size = max(1, Int(bytes[1]))
        let pieces = stride(from: rest.startIndex, to: rest.endIndex, by: size).map {
            rest[$0..<min($0 + size, rest.endIndex)]
        }
        let cut = Self.decode(pieces, role, recyclesMemory: bytes[0] & 2 != 0)
        try Self.expect(whole.end == cut.end, "\(whole.end, default: "–") \(cut.end, default: "–")")
        try Self.expect(
            whole.messages.separated == cut.messages.separated, "other messages in pieces")
    }

    private static func decode(
        _ pieces: [ArraySlice<UInt8>], _ role: WebSocketRole, recyclesMemory: Bool
    ) -> WebSocketDecoder.Output {
        var decoder = WebSocketDecoder(
            role: role, limits: WebSocketLimits(messageBytes: 10_000, fragments: 20),
            recyclesMemory: recyclesMemory)
        var output = WebSocketDecoder.Output()
        for piece in pieces where output.end == nil {
            piece.withUnsafeBytes { decoder.decode($0, into: &output) }
            decoder.giveBackUnusedMemory()
        }
        return output
    }

    /// The same outcome whole and in two pieces, as a response and as requests.
    static func readHTTP(_ bytes: [UInt8]) throws(Disagreement) {
        guard let first = bytes.first else { return }
        let rest = bytes.dropFirst()
        let cut = rest.startIndex + rest.count * Int(first) / 256
        let pieces = [rest[..<cut], rest[cut...]]
        let (response, responseInPieces) = (Self.response([rest]), Self.response(pieces))
        try Self.expect(response == responseInPieces, "\(response) \(responseInPieces)")
        let (requests, requestsInPieces) = (Self.requests([rest]), Self.requests(pieces))
        try Self.expect(requests == requestsInPieces, "\(requests) \(requestsInPieces)")
    }

    private static func response(_ pieces: [ArraySlice<UInt8>]) -> [String] {
        var parser = HTTPResponseParser(method: "GET", bodyLimit: 1_000)
        var seen: [String] = []
        do throws(HTTPSyntaxError) {
            for piece in pieces {
                piece.withUnsafeBytes { parser.append($0) }
                reading: while true {
                    switch try parser.next() {
                    case .head(let line, let head): seen.append("\(line) \(head)")
                    case .needsMore: break reading
                    case .whole(let response): return seen + ["\(response)"]
                    }
                }
            }
            seen.append("\(try parser.end())")
        } catch {
            seen.append("\(error)")
        }
        return seen
    }

    private static func requests(_ pieces: [ArraySlice<UInt8>]) -> [String] {
        var parser = HTTPRequestParser(bodyLimit: 1_000)
        var seen: [String] = []
        do throws(HTTPSyntaxError) {
            for piece in pieces {
                piece.withUnsafeBytes { parser.append($0) }
                reading: while true {
                    switch try parser.next() {
                    case .head(let received): seen.append("\(received)")
                    case .needsMore: break reading
                    case .whole(let body): seen.append("\(body)")
                    }
                }
            }
        } catch {
            // Which error comes first depends on how the bytes arrive.
        }
        return seen
    }

    /// JSON that was read is written as the same value. Text is also read as a message of either
    /// side.
    static func readJSON(_ bytes: [UInt8]) throws(Disagreement) {
        if let value = try? JSONValue(parsing: bytes) {
            let text = value.compactText
            try Self.expect(JSONValue.parse(text) == value, text)
        }
        guard String(validating: bytes, as: UTF8.self) != nil else { return }
        if let message = try? FrameCodec.decodeServerMessage(bytes) {
            let written = FrameCodec.encode(message)
            let again = try? FrameCodec.decodeServerMessage(written)
            try Self.expect(again != nil, String(decoding: written, as: UTF8.self))
        }
        if let message = try? FrameCodec.decodeClientMessage(bytes) {
            let written = FrameCodec.encode(message)
            let again = try? FrameCodec.decodeClientMessage(written)
            try Self.expect(again != nil, String(decoding: written, as: UTF8.self))
        }
        _ = FrameCodec.readServerFrame(bytes)
        var reader = EventReader()
        var output = EventReader.Output(lastNumber: 0, time: .zero)
        let frame = 0..<UInt32(truncatingIfNeeded: bytes.count)
        _ = reader.read(bytes, [frame, frame], from: 0, into: &output)
    }

    /// 0xFF stands before what is no byte of the terminal: the number of a key, or a pause.
    static func readKeys(_ bytes: [UInt8]) throws(Disagreement) {
        var decoder = InputDecoder()
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            let keys: [KeyPress]
            switch byte == 0xFF ? rest.popFirst() : nil {
            case nil, 0xFF: keys = decoder.received(byte: byte)
            case 0: keys = decoder.inputEnded()
            case 1: keys = decoder.inputPaused()
            case 2: (decoder.expectsAnswers, keys) = (!decoder.expectsAnswers, [])
            case let code?: keys = decoder.received(key: 0x100 + Int32(code))
            }
            for case .paste(let text) in keys {
                try Self.expect(text.count <= InputDecoder.largestPaste, "\(text.count)")
            }
            _ = decoder.takeAnswers()
        }
        _ = decoder.inputEnded() + decoder.inputPaused()
        try Self.expect(!decoder.isWaiting, "waits after a pause")
    }
}
