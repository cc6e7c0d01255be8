import BuoyRecordingFiles
import BuoySessions
import BuoyTestBasics
import BuoyTestSupport
import Channels
import ChannelsDiagnostics
import ChannelsProtocol
import ChannelsTesting
import Foundation
import Testing

@Suite("A recorder of a client", .inTurn)
struct SessionRecorderTests {
    @Test(
        "after a burst, how much was written is reported within a second, also if nothing follows")
    func figures() async throws {
        let path = NSTemporaryDirectory() + "recorder-\(UUID().uuidString).jsonl"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let server = ScriptedServer()
        let client = try server.client(
            ChannelsOptions(appKey: "key", host: .host("example.test")))
        let header = RecordingHeader(
            time: .zero, program: "test", server: "test", address: "", appKey: "key",
            usesTLS: false, session: "1")
        let recorder = SessionRecorder(
            client, header: header, secrets: SecretMask(), time: server.clock)
        try await recorder.start(SessionRecorder.Options(path: path))
        async let recording: Void = recorder.run()
        async let running: Void = client.run()
        try await client.subscribe("news")
        await client.connect()
        let connection = try await server.nextAttempt().establish()
        try await connection.nextSubscription().confirm()
        for number in 1...50 { connection.publish("e\(number)", on: "news", data: "{}") }
        while try Self.lines(of: path) < 50 {
            try Task.checkCancellation()
            await Task.yield()
        }
        try await server.clock.timer(of: .seconds(1))
        server.clock.advance(by: .seconds(1))
        for await report in recorder.reports {
            if case .figures(let figures) = report, figures.lines >= 50 { break }
        }
        #expect(!Task.isCancelled)
        await client.stop()
        await recorder.finish()
        await running
        await recording
    }

    @Test("beside lines, a recording that falls behind holds the connection back, and is whole")
    func heldBack() async throws {
        let folder = try TestFolder()
        let server = ScriptedServer()
        let client = try server.client(
            ChannelsOptions(appKey: "key", host: .host("example.test")))
        let recorder = SessionRecorder(
            client, header: RecordingHeader.made(at: .zero), secrets: SecretMask(),
            limits: .recordedInFull, time: server.clock)
        let path = folder.file("session.jsonl")
        try await recorder.start(SessionRecorder.Options(path: path))
        let reports = client.reports
        async let running: Void = client.run()
        try await client.subscribe("news")
        await client.connect()
        let connection = try await server.nextAttempt().establish()
        try await connection.nextSubscription().confirm()
        for number in 1...5_000 { connection.publish("e\(number)", on: "news", data: "{}") }
        await withTaskGroup(of: Bool.self) { group in
            group.addTask { await Self.hears(5_000, in: reports) }
            group.addTask {
                await server.clock.sleeper(for: .seconds(1))
                return false
            }
            #expect(await group.next() == false, "reading does not wait for the recording")
            async let recording: Void = recorder.run()
            #expect(await group.next() == true)
            await client.stop()
            await recorder.finish()
            await recording
        }
        await running
        #expect(try Self.lines(of: path) > 5_000)
    }

    private static func hears(_ count: Int, in reports: ClientStream<ClientReport>) async -> Bool {
        var heard = 0
        for await report in reports {
            if case .received = report.kind { heard += 1 }
            if heard == count { return true }
        }
        return false
    }

    @Test("a signature that was sent is not recorded, wherever the server repeats it")
    func signatures() async throws {
        let path = NSTemporaryDirectory() + "recorder-\(UUID().uuidString).jsonl"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let signature = String(repeating: "0123456789abcdef", count: 4)
        let server = ScriptedServer()
        var options = ChannelsOptions(appKey: "key", host: .host("example.test"))
        options.authMethod = .authorizer { _, _ in
            ChannelAuthorization(auth: "key:\(signature)")
        }
        let client = try server.client(options)
        let header = RecordingHeader(
            time: .zero, program: "test", server: "test", address: "", appKey: "key",
            usesTLS: false, session: "1")
        let recorder = SessionRecorder(
            client, header: header, secrets: SecretMask(), time: server.clock)
        try await recorder.start(SessionRecorder.Options(path: path, hasFrames: true))
        async let recording: Void = recorder.run()
        async let running: Void = client.run()
        try await client.subscribe("private-a")
        await client.connect()
        let connection = try await server.nextAttempt().establish()
        try await connection.nextSubscription().confirm()
        connection.publish("e", on: "private-a", data: #"{"echo":"\#(signature)"}"#)
        while try !String(contentsOfFile: path, encoding: .utf8).contains("echo") {
            try Task.checkCancellation()
            await Task.yield()
        }
        await client.stop()
        await recorder.finish()
        await running
        await recording
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains("••••••••"))
        #expect(!text.contains(signature.prefix(20)), "\(text)")
    }

    private static func lines(of path: String) throws -> Int {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").count
    }
}
