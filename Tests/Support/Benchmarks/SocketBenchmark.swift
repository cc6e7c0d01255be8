import BuoySessions
import Channels
import ChannelsDiagnostics
import ChannelsProtocol
import ChannelsTransport
import Foundation
import Synchronization

/// From the socket to the consumer of each kind of stream, against a reader that only counts bytes.
///
/// Every figure is the median of several runs, the least in brackets. The plain reader is measured
/// before each run, so that both see the same mood of the machine.
enum SocketBenchmark {
    /// One row of the figures: what is sent, and how it is read.
    struct Row {
        var name: String
        var reader: Reader
        var plan: FloodPlan

        init(
            _ name: String, _ reader: Reader, millions: Int = 1, channels: Int = 1, names: Int = 1
        ) {
            self.name = "200 B, " + name
            self.reader = reader
            self.plan = FloodPlan(
                events: millions * 1_000_000, frameBytes: 200, channels: channels, names: names)
        }

        /// Fewer and larger events.
        init(large name: String, _ reader: Reader) {
            self.name = "2 KB, " + name
            self.reader = reader
            self.plan = FloodPlan(events: 200_000, frameBytes: 2048)
        }
    }

    static let rows = [
        Row("batches", .batches),
        Row("batches, data read", .batchesRead),
        Row("single events", .single),
        Row("handler", .handler),
        Row("stream of a name", .named),
        Row("stream of a name, data read", .namedRead),
        Row("3 million, batches that pause reading", .pausing, millions: 3),
        Row("the same, data read", .pausingRead, millions: 3),
        Row("3 million, a name that pauses reading, data read", .namedPausing, millions: 3),
        Row(large: "batches", .batches),
        Row(large: "batches, data read", .batchesRead),
        Row("batches, 1,000 channels", .batches, channels: 1000),
        Row("batches, 10,000 channels", .batches, channels: 10_000),
        Row("batches, 100 event names", .batches, names: 100),
    ]

    static func run() async throws {
        for row in Self.rows { try await Self.measure(row) }
    }

    /// What it costs that faults could be made, while none is: the program's way to connect against
    /// that of the library. Both are measured in turns.
    static func runFaults() async throws {
        for row in [Row("batches", .batches), Row(large: "batches", .batches)] {
            var plain: [Double] = []
            var faulty: [Double] = []
            for _ in 0..<Benchmarks.runs {
                plain.append(
                    try await Self.measure(row.plan, row.reader, NIOWebSocketConnector()).perEvent)
                let injector = FaultInjector()
                faulty.append(
                    try await Self.measure(row.plan, row.reader, injector.connector).perEvent)
            }
            (plain, faulty) = (plain.sorted(), faulty.sorted())
            let middle = plain.count / 2
            report(
                "\(row.name), no fault in force",
                "\(faulty[middle].rounded(to: 3)) (\(faulty[0].rounded(to: 3))) µs/event, without "
                    + "the injector \(plain[middle].rounded(to: 3)) (\(plain[0].rounded(to: 3)))")
        }
    }

    /// One run of one kind, for a profiler: `socket-once KIND EVENTS BYTES CHANNELS NAMES PORT`.
    /// Without a port it starts a server.
    static func runOnce(_ arguments: [String]) async throws {
        guard let reader = arguments.lazy.compactMap({ Reader(rawValue: $0) }).first else { return }
        let numbers = arguments.compactMap { Int($0) } + [0, 0, 0, 0, 0]
        let plan = FloodPlan(
            events: max(1, numbers[0]), frameBytes: max(200, numbers[1]),
            channels: max(1, numbers[2]), names: max(1, numbers[3]))
        let cost =
            numbers[4] > 0
            ? try await Self.measure(plan, reader, port: numbers[4])
            : try await Self.measure(plan, reader)
        report(reader.rawValue, "\(cost.perEvent.rounded(to: 3)) µs/event, \(cost.lost) lost")
    }

    /// How the events are read.
    enum Reader: String {
        case batches, batchesRead, single, handler, named, namedRead
        case pausing, pausingRead, namedPausing
    }

    private struct Cost {
        var perEvent: Double
        var perSecond: Double
        var lost: Int
    }

