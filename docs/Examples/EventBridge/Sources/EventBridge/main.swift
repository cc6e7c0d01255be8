import Channels
import ChannelsDiagnostics
import Foundation

/// Unlike `print`, it keeps nothing back until more has come together.
func write(_ line: String) throws {
    try FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
}

let client = try ChannelsClient(
    ChannelsOptions(
        appKey: "buoy-sandbox-key", host: .host("127.0.0.1"), port: 6001, usesTLS: false,
        authMethod: .inline(secret: AppSecret("buoy-sandbox-secret"))))
for channel in CommandLine.arguments.dropFirst() { try await client.subscribe(channel) }
let reports = client.reports.pausingReading()
try await client.run {
    for await report in reports {
        switch report.kind {
        case .received(let event):
            try write("\(event.channel?.text ?? "") \(event.name) \(event.data.text)")
        case .gap(let gap):
            for channel in gap.channels {
                let end = channel.subscribedAgain ?? gap.reconnected
                try write("# \(channel.name): missed from \(gap.lastReceived.date) to \(end.date)")
            }
        case .subscriptionChanged(let channel, .failed(let failure)):
            try write("# \(channel): \(failure.text)")
        default: continue
        }
    }
}
