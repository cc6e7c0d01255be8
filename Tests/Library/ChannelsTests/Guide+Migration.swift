// guide: migration-client start
import Channels
import ChannelsDiagnostics

func makeClient() throws -> ChannelsClient {
    var options = ChannelsOptions(
        appKey: "app-key", host: .cluster("eu"),
        authMethod: .endpoint(AuthEndpoint(url: "https://example.com/pusher/auth")),
        policy: .pusherSwift)
    options.maximumReconnectAttempts = 10
    return try ChannelsClient(options)
}
// guide: migration-client end

extension Guide {
    static func watchOrders(_ client: ChannelsClient) async throws {
        // guide: migration start
        let reports = client.reports
        let orders = try await client.subscribe("private-orders")
        await orders.bind("created") { event in
            guard let order = try? event.decode(Order.self) else { return }
            print("order \(order.id)")
        }
        try await client.subscribe("presence-lobby")
        await client.connect()

        async let running: Void = client.run()
        for await report in reports {
            switch report.kind {
            case .stateChanged(let change):
                print("\(change.previous) -> \(change.current)")
            case .subscriptionChanged(let channel, .subscribed):
                print("subscribed to \(channel)")
            case .subscriptionChanged(let channel, .failed(let failure)):
                print("\(channel): \(failure.text)")
            case .memberAdded(_, let member):
                print("\(member.id) came")
            case .memberRemoved(_, let member):
                print("\(member.id) left")
            default:
                continue
            }
        }
        await running
        // guide: migration end
    }
}
