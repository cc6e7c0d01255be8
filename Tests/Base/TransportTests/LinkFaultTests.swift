import NIOCore
import NIOEmbedded
import Testing

@testable import ChannelsTransport

@Suite("a link with faults")
struct LinkFaultTests {
    /// A channel whose bytes pass the handler, on a clock that a test moves.
    private final class Bench {
        let channel = EmbeddedChannel()
        let handler = LinkFaultHandler()

        init(_ condition: LinkCondition) throws {
            try self.channel.pipeline.syncOperations.addHandler(self.handler)
            try self.channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
            // A handler with nothing to do removes itself.
            if condition != .normal { self.handler.change(to: condition) }
        }

        func arrive(_ text: String) throws {
            try self.channel.writeInbound(ByteBuffer(string: text))
        }

        func send(_ text: String) {
            self.channel.writeAndFlush(ByteBuffer(string: text), promise: nil)
        }

        /// What has passed inwards since the last call.
        func received() throws -> String {
            var text = ""
            while let buffer = try self.channel.readInbound(as: ByteBuffer.self) {
                text += String(buffer: buffer)
            }
            return text
        }

        /// What has passed outwards since the last call.
        func sent() throws -> String {
            var text = ""
            while let buffer = try self.channel.readOutbound(as: ByteBuffer.self) {
                text += String(buffer: buffer)
            }
            return text
        }

        func pass(_ time: TimeAmount) { self.channel.embeddedEventLoop.advanceTime(by: time) }

        var isThere: Bool {
            (try? self.channel.pipeline.syncOperations.handler(type: LinkFaultHandler.self)) != nil
        }
    }

    @Test("a silence of open links leaves later ones alone, and ends")
    func silenceOfOpen() throws {
        let (link, old, new) = (FaultyLink(), EmbeddedChannel(), EmbeddedChannel())
        link.adopt(old)
        var condition = LinkCondition()
        condition.silencesOpen = true
        link.change(to: condition)
        old.embeddedEventLoop.run()
        link.adopt(new)
        // Another fault leaves those that are silent as they are.
        condition.delay = .milliseconds(5)
        link.change(to: condition)
        for channel in [old, new] {
            channel.embeddedEventLoop.run()
            try channel.writeInbound(ByteBuffer(string: "a"))
            channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        }
        #expect(link.isSilent)
        #expect(try old.readInbound(as: ByteBuffer.self) == nil)
        #expect(try new.readInbound(as: ByteBuffer.self) == ByteBuffer(string: "a"))
        link.change(to: .normal)
        old.embeddedEventLoop.run()
        #expect(try old.readInbound(as: ByteBuffer.self) == ByteBuffer(string: "a"))
        #expect(!link.isSilent)
    }

    @Test("a silent direction holds everything back, in order, and the other passes")
    func silence() throws {
        let bench = try Bench(LinkCondition(stopsReceiving: true))
        try bench.arrive("a")
        bench.send("1")
        #expect(try bench.received() == "")
        #expect(try bench.sent() == "1")
        bench.pass(.hours(1))
        try bench.arrive("b")
        #expect(try bench.received() == "")
        bench.handler.change(to: LinkCondition(stopsSending: true))
        #expect(try bench.received() == "ab")
        bench.send("2")
        bench.send("3")
        #expect(try bench.sent() == "")
        bench.handler.change(to: .normal)
        #expect(try bench.sent() == "23")
        #expect(!bench.isThere)
    }

    @Test("a delay passes before anything does, once for all that was sent together")
    func delay() throws {
        let bench = try Bench(LinkCondition(delay: .milliseconds(200)))
        try bench.arrive("a")
        bench.pass(.milliseconds(100))
        try bench.arrive("b")
        bench.send("1")
        bench.pass(.milliseconds(99))
        #expect(try bench.received() == "")
        bench.pass(.milliseconds(1))
        #expect(try bench.received() == "a")
        bench.pass(.milliseconds(100))
        #expect(try bench.received() == "b")
        #expect(try bench.sent() == "1")
    }

    @Test("with jitter the order stays")
    func jitter() throws {
        let bench = try Bench(
            LinkCondition(delay: .milliseconds(10), jitter: .milliseconds(500)))
        let letters = (0..<26).map { String(UnicodeScalar(UInt8(97 + $0))) }
        for letter in letters { try bench.arrive(letter) }
        bench.pass(.milliseconds(510))
        #expect(try bench.received() == letters.joined())
    }

