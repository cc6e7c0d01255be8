import Channels
import ChannelsDiagnostics
import Foundation

/// Writes everything that arrives on some channels to a queue, in order. Where events may be
/// missing, there is an entry that says so: the service does not repeat what it published in a gap.
struct QueueBridge<Queue: EventQueue>: Sendable {
    let client: ChannelsClient
    let channels: [String]
    let queue: Queue

    /// Runs until the client is stopped, or the task is cancelled.
    ///
    /// - Throws: `ChannelsError` if a name is invalid, and the queue's error if it accepts no more.
    func run() async throws {
        // The client reads its connection more slowly if the queue does not keep up, so that
        // nothing is dropped.
        let batches = self.client.reportBatches.pausingReading()
        for channel in self.channels { try await self.client.subscribe(channel) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await self.client.run() }
            await self.client.connect()
            for await batch in batches {
                let entries = batch.flatMap(QueueEntry.entries)
                if !entries.isEmpty { try await self.queue.append(entries) }
            }
            try await group.waitForAll()
        }
    }
}

/// A queue: a broker, a database, a folder.
protocol EventQueue: Sendable {
    /// Returns when the entries are stored.
    func append(_ entries: [QueueEntry]) async throws
}

/// What is written to the queue.
enum QueueEntry: Codable, Equatable, Sendable {
    case event(channel: String, name: String, data: String, time: Date)
    case gap(channel: String, from: Date, to: Date)
    case refused(channel: String, reason: String)

    /// The entries of a report: none if the readers of the queue need not know of it, and for a gap
    /// one for each channel.
    static func entries(of report: ClientReport) -> [QueueEntry] {
        switch report.kind {
        case .received(let event):
            guard let channel = event.channel else { return [] }
            return [
                .event(
                    channel: channel.text, name: event.name.text, data: event.data.text,
                    time: report.time.date)
            ]
        case .subscriptionChanged(let channel, .failed(let failure)):
            return [.refused(channel: channel.text, reason: failure.text)]
        case .gap(let gap):
            return gap.channels.map { channel in
                .gap(
                    channel: channel.name.text, from: gap.lastReceived.date,
                    to: (channel.subscribedAgain ?? gap.reconnected).date)
            }
        default: return []
        }
    }
}
