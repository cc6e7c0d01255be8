import Channels
import Foundation

/// From the socket to the consumer of the event stream, against a reader that only counts bytes.
enum SocketBenchmark {
    static func run() async throws {
        let small = try await Self.measure(FloodPlan(events: 2_000_000, frameBytes: 200))
        let plain = try PlainReader.measure(FloodPlan(events: 2_000_000, frameBytes: 200))
        let ratio = small.perEvent / plain
        report("200 B, 1 channel", small.text)
        report("200 B, plain reader of the same bytes", "\(plain.rounded(to: 3)) µs/event")
        report("200 B, ratio to the plain reader", "\(ratio.rounded(to: 1))×")
        let many = try await Self.measure(
            FloodPlan(events: 2_000_000, frameBytes: 200, channels: 1000))
        report("200 B, 1,000 channels", many.text)
        let flat = many.perEvent / small.perEvent
        report("200 B, 1,000 channels to 1", "\(flat.rounded(to: 2))×")
        let large = try await Self.measure(FloodPlan(events: 400_000, frameBytes: 2048))
        report("2 KB, 1 channel", large.text)
    }

    private struct Cost {
        var perEvent: Double
        var perSecond: Double
        var skipped: Int

        var text: String {
            let millions = (self.perSecond / 1_000_000).rounded(to: 2)
            let skipped = self.skipped > 0 ? ", \(self.skipped) skipped" : ""
            let cost = self.perEvent.rounded(to: 3)
            return "\(cost) µs/event, \(millions) million events/s\(skipped)"
        }
    }

    private static func measure(_ plan: FloodPlan) async throws -> Cost {
        let server = try ServerProcess(plan.arguments)
        defer { server.stop() }
        let client = try ChannelsClient(
            ChannelsOptions(
                appKey: "k", host: .host("127.0.0.1"), port: server.port, usesTLS: false))
        let batches = client.eventBatches
        for number in 0..<plan.channels { try await client.subscribe(plan.channel(number)) }
        await client.connect()
        async let running: Void = client.run()
        let cost = await Self.consume(batches, plan.events)
        await client.stop()
        await running
        return cost
    }

    /// Counts events until all have come, starting the clock at the first.
    private static func consume(_ batches: ClientStream<[ClientEvent]>, _ events: Int) async -> Cost
    {
        var start: Usage?
        var counted = 0
        var skipped = 0
        for await batch in batches {
            for event in batch {
                switch event.kind {
                case .received:
                    if start == nil { start = Usage.now() }
                    counted += 1
                case .skipped(let missing): skipped += missing.events
                default: continue
                }
            }
            if counted + skipped >= events { break }
        }
        let used = Usage.now() - (start ?? Usage.now())
        let all = Double(counted + skipped)
        return Cost(
            perEvent: used.cpu / all * 1e6, perSecond: all / used.wall, skipped: skipped)
    }
}
