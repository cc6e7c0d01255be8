import Channels

/// Runs the bridge against `buoy sandbox`: `QueueBridge FOLDER CHANNEL…`. For your own app, change
/// the key and the host.
@main
struct QueueBridgeProgram {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let folder = arguments.first, arguments.count > 1 else {
            print("usage: QueueBridge FOLDER CHANNEL…")
            return
        }
        let options = ChannelsOptions(
            appKey: "buoy-sandbox-key", host: .host("127.0.0.1"), port: 6001, usesTLS: false,
            authMethod: .inline(secret: AppSecret("buoy-sandbox-secret")))
        let bridge = QueueBridge(
            client: try ChannelsClient(options), channels: Array(arguments.dropFirst()),
            queue: try SpoolFolder(folder))
        try await bridge.run()
    }
}
