import Channels

/// Runs the bot against `buoy sandbox`, whose key and secret are public. For your own app, change
/// the key and the host, and let your server authorize: `.endpoint(AuthEndpoint(url:
/// "https://…"))`.
@main
struct GreetingBotProgram {
    static func main() async throws {
        let options = ChannelsOptions(
            appKey: "buoy-sandbox-key", host: .host("127.0.0.1"), port: 6001, usesTLS: false,
            authMethod: .inline(
                secret: AppSecret("buoy-sandbox-secret"),
                user: { _, _ in PresenceUser(id: "bot", info: ["name": "Greeting bot"]) }))
        let client = try ChannelsClient(options)
        let errors = client.errors
        async let reporting: Void = {
            for await error in errors { print(error) }
        }()
        try await GreetingBot(client: client, channel: "presence-lobby").run()
        await reporting
    }
}
