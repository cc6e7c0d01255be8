import BuoyScripts
import BuoySessions
import Channels
import ChannelsProtocol

struct LiveBot: Sendable {
    let connection: BotTroupe.Connection
    let client: ChannelsClient
    let reports: ClientStream<[ClientReport]>
    private let injector = FaultInjector()

    init(
        _ connection: BotTroupe.Connection, _ options: ChannelsOptions
    ) throws(ChannelsError) {
        self.connection = connection
        self.client = try ChannelsClient(options, connector: self.injector.connector)
        self.reports = self.client.reportBatches(limits: ListenerLimits(events: 100))
    }

    func run() async {
        await self.client.connect()
        await self.client.run()
        await self.injector.stop()
    }

    /// Ends the connection without a close frame. The client connects again, unless it is stopped.
    func cut() async { await self.injector.perform(.plan([FaultScript.Step(at: .zero, .cut)])) }
}
