import BuoyDashboard
import BuoyTextScreen
import Channels
import ChannelsProtocol
import Foundation

/// The dashboard's fold and draw, without a terminal: 50,000 events a second for 10 s at 80x24, 30
/// frames a second, and a key now and then.
enum DashboardBenchmark {
    static func run() async throws {
        try await Self.flood(rate: 50_000, seconds: 10)
        Self.looking()
    }

    /// The fold and draw alone, without a server: for tools that count instructions.
    static func runAlone() {
        Self.drawing()
        Self.folding()
    }

    @MainActor
    private static func flood(rate: Int, seconds: Int) async throws {
        let plan = FloodPlan(events: rate * seconds, frameBytes: 200, channels: 4, rate: rate)
        let server = try ServerProcess(plan.arguments)
        defer { server.stop() }
        let client = try ChannelsClient(
            ChannelsOptions(
                appKey: "k", host: .host("127.0.0.1"), port: server.port, usesTLS: false))
        let batches = client.reportBatches(
            limits: ListenerLimits(events: 20_000, bytes: 16 << 20, controlEvents: 2_000))
        for number in 0..<plan.channels { try await client.subscribe(plan.channel(number)) }
        await client.connect()
        async let running: Void = client.run()
        let start = Usage.now()
        let memory = Usage.residentMebibytes
        let outcome = await Self.fold(batches, plan.events)
        let used = Usage.now() - start
        await client.stop()
        await running
        let share = used.cpu / used.wall * 100
        report("events folded", "\(outcome.received), dropped and counted \(outcome.skipped)")
        report(
            "control events seen", "\(outcome.control), numbers without a hole: \(outcome.isWhole)")
        report("CPU of client and dashboard together", "\(share.rounded(to: 1)) % of a core")
        report(
            "key to drawn frame",
            "\(outcome.keys.count) keys, median \(outcome.median) ms, longest \(outcome.longest) ms"
        )
        let grown = Usage.residentMebibytes - memory
        report("memory grown", "\(grown.rounded(to: 1)) MiB, \(outcome.frames) frames")
    }

    struct Outcome {
        var received = 0
        var skipped = 0
        var control = 0
        var lastNumber = 0
        var isWhole = true
        var frames = 0
        var keys: [Double] = []

        var median: String { self.keys.sorted()[self.keys.count / 2].rounded(to: 2) }
        var longest: String { (self.keys.max() ?? 0).rounded(to: 2) }

        mutating func take(_ batch: [ClientReport]) {
            var missing = 0
            for event in batch {
                switch event.kind {
                case .received: self.received += 1
                case .skipped(let skipped):
                    self.skipped += skipped.events
                    missing += skipped.events
                    continue
                default: self.control += 1
                }
            }
            guard let last = batch.last?.number else { return }
            let expected = self.lastNumber + batch.count + missing - (missing > 0 ? 1 : 0)
            if last != expected { self.isWhole = false }
            self.lastNumber = last
        }
    }

    @MainActor
    private static func fold(_ batches: ClientStream<[ClientReport]>, _ events: Int) async
        -> Outcome
    {
        var state = DashboardState(
            options: DashboardOptions(catalog: .core), size: ScreenSize(columns: 80, rows: 24))
        var outcome = Outcome()
        var lastFrame = ProcessInfo.processInfo.systemUptime
        var lastKey = lastFrame
        for await batch in batches {
            _ = state.handle(.client(batch))
            outcome.take(batch)
            let now = ProcessInfo.processInfo.systemUptime
            if now - lastKey > 0.2 {
                lastKey = now
                _ = state.handle(.key(.down))
                Self.draw(state)
                // The key could have come at any moment since the last batch.
                outcome.keys.append((ProcessInfo.processInfo.systemUptime - now) * 1000)
                outcome.frames += 1
            } else if now - lastFrame > 1.0 / 30 {
                lastFrame = now
                Self.draw(state)
                outcome.frames += 1
            }
            if outcome.received + outcome.skipped >= events { break }
        }
        return outcome
    }

