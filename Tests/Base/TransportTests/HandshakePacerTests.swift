import NIOCore
import NIOEmbedded
import Testing

@testable import ChannelsTransport

@Suite("A server with a limited number of handshakes")
struct HandshakePacerTests {
    private final class ReadCounter: ChannelOutboundHandler {
        typealias OutboundIn = NIOAny

        private(set) var reads = 0

        func read(context: ChannelHandlerContext) { self.reads += 1 }
    }

    private final class Server {
        let loop = EmbeddedEventLoop()
        let channel: EmbeddedChannel
        let counter = ReadCounter()

        init(queue: Int) throws {
            var pace = HandshakePace(perSecond: 2)
            pace.queue = queue
            self.channel = EmbeddedChannel(
                handlers: [self.counter, HandshakePacer(pace)], loop: self.loop)
        }

        /// What the event loop does before each connection that it accepts.
        func acceptIfAllowed() throws -> Bool {
            let before = self.counter.reads
            self.channel.read()
            guard self.counter.reads > before else { return false }
            try self.accept()
            return true
        }

        func accept() throws {
            try self.channel.writeInbound(EmbeddedChannel() as any Channel)
        }

        var served: Int {
            get throws {
                var count = 0
                while try self.channel.readInbound(as: (any Channel).self) != nil { count += 1 }
                return count
            }
        }
    }

    @Test("the first is served at once, the next when its time has come")
    func spacing() throws {
        let server = try Server(queue: 0)
        #expect(try server.acceptIfAllowed())
        #expect(try server.served == 1)
        // The next one stays in the kernel's queue.
        #expect(try !server.acceptIfAllowed())
        server.loop.advanceTime(by: .milliseconds(499))
        #expect(server.counter.reads == 1)
        server.loop.advanceTime(by: .milliseconds(1))
        #expect(server.counter.reads == 2)
        try server.accept()
        #expect(try server.served == 1)
    }

    @Test("as many as the queue holds are accepted and wait, in order")
    func queue() throws {
        let server = try Server(queue: 2)
        var accepted = 0
        while try server.acceptIfAllowed() { accepted += 1 }
        #expect(accepted == 3)
        #expect(try server.served == 1)
        server.loop.advanceTime(by: .milliseconds(500))
        #expect(try server.served == 1)
        // The read that was withheld.
        #expect(server.counter.reads == 4)
        server.loop.advanceTime(by: .milliseconds(500))
        #expect(try server.served == 1)
        server.loop.advanceTime(by: .seconds(5))
        #expect(try server.served == 0)
    }

    @Test("connections that wait are closed with the server")
    func closed() throws {
        let server = try Server(queue: 2)
        while try server.acceptIfAllowed() {}
        _ = try server.served
        let children = EmbeddedChannel()
        server.channel.pipeline.fireChannelRead(children as any Channel)
        server.channel.pipeline.fireChannelInactive()
        #expect(throws: ChannelError.alreadyClosed) {
            try children.close().wait()
        }
    }
}
