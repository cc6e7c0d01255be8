import Channels

/// buoy's own client as a subject.
package enum OwnClient {
    /// Runs until the task is cancelled.
    ///
    /// - Returns: why it could not run.
    package static func run(_ place: ClientPlace) async -> String? {
        let options = ChannelsOptions(
            appKey: place.key, host: .host("127.0.0.1"), port: place.port, usesTLS: false,
            authMethod: .endpoint(AuthEndpoint(url: place.authURL)))
        do throws(ChannelsError) {
            let client = try ChannelsClient(options)
            var channels: [ChannelsClient.Channel] = []
            for name in place.channels { channels.append(try await client.subscribe(name)) }
            let echoes = channels.map { ($0, $0.events("echo")) }
            await client.connect()
            await withDiscardingTaskGroup { group in
                for (channel, events) in echoes {
                    group.addTask {
                        // A public channel has no client events.
                        for await event in events {
                            _ = try? await channel.trigger("client-echo", data: event.data)
                        }
                    }
                }
                await client.run()
                group.cancelAll()
            }
            return nil
        } catch {
            return error.description
        }
    }
}