    private static func draw(_ state: DashboardState) {
        var canvas = Canvas(size: ScreenSize(columns: 80, rows: 24))
        state.draw(on: &canvas)
    }

    /// A full frame at each size, of a dashboard with events in it.
    private static func drawing() {
        for (columns, rows) in [(80, 24), (120, 40), (200, 60)] {
            let size = ScreenSize(columns: columns, rows: rows)
            var state = DashboardState(options: DashboardOptions(catalog: .core), size: size)
            _ = state.handle(.client(Self.events(1000)))
            var canvas = Canvas(size: size)
            let rounds = 500
            let start = Usage.now()
            for _ in 0..<rounds { state.draw(on: &canvas) }
            let used = Usage.now() - start
            let microseconds = used.cpu / Double(rounds) * 1e6
            report("draw of a full \(columns)x\(rows) frame", "\(microseconds.rounded(to: 0)) µs")
        }
    }

    /// What the dashboard does with events, in batches of 500, without drawing.
    private static func folding() {
        let events = Self.events(50_000)
        var state = DashboardState(
            options: DashboardOptions(catalog: .core), size: ScreenSize(columns: 80, rows: 24))
        let start = Usage.now()
        for first in stride(from: 0, to: events.count, by: 500) {
            _ = state.handle(.client(Array(events[first..<min(first + 500, events.count)])))
        }
        let used = Usage.now() - start
        let microseconds = used.cpu / Double(events.count) * 1e6
        report("fold of an event", "\(microseconds.rounded(to: 2)) µs")
    }

    /// Searches and filters over a long log: the CPU time of all slices together, and of the
    /// longest one, which is what a key may have to wait for.
    private static func looking() {
        let count = 100_000
        var options = DashboardOptions(catalog: .core)
        options.eventLimit = count
        options.eventByteLimit = 1 << 30
        var full = DashboardState(options: options, size: ScreenSize(columns: 80, rows: 24))
        _ = full.handle(.client(Self.events(count)))
        let questions: [(String, Character, String)] = [
            ("search for a text that is nowhere", "/", "nowhere at all"),
            ("filter by a text", "&", "nowhere"),
            ("filter by channel and event", "&", "channel:ticker-1 event:price"),
            ("filter by a value in the data", "&", "data.amount>100"),
            ("filter by a pattern", "&", "/[0-9]+x[a-f]/"),
        ]
        for (name, key, text) in questions {
            var state = full
            Self.press("\(key)\(text)", on: &state)
            let start = Usage.now()
            _ = state.handle(.key(.enter))
            var longest = (Usage.now() - start).cpu
            var slices = 1
            while state.tickInterval < .milliseconds(100) {
                let before = Usage.now()
                _ = state.handle(.tick(state.now))
                longest = max(longest, (Usage.now() - before).cpu)
                slices += 1
            }
            let used = Usage.now() - start
            report(
                "\(name), \(count) events",
                "\((used.cpu * 1000).rounded(to: 1)) ms in \(slices) slices, "
                    + "longest \((longest * 1000).rounded(to: 1)) ms")
        }
    }

    private static func press(_ text: String, on state: inout DashboardState) {
        for scalar in text.unicodeScalars { _ = state.handle(.key(.character(scalar))) }
    }

    static func events(_ count: Int) -> [ClientReport] {
        let plan = FloodPlan(events: count, frameBytes: 200, channels: 4)
        return (1...count).compactMap { number in
            guard
                case .event(let event)? = try? FrameCodec.decodeServerMessage(plan.frame(number))
            else { return nil }
            let time = ChannelsTimestamp(
                monotonicNanoseconds: Int64(number) * 1_000_000,
                wallMicroseconds: 1_700_000_000_000_000 + Int64(number) * 1000)
            return ClientReport(number: number, time: time, kind: .received(event))
        }
    }
}
