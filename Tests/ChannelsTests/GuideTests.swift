import Channels
import Testing

/// The code that README.md shows, so that it always compiles.
struct GuideTests {
    @Test("the README's example compiles, and its options are good")
    func example() throws {
        _ = Self.watchLobby
        _ = try Self.makeClient()
    }

    @Test("importing Channels is enough for every type of its API")
    func importIsEnough() {
        let secret = AppSecret("s")
        let method = AuthMethod.inline(secret: secret) { _, _ in PresenceUser(id: "me") }
        guard case .inline(let kept, _, _) = method else { return }
        #expect(kept == secret)
        #expect("\(method)".contains("••"))
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
