import BuoyTestBasics
import BuoyTestSupport
import Testing

@testable import ChannelsTransport

/// Seeded mutations of good input: whatever comes, the parsers answer and stay within their limits.
struct HostileInputTests {
    private static let frames = Mutations(
        of: Corpus.load("websocket-bytes.json", of: ByteStream.self)
            .map(\.bytes).filter { $0.count < 1_000 })

    private static let heads = Mutations(
        of: [
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nA: b\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
            "POST /a?b HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello",
            "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
        ].map { Array($0.utf8) })

    @Test("mutated frames give the same outcome whole and in pieces", arguments: Mutations.seeds(8))
    func mutatedFrames(_ seed: UInt64) {
        var random = Dice(seed: seed)
        for _ in 0..<500 {
            let bytes = Self.frames.next(&random)
            let role: WebSocketRole = Bool.random(using: &random) ? .client : .server
            let whole = Self.decode([bytes[...]], role)
            let cut = Int.random(in: 0...bytes.count, using: &random)
            let pieces = Self.decode([bytes[..<cut], bytes[cut...]], role)
            #expect(whole.messages.separated == pieces.messages.separated)
            #expect(whole.end == pieces.end)
        }
    }

    @Test(
        "mutated responses and requests are taken or refused, the same whole and in pieces",
        arguments: Mutations.seeds(8))
    func mutatedHeads(_ seed: UInt64) {
        var random = Dice(seed: seed)
        for _ in 0..<500 {
            let bytes = Self.heads.next(&random)
            let cut = Int.random(in: 0...bytes.count, using: &random)
            let pieces = [bytes[..<cut], bytes[cut...]]
            #expect(Self.response([bytes[...]]) == Self.response(pieces))
            #expect(Self.request([bytes[...]]) == Self.request(pieces))
        }
    }

    private static func decode(
        _ pieces: [ArraySlice<UInt8>], _ role: WebSocketRole
    ) -> (messages: [WebSocketMessage], end: WebSocketDecoder.End?) {
        var decoder = WebSocketDecoder(
            role: role, limits: WebSocketLimits(messageBytes: 10_000, fragments: 20))
        var output = WebSocketDecoder.Output()
        for piece in pieces where output.end == nil {
            piece.withUnsafeBytes { decoder.decode($0, into: &output) }
        }
        return (output.messages, output.end)
    }

    private static func response(
        _ pieces: [ArraySlice<UInt8>]
    ) -> Result<HTTPResponse?, HTTPSyntaxError> {
        Result { () throws(HTTPSyntaxError) in
            try HTTPParserTests.response(pieces, bodyLimit: 1_000)
        }
    }

    /// The bodies of all requests, as far as they are good, and what ended them.
    private static func request(_ pieces: [ArraySlice<UInt8>]) -> [String] {
        var parser = HTTPRequestParser(bodyLimit: 1_000)
        var seen: [String] = []
        do throws(HTTPSyntaxError) {
            for piece in pieces {
                piece.withUnsafeBytes { parser.append($0) }
                var hasMore = true
                while hasMore {
                    switch try parser.next() {
                    case .head(let received): seen.append(received.line.target)
                    case .needsMore: hasMore = false
                    case .whole(let body): seen.append("\(body)")
                    }
                }
            }
        } catch {
            seen.append("refused")
        }
        return seen
    }
}
