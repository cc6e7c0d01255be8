import BuoyRecordingFiles
import BuoySessions
import BuoyTestBasics
import Channels
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
            client, header: header, secrets: KnownSecrets(), time: server.clock)
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
            client, header: header, secrets: KnownSecrets(), time: server.clock)
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
