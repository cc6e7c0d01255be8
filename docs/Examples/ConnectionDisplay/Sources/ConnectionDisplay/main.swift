import Channels
import ChannelsDiagnostics

let client = try ChannelsClient(
    ChannelsOptions(
        appKey: "buoy-sandbox-key", host: .host("127.0.0.1"), port: 6001, usesTLS: false,
        authMethod: .inline(secret: AppSecret("buoy-sandbox-secret"))))
try await client.subscribe("presence-lobby")
let reports = client.reports
var countdown: Task<Void, any Error>?
try await client.run {
    for await report in reports {
        switch report.kind {
        case .stateChanged(let change):
            print("\(change.current): \(StateCause(of: change))")
        case .retryScheduled(let retry):
            countdown = Task {
                for seconds in (1...max(1, retry.delay.components.seconds)).reversed() {
                    print("  attempt \(retry.attempt) in \(seconds) s")
                    try await Task.sleep(for: .seconds(1))
                }
            }
        case .attemptStarted: countdown?.cancel()
        case .membersReplaced(let channel, let members, _):
            print("\(channel): \(members.map(\.id.text).joined(separator: ", "))")
        case .memberAdded(let channel, let member): print("\(channel): \(member.id) came")
        case .memberRemoved(let channel, let member): print("\(channel): \(member.id) left")
        default: continue
        }
    }
}
