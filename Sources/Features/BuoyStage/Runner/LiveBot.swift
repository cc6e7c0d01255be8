import BuoyScripts
import BuoySessions
import Channels
import ChannelsProtocol

/// The client of a bot's connection, and what ends it without a close frame.
struct LiveBot: Sendable {
    let connection: BotTroupe.Connection
    let client: ChannelsClient
    /// What the client reports, from before its first action. Events of the channel are of no
    /// interest.
    let reports: ClientStream<[ClientReport]>
    private let injector = FaultInjector()

    /// - Throws: `ChannelsError` if the options cannot be used.
    init(
        _ connection: BotTroupe.Connection, _ options: ChannelsOptions
    ) throws(ChannelsError) {
        self.connection = connection
        self.client = try ChannelsClient(options, connector: self.injector.connector)
        self.reports = self.client.reportBatches(limits: ListenerLimits(events: 100))
    }

    /// Connects, and runs until the client is stopped.
    func run() async {
        await self.client.connect()
        await self.client.run()
        await self.injector.stop()
    }

    /// Ends the connection without a close frame. The client connects again, unless it is stopped.
    func cut() async { await self.injector.perform(.plan([FaultScript.Step(at: .zero, .cut)])) }
}
