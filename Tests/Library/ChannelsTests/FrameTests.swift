import BuoyTestBasics
import BuoyTestSupport
import ChannelsDiagnostics
import ChannelsProtocol
import ChannelsTransport
import Testing

@testable import Channels

@Suite("Frames for inspectors", .inTurn)
struct FrameTests {
    /// Reads frames one by one.
    private struct Reader {
        var frames: Frames.Iterator
        var batch: ArraySlice<FrameRecord> = []

        init(_ frames: Frames) { self.frames = frames.makeAsyncIterator() }

        mutating func next() async -> FrameRecord? {
            while self.batch.isEmpty {
                guard let batch = await self.frames.next() else { return nil }
                self.batch = batch[...]
            }
            return self.batch.popFirst()
        }

        mutating func text(_ direction: FrameRecord.Direction) async -> String {
            guard let record = await self.next(), record.direction == direction,
                case .text(let text) = record.content
            else { return "" }
            return text
        }
    }

    @Test(
        "a confirmation of a sign-in that cannot be read is not shown, as it may hold a signature")
    func unreadableSignIn() {
        let frame = #"{"event":"pusher:signin_success","data":{"auth":"key:abcdef","user_data":1}}"#
        #expect(!SecretMask().text(of: Array(frame.utf8)).contains("abcdef"))
        #expect(FrameCodec.readServerFrame(Array(frame.utf8)).frame == nil)
    }

    @Test("the start of a frame shows no signature, wherever it is cut")
    func cutSignature() {
        let signature = String(repeating: "ab", count: 32)
        for frame in [
            #"{"event":"pusher:signin_success","data":"{\"auth\":\"key:\#(signature)\",\"x\":\""#,
            #"{"data":"{\"auth\":\"key:\#(signature)\"}","event":"pusher:signin_success""#,
            #"{"event":"price","data":{"auth":"key:\#(signature)"}}"#,
        ] {
            for length in 0...frame.utf8.count {
                let text = SecretMask().text(ofStart: Array(frame.utf8.prefix(length)))
                #expect(!text.contains("abab"), "\(text)")
            }
        }
        #expect(SecretMask().text(ofStart: Array(#"{"event":"p"#.utf8)) == #"{"event":"…"#)
    }

    /// The texts of kept frames, each once.
    private static func kept(_ client: ChannelsClient) -> [String] {
        client.takeKeptFrames().map(\.description)
    }

    @Test("frames are kept before somebody asks, are reported once, and by one way at a time")
    func keptFrames() async throws {
        try await ClientScene().play { scene in
            scene.client.keepFrames()
            let connection = await scene.establish()
            let kept = Self.kept(scene.client)
            #expect(kept.count == 1 && kept[0].contains("connection_established"))
            #expect(Self.kept(scene.client) == [])
            await scene.client.ping()
            #expect(await connection.heard() == .ping)
            var reader = Reader(scene.client.framesAfterKept(limit: 64))
            #expect(await reader.text(.sent).contains("pusher:ping"))
            connection.send([.ping])
            #expect(await reader.next()?.content == .ping)
            connection.send([.pong([])])
            #expect(await reader.next()?.content == .pong)
            #expect(Self.kept(scene.client) == [])
        }
    }

