import Channels
import ChannelsHTTPAPI
import ChannelsProtocol

extension Guide {
    // guide: fill-gap start
    /// Handles every event once, including those published while the connection was lost.
    static func follow(
        _ reports: ClientStream<ClientReport>, _ api: ChannelsAPI,
        handle: (ChannelName, EventName, EventData) async throws -> Void
    ) async throws {
        var latest: [ReceivedEvent] = []
        var recovered: RecoveredEvents?
        for await report in reports {
            switch report.kind {
            case .received(let event):
                guard let channel = event.channel, !event.name.text.hasPrefix("pusher:"),
                    recovered?.remove(event, arrivedAt: report.time) != true
                else { continue }
                latest = latest.suffix(999) + [ReceivedEvent(event: event, time: report.time)]
                try await handle(channel, event.name, event.data)
            case .gap(let gap):
                var missed = try await api.history(during: gap)
                for event in latest { missed.remove(event.event, arrivedAt: event.time) }
                for event in missed.events {
                    try await handle(event.channel, event.name, event.data)
                }
                print("\(missed.count) missed, all of them: \(missed.isComplete)")
                recovered = missed
            default: continue
            }
        }
    }
    // guide: fill-gap end
}
