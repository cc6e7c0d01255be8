import Channels
import ChannelsTesting
import Foundation
import Testing

@testable import QueueBridge

/// The bridge, tested with a server that the test plays and a queue in memory.
@Suite(.timeLimit(.minutes(1)))
struct QueueBridgeTests {
    /// A queue whose entries a test takes one by one.
    private struct MemoryQueue: EventQueue {
        let entries: AsyncStream<QueueEntry>
        private let input: AsyncStream<QueueEntry>.Continuation

        init() { (self.entries, self.input) = AsyncStream.makeStream() }

        func append(_ entries: [QueueEntry]) async throws {
            for entry in entries { self.input.yield(entry) }
        }
    }

    private struct Full: Error {}

    private struct FullQueue: EventQueue {
        func append(_ entries: [QueueEntry]) async throws { throw Full() }
    }

    private static func options() -> ChannelsOptions {
        ChannelsOptions(
            appKey: "key", host: .cluster("eu"), policy: .fixed(.seconds(5)))
    }

    @Test("events are queued in order, and a gap between them is marked")
    func order() async throws {
        let server = ScriptedServer()
        let client = try server.client(Self.options())
        let queue = MemoryQueue()
        async let running: Void = QueueBridge(
            client: client, channels: ["orders"], queue: queue
        ).run()
        var entries = queue.entries.makeAsyncIterator()

        let connection = try await server.nextAttempt().establish()
        try await connection.nextSubscription().confirm()
        connection.publish("created", on: "orders", data: ["id": 1])
        connection.publish("paid", on: "orders", data: ["id": 1])
        #expect(await entries.next()?.name == "created")
        #expect(await entries.next()?.name == "paid")

        connection.lose()
        try await server.clock.timer(of: .seconds(5))
        server.clock.advance(by: .seconds(5))
        let next = try await server.nextAttempt().establish()
        try await next.nextSubscription().confirm()
        next.publish("created", on: "orders", data: ["id": 2])
        guard case .gap("orders", let start, let end) = await entries.next() else {
            Issue.record("there is no entry for the gap")
            return
        }
        #expect(end.timeIntervalSince(start) == 5)
        #expect(await entries.next()?.name == "created")

        await client.stop()
        try await running
    }

    @Test("a refused channel is reported to the readers of the queue")
    func refusal() async throws {
        let server = ScriptedServer()
        let client = try server.client(Self.options())
        let queue = MemoryQueue()
        async let running: Void = QueueBridge(
            client: client, channels: ["orders"], queue: queue
        ).run()
        var entries = queue.entries.makeAsyncIterator()
        let connection = try await server.nextAttempt().establish()
        try await connection.nextSubscription().refuse("no such channel")
        guard case .refused("orders", let reason) = await entries.next() else {
            Issue.record("the refusal is not queued")
            return
        }
        #expect(reason.contains("no such channel"))
        await client.stop()
        try await running
    }

    @Test("a queue that accepts no more ends the bridge with its error")
    func full() async throws {
        let server = ScriptedServer()
        let client = try server.client(Self.options())
        let running = Task {
            try await QueueBridge(client: client, channels: ["orders"], queue: FullQueue()).run()
        }
        let connection = try await server.nextAttempt().establish()
        try await connection.nextSubscription().confirm()
        connection.publish("created", on: "orders", data: EventData("1"))
        await #expect(throws: Full.self) { try await running.value }
    }

    @Test("a folder holds a batch as lines, in a file with its final name")
    func folder() async throws {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "spool-\(UUID().uuidString)").path(percentEncoded: false)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = try SpoolFolder(path)
        let entries = [
            QueueEntry.event(
                channel: "orders", name: "paid", data: "{}", time: Date(timeIntervalSince1970: 0)),
            QueueEntry.refused(channel: "private-x", reason: "403"),
        ]
        try await folder.append(entries)
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        #expect(names.count == 1)
        let text = try String(contentsOfFile: path + "/" + (names.first ?? ""), encoding: .utf8)
        #expect(
            text.split(separator: "\n") == [
                #"{"event":{"channel":"orders","data":"{}","name":"paid","time":"1970-01-01T00:00:00Z"}}"#,
                #"{"refused":{"channel":"private-x","reason":"403"}}"#,
            ])
    }
}

extension QueueEntry {
    /// The name of the event; `nil` for other entries.
    fileprivate var name: String? {
        if case .event(_, let name, _, _) = self { name } else { nil }
    }
}