    private static func measure(_ row: Row) async throws {
        var costs: [Cost] = []
        var ratios: [Double] = []
        for _ in 0..<Benchmarks.runs {
            let plain = try PlainReader.measure(row.plan)
            let cost = try await Self.measure(row.plan, row.reader)
            costs.append(cost)
            ratios.append(cost.perEvent / plain)
        }
        let times = costs.map(\.perEvent).sorted()
        let lost = costs.map(\.lost).max() ?? 0
        ratios.sort()
        let middle = times.count / 2
        report(
            row.name,
            "\(times[middle].rounded(to: 3)) (\(times[0].rounded(to: 3))) µs/event, "
                + "\(ratios[middle].rounded(to: 1)) (\(ratios[0].rounded(to: 1)))× the plain reader"
                + (lost > 0 ? ", \(lost) lost" : ""))
    }

    private static func measure(
        _ plan: FloodPlan, _ reader: Reader,
        _ connector: any WebSocketConnector = NIOWebSocketConnector()
    ) async throws -> Cost {
        let server = try ServerProcess(plan.arguments)
        defer { server.stop() }
        return try await Self.measure(plan, reader, connector, port: server.port)
    }

    private static func measure(
        _ plan: FloodPlan, _ reader: Reader,
        _ connector: any WebSocketConnector = NIOWebSocketConnector(), port: Int
    ) async throws -> Cost {
        let client = try ChannelsClient(
            ChannelsOptions(appKey: "k", host: .host("127.0.0.1"), port: port, usesTLS: false),
            connector: connector)
        let count = EventCount(plan.events)
        let consume = await Self.prepare(reader, client, count)
        for number in 0..<plan.channels { try await client.subscribe(plan.channel(number)) }
        await client.connect()
        let running = Task { await client.run() }
        await consume()
        await client.stop()
        await running.value
        return Cost(
            perEvent: count.used.cpu / Double(plan.events) * 1e6,
            perSecond: Double(plan.events) / count.used.wall, lost: count.lost)
    }

    /// Starts to listen.
    ///
    /// - Returns: what reads until all events have come.
    private static func prepare(
        _ reader: Reader, _ client: ChannelsClient, _ count: EventCount
    ) async -> @Sendable () async -> Void {
        switch reader {
        case .batches, .batchesRead:
            let batches = client.reportBatches
            return { await Self.consume(batches, reads: reader == .batchesRead, count) }
        case .pausing, .pausingRead:
            let batches = client.reportBatches.pausingReading()
            return { await Self.consume(batches, reads: reader == .pausingRead, count) }
        case .namedPausing:
            let events = client.events("price").pausingReading()
            return { await Self.consume(events, reads: true, count) }
        case .single:
            let events = client.reports
            return { await Self.consume(events, count) }
        case .handler:
            await client.bind("price") { count.took($0.name == "price" ? 1 : 0) }
            return { await count.end() }
        case .named, .namedRead:
            let events = client.events("price")
            return { await Self.consume(events, reads: reader == .namedRead, count) }
        }
    }

    private static func consume(
        _ batches: ClientStream<[ClientReport]>, reads: Bool, _ count: EventCount
    ) async {
        for await batch in batches {
            var taken = 0
            for event in batch {
                switch event.kind {
                case .received(let event):
                    if reads, event.data.text.utf8.count < 10 { continue }
                    taken += 1
                case .skipped(let missing): count.skipped(missing.events)
                default: continue
                }
            }
            count.took(taken)
            if count.isDone { break }
        }
    }

    private static func consume(_ events: ClientStream<ClientReport>, _ count: EventCount) async {
        for await event in events {
            switch event.kind {
            case .received: count.took(1)
            case .skipped(let missing): count.skipped(missing.events)
            default: continue
            }
            if count.isDone { break }
        }
    }

    private static func consume(
        _ events: ClientStream<ReceivedEvent>, reads: Bool, _ count: EventCount
    ) async {
        for await event in events {
            if event.skippedBefore > 0 { count.skipped(event.skippedBefore) }
            if reads, event.data.text.utf8.count < 10 { continue }
            count.took(1)
            if count.isDone { break }
        }
    }
}
