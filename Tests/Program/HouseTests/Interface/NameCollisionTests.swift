import BuoyTestBasics
import Testing

/// Names that an app, or SwiftNIO beside the library, may have too.
@Suite(.inTurn)
struct NameCollisionTests {
    @Test("names of an app and of SwiftNIO are in nobody's way")
    func noCollision() throws {
        let source = """
            import Channels
            import Logging
            import NIOCore
            struct JSON {}
            struct Member { var json = JSON() }
            func close(_ channel: any Channel, _ event: ChannelEvent, _ member: Member) {}
            func leave(_ channel: ChannelsClient.Channel) async { await channel.unsubscribe() }
            """
        #expect(try SymbolGraphExtractor.ofThisBuild().errors(in: source) == [])
    }
}