    @Test("the ring is bounded in frames and bytes, and counts what is gone")
    func ring() throws {
        var ring = FrameRing()
        let long = String(repeating: "ä", count: 5000)
        let texts = (0..<300).map { Array(#"{"event":"e","n":\#($0),"x":"\#(long)"}"#.utf8) }
        ring.keep([.texts(TextRun(texts)), .binary([1, 2])], at: .zero, connection: 7)
        let frames = ring.take(SecretMask())
        #expect(frames.count == FrameRing.limit + 1)
        #expect(frames.first?.content == .skipped(count: 301 - FrameRing.limit))
        #expect(frames.last?.content == .binary(count: 2))
        let text = try #require(frames.dropLast().last)
        #expect(text.fullSize == texts[299].count && text.connection == 7)
        guard case .text(let start) = text.content else {
            Issue.record("not a text")
            return
        }
        #expect(start.utf8.count <= FrameRing.textLimit + 3 && start.hasSuffix("ää…"))
        #expect(ring.take(SecretMask()).isEmpty)
        ring.keep([.ping], at: .zero, connection: 8)
        #expect(ring.take(SecretMask()).map(\.content) == [.ping])
    }

    @Test("what is received and sent is recorded in its order, with the number of the connection")
    func bothWays() async throws {
        try await ClientScene().play { scene in
            var reader = Reader(scene.client.frames)
            try await scene.client.subscribe("orders")
            let first = await scene.establish("1.1")
            #expect(await reader.text(.received).contains("connection_established"))
            #expect(
                await reader.text(.sent)
                    == #"{"event":"pusher:subscribe","data":{"channel":"orders"}}"#)
            first.send([.ping, .binary([1, 2, 3]), .pong([]), .text(Array("{".utf8))])
            #expect(await reader.next()?.content == .ping)
            #expect(await reader.next()?.content == .binary(count: 3))
            #expect(await reader.next()?.content == .pong)
            #expect(await reader.text(.received) == "{")
            first.end(4200, "bye")
            let close = await reader.next()
            #expect(close?.content == .close(code: 4200, reason: "bye"))
            #expect(close?.direction == .received)
            #expect(close?.connection == 1)
            await scene.retry()
            scene.clock.advance(by: .seconds(1))
            _ = await scene.acceptAndEstablish("2.2")
            let next = await reader.next()
            #expect(next?.connection == 2)
            #expect(next?.time == scene.clock.now())
        }
    }

    @Test("closing by this side is recorded, in order and with no code when it just leaves")
    func closes() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            var reader = Reader(scene.client.frames)
            await scene.client.ping()
            #expect(await connection.heard() == .ping)
            scene.clock.advance(by: .seconds(30))
            #expect(await reader.text(.sent).contains("pusher:ping"))
            let left = await reader.next()
            #expect(left?.content == .close(code: nil, reason: ""))
            #expect(left?.direction == .sent)
            await scene.retry()
            scene.clock.advance(by: .seconds(1))
            _ = await scene.acceptAndEstablish("2.2")
            _ = await reader.next()
            await scene.client.disconnect()
            let close = await reader.next()
            #expect(close?.content == .close(code: 1000, reason: ""))
            #expect(close?.direction == .sent)
        }
    }

    @Test("a pong goes before the close that follows it")
    func pongBeforeClose() async throws {
        try await ClientScene().play { scene in
            await scene.client.connect()
            var reader = Reader(scene.client.frames)
            await scene.network.nextAttempt().accept()
                .send(#"{"event":"pusher:ping","data":"{}"}"#, "garbage")
            for _ in 1...2 { _ = await reader.next() }
            #expect(await reader.text(.sent).contains("pusher:pong"))
            #expect(await reader.next()?.content == .close(code: 1002, reason: ""))
        }
    }

    @Test("signatures are masked, in what is sent and in what a server repeats")
    func masked() async throws {
        let scene = try ClientScene(
            authMethod: .authorizer { _, _ in ChannelAuthorization(auth: "key:5ec4e7") }
        ) {
            $0.userAuthentication = .authorizer { _ in
                UserAuthentication(auth: "key:5ec4e7", userData: #"{"id":"ana"}"#)
            }
        }
        try await scene.play { scene in
            var reader = Reader(scene.client.frames)
            try await scene.client.subscribe("private-a")
            await scene.client.signIn()
            let connection = await scene.establish()
            _ = await reader.next()
            var sent = await reader.text(.sent)
            sent += await reader.text(.sent)
            #expect(sent.contains(#""auth":"key:••••••••""#))
            #expect(sent.contains(#""user_data":"{\"id\":\"ana\"}""#))
            #expect(!sent.contains("5ec4e7"))
            for _ in 1...2 { #expect(await connection.nextMessage().contains("5ec4e7")) }
            let data = #"{\"auth\":\"key:5ec4e7\",\"user_data\":\"{\\\"id\\\":\\\"ana\\\"}\"}"#
            connection.send(#"{"event":"pusher:signin_success","data":"\#(data)"}"#)
            connection.send(
                #"{"event":"pusher:signin_success","data":{"auth":"key:5ec4e7","#
                    + #""user_data":"{\"id\":\"ana\"}"}}"#)
            for _ in 1...2 {
                var text = await reader.text(.received)
                if text.isEmpty { text = await reader.text(.received) }
                #expect(text.contains("signin_success"))
                #expect(text.contains("ana"))
                #expect(!text.contains("5ec4e7"))
            }
        }
    }

    @Test("a reader that is too slow loses the oldest, and knows how many; the last ends recording")
    func slowReader() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            var frames: Frames? = Frames(scene.client.recordFrames(limit: 2))
            for number in 1...5 {
                connection.say(ClientScene.event("e", on: nil, "\(number)"))
                _ = await scene.received()
            }
            var iterator = frames?.makeAsyncIterator()
            let contents = try #require(await iterator?.next()?.map(\.content))
            // Of five batches the newest two were kept.
            #expect(contents.first == .skipped(count: 3))
            guard case .text(let text)? = contents.last else {
                Issue.record("no text: \(contents)")
                return
            }
            #expect(text.contains(#""4""#))
            #expect(!scene.client.frameTaps.isEmpty)
            iterator = nil
            frames = nil
            #expect(scene.client.frameTaps.isEmpty)
        }
    }
}
