import Channels
import ChannelsDiagnostics
import ChannelsProtocol
import Foundation

/// A client of a server on which no connection lasts: whether it always comes back whole, how fast,
/// and whether anything is left over.
enum FlappingBenchmark {
    private static let channels = 20

    /// - Parameter drops: how many connections are to be lost, or attempts to fail.
    static func run(drops: Int) async throws {
        let server = try ServerProcess([FlappingServer.argument])
        defer { server.stop() }
        let before = ProcessSize.now()
        var options = ChannelsOptions(
            appKey: "k", host: .host("127.0.0.1"), port: server.port, usesTLS: false,
            policy: .tenMilliseconds)
        options.pongTimeout = .milliseconds(100)
        options.attemptTimeLimit = .milliseconds(100)
        let client = try ChannelsClient(options)
        let batches = client.reportBatches
        for number in 0..<Self.channels { try await client.subscribe("channel-\(number)") }
        await client.connect()
        async let running: Void = client.run()
        let start = Usage.now()
        let record = await Self.watch(client, batches, drops: drops)
        let used = Usage.now() - start
        await client.stop()
        await running
        Self.tell(record, used)
        report("before the client", before.text)
        report("after the client", ProcessSize.now().text)
    }

    private static func watch(
        _ client: ChannelsClient, _ batches: ClientStream<[ClientReport]>, drops: Int
    ) async -> FlappingRecord {
        var record = FlappingRecord(channels: Self.channels, drops: drops)
        for await batch in batches {
            for event in batch { record.add(event) }
            guard record.isWhole else { continue }
            let states = await client.subscriptions.map(\.state)
            record.checkWhole(states)
            if record.drops >= drops { break }
            await client.ping()
        }
        return record
    }

    private static func tell(_ record: FlappingRecord, _ used: Usage) {
        let rate = (Double(record.drops) / used.wall).rounded(to: 1)
        report("drops", "\(record.drops) in \(used.wall.rounded(to: 1)) s (\(rate)/s)")
        report("connections established", "\(record.established)")
        report("times that all was subscribed again", "\(record.recoveries.count)")
        report("times that it was not", "\(record.incomplete)")
        report("reports, and holes in their order", "\(record.reports), \(record.holes)")
        report("states that do not follow", "\(record.jumps)")
        for (name, times) in [
            ("recovery without a failed attempt", record.directRecoveries),
            ("recovery with failed attempts", record.otherRecoveries),
        ] {
            let sorted = times.sorted()
            guard let median = sorted.dropFirst(sorted.count / 2).first, let most = sorted.last
            else { continue }
            report(
                name,
                "\((median * 1000).rounded(to: 1)) ms median, \((most * 1000).rounded(to: 1)) ms max"
            )
        }
        report("CPU per drop", "\((used.cpu / Double(record.drops) * 1000).rounded(to: 2)) ms")
        for (drops, size) in record.sizes { report("after \(drops) drops", size.text) }
    }
}

extension ReconnectionPolicy {
    fileprivate static let tenMilliseconds = ReconnectionPolicy(name: "10 ms") { _, _ in
        .retry(after: .milliseconds(10), rule: "always")
    }
}
