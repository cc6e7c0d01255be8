import Channels

let client = try ChannelsClient(
    ChannelsOptions(
        appKey: "buoy-sandbox-key", host: .host("127.0.0.1"), port: 6001, usesTLS: false,
        authMethod: .inline(secret: AppSecret("buoy-sandbox-secret"))))
for channel in CommandLine.arguments.dropFirst() { try await client.subscribe(channel) }
let reports = client.reports.pausingReading()
await client.run {
    for await report in reports {
        switch report.kind {
        case .received(let event):
            print("\(event.channel?.text ?? "") \(event.name) \(event.data.text)")
        case .gap(let gap):
            for channel in gap.channels {
                let end = channel.subscribedAgain ?? gap.reconnected
                print("# \(channel.name): missed from \(gap.lastReceived.date) to \(end.date)")
            }
        case .subscriptionChanged(let channel, .failed(let failure)):
            print("# \(channel): \(failure.text)")
        default: continue
        }
    }
}
