import Channels

let endpoint = AuthEndpoint(
    url: "http://127.0.0.1:6001/pusher/auth", parameters: ["user_id": "bot"])
let client = try ChannelsClient(
    ChannelsOptions(
        appKey: "buoy-sandbox-key", host: .host("127.0.0.1"), port: 6001, usesTLS: false,
        authMethod: .endpoint(endpoint)))
let orders = try await client.subscribe("private-orders")
let lobby = try await client.subscribe("presence-lobby")
await orders.bind("order.created") { order in print("order \(order.data.text)") }
try await client.run {
    for await change in lobby.memberChanges {
        guard case .added(let member) = change else { continue }
        try await lobby.trigger("client-message", data: ["text": "Welcome, \(member.id)!"])
        print("greeted \(member.id)")
    }
}