    @Test("after a loss, what was sent arrives when TCP sends its first part again")
    func loss() throws {
        let repeats: [Duration] = [1, 3, 7, 15].map { .seconds($0) }
        let bench = try Bench(LinkCondition(lossRepeats: repeats))
        bench.pass(.seconds(2))
        try bench.arrive("a")
        bench.pass(.seconds(2))
        try bench.arrive("b")
        bench.send("1")
        bench.handler.change(to: .normal)
        // "a" is sent again 3 s after the first time, "1" after 1 s.
        bench.pass(.milliseconds(999))
        #expect(try bench.received() == "")
        try bench.arrive("c")
        #expect(try bench.sent() == "")
        bench.pass(.milliseconds(1))
        #expect(try bench.received() == "abc")
        #expect(try bench.sent() == "1")
        #expect(!bench.isThere)
        try bench.arrive("d")
        #expect(try bench.received() == "d")
    }

    @Test("a loss on which nothing was sent is over at once")
    func quietLoss() throws {
        let bench = try Bench(LinkCondition(lossRepeats: [.seconds(1)]))
        bench.pass(.seconds(9))
        bench.handler.change(to: .normal)
        #expect(!bench.isThere)
    }

    @Test("what is buffered arrives in bursts, and what is sent passes at once")
    func bursts() throws {
        let bench = try Bench(LinkCondition(burstPeriod: .seconds(2)))
        bench.pass(.seconds(1))
        try bench.arrive("a")
        bench.send("1")
        #expect(try bench.sent() == "1")
        bench.pass(.milliseconds(1999))
        try bench.arrive("b")
        #expect(try bench.received() == "")
        bench.pass(.milliseconds(1))
        #expect(try bench.received() == "ab")
        try bench.arrive("c")
        bench.pass(.milliseconds(1999))
        #expect(try bench.received() == "")
        bench.pass(.milliseconds(1))
        #expect(try bench.received() == "c")
        try bench.arrive("d")
        bench.handler.change(to: .normal)
        #expect(try bench.received() == "d")
    }

    @Test("so many bytes pass in a second, each way")
    func throttle() throws {
        let bench = try Bench(LinkCondition(bytesPerSecond: 10))
        for _ in 0..<10 {
            try bench.arrive("12345")
            bench.send("12345")
        }
        bench.pass(.seconds(1))
        #expect(try bench.received().count == 10)
        bench.pass(.seconds(3))
        #expect(try bench.received().count == 30)
        #expect(try bench.sent().count == 40)
        bench.handler.change(to: .normal)
        #expect(try bench.received().count == 10)
    }

    @Test("what was sent before an end arrives before it")
    func closeWaits() throws {
        let bench = try Bench(LinkCondition(delay: .seconds(1)))
        bench.send("bye")
        bench.channel.close(promise: nil)
        #expect(bench.channel.isActive)
        bench.pass(.seconds(1))
        #expect(try bench.sent() == "bye")
        #expect(!bench.channel.isActive)
    }

    @Test("an end does not wait for a silence, nor for long")
    func closeDoesNotWait() throws {
        for condition in [
            LinkCondition(stopsSending: true), LinkCondition(delay: .seconds(20)),
            LinkCondition(lossRepeats: [.seconds(1)]),
        ] {
            let bench = try Bench(condition)
            bench.send("lost")
            bench.channel.close(promise: nil)
            #expect(!bench.channel.isActive)
            #expect(try bench.sent() == "")
        }
    }

    @Test("a truncated connection lacks the last byte of what it received")
    func truncate() throws {
        let bench = try Bench(.normal)
        bench.handler.truncate(LinkCut("it was cut"))
        #expect(throws: LinkCut("it was cut")) { try bench.arrive("frame") }
        #expect(try bench.received() == "fram")
        #expect(!bench.channel.isActive)
    }

    @Test("while nothing is received, the socket is not read")
    func reading() throws {
        let reads = ReadCounter()
        let channel = EmbeddedChannel(handler: reads)
        let handler = LinkFaultHandler()
        try channel.pipeline.syncOperations.addHandler(handler)
        handler.change(to: LinkCondition(stopsReceiving: true))
        channel.read()
        #expect(reads.count == 0)
        handler.change(to: .normal)
        #expect(reads.count == 1)
    }

    private final class ReadCounter: ChannelOutboundHandler {
        typealias OutboundIn = Any
        var count = 0

        func read(context: ChannelHandlerContext) { self.count += 1 }
    }
}
