import Channels
import Testing

/// The code that README.md shows, so that it always compiles.
struct GuideTests {
    @Test("the README's example compiles, and its options are good")
    func example() throws {
        _ = Self.watchLobby
        _ = try Self.makeClient()
    }

    private static func makeClient() throws -> ChannelsClient {
        try ChannelsClient(
            ChannelsOptions(
                key: "app-key", host: .cluster("eu"),
                authMethod: .endpoint(AuthEndpoint(url: "https://example.com/pusher/auth"))))
    }

    private static func watchLobby() async throws {
        // README: start
        let client = try ChannelsClient(
            ChannelsOptions(
                key: "app-key", host: .cluster("eu"),
                authMethod: .endpoint(AuthEndpoint(url: "https://example.com/pusher/auth"))))
        let events = client.events()
        try await client.subscribe("presence-lobby")
        await client.connect()
        async let running: Void = client.run()
        for await event in events {
            guard case .received(let message) = event.kind else { continue }
            print(message.name, message.data.text)
        }
        // README: end
        await running
    }
}
