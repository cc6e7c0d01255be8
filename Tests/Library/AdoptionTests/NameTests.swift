import Channels
import ChannelsHTTPAPI
import Foundation
import Logging
import NIOCore
import Testing

// A file with the names of SwiftNIO, and with types of its own that have usual names.

private struct Member { var name: String }
private struct Problem { var text: String }
private struct Gap { var width: Int }
private struct Timestamp { var seconds: Int }
private struct Binding { var key: String }
private enum JSON { case value(String) }

/// Names beside those of other libraries and of the app.
struct NameTests {
    /// SwiftNIO's.
    private func close(_ channel: any Channel) { channel.close(promise: nil) }
    /// SwiftNIO's.
    private func isEnd(_ event: ChannelEvent) -> Bool { event == .inputClosed }
    /// This library's.
    private func leave(_ channel: ChannelsClient.Channel) async { await channel.unsubscribe() }

    @Test("a file with the names of SwiftNIO and usual ones compiles")
    func usualNames() async throws {
        #expect(self.isEnd(.inputClosed))
        #expect(Member(name: "Ana").name == "Ana" && Problem(text: "p").text == "p")
        #expect(Gap(width: 1).width == 1 && Timestamp(seconds: 2).seconds == 2)
        #expect(Binding(key: "k").key == "k")
        if case .value(let text) = JSON.value("x") { #expect(text == "x") }
        let logger = Logger(label: "names")
        var options = ChannelsOptions(appKey: "key", host: .cluster("eu"))
        options.logger = logger
        let client = try ChannelsClient(options)
        await self.leave(try await client.subscribe("orders"))
        let name: ChannelName? = "orders"
        #expect(name == "orders" && name != "lunch")
        switch name {
        case "lunch": Issue.record("another name")
        case "orders": break
        default: Issue.record("no name")
        }
        let text = "orders"
        #expect(name?.text == text)
    }

    private struct Envelope: Codable, Equatable {
        var channel: ChannelName
        var event: EventName
        var user: UserID?
        var socket: SocketID?
    }

    @Test("names are read and written as strings, and checked")
    func coding() throws {
        let text = #"{"channel":"orders","event":"created","socket":"1.2","user":"ana"}"#
        let envelope = try JSONDecoder().decode(Envelope.self, from: Data(text.utf8))
        let socket = try #require(SocketID("1.2"))
        #expect(
            envelope
                == Envelope(channel: "orders", event: "created", user: "ana", socket: socket))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(envelope), as: UTF8.self) == text)
        let wrong = [
            #"{"channel":"bad name!","event":"e"}"#, #"{"channel":"a","event":""}"#,
            #"{"channel":"a","event":"e","user":""}"#, #"{"channel":"a","event":"e","socket":"1"}"#,
            #"{"channel":7,"event":"e"}"#,
        ]
        for text in wrong {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(Envelope.self, from: Data(text.utf8))
            }
        }
    }

    @Test("a name from a variable is checked when it is made")
    func variables() throws {
        let (empty, long) = ("", String(repeating: "x", count: 201))
        for text in [empty, long, "bad name!"] {
            #expect(throws: ChannelsError.self) { try ChannelName(text) }
        }
        for text in [empty, long] {
            let event = #expect(throws: ChannelsError.self) { try EventName(text) }
            #expect(event?.kind == .eventName)
            let user = #expect(throws: ChannelsError.self) { try UserID(text) }
            #expect(user?.kind == .userID)
        }
        #expect(try EventName("created".dropFirst()).text == "reated")
        #expect(try UserID("ana".prefix(2)).text == "an")
    }

    @Test("a name from a literal is checked before it is sent")
    func literals() async throws {
        let name: ChannelName = "bad name!"
        let client = try ChannelsClient(ChannelsOptions(appKey: "key", host: .cluster("eu")))
        await #expect(throws: ChannelsError.self) { try await client.subscribe(name) }
        await #expect(throws: ChannelsError.self) { try await client.subscribe("bad name!") }
        var options = ChannelsAPIOptions(
            appID: "1", appKey: "key", secret: AppSecret("s"), host: .host("127.0.0.1"), port: 1)
        options.route.proxy = .none
        let api = try ChannelsAPI(options)
        for call: @Sendable () async throws -> Void in [
            { try await api.trigger("created", on: name, data: "x") },
            { try await api.trigger("", on: "orders", data: "x") },
            { try await api.send("note", to: "", data: "x") },
            { _ = try await api.channel(name) },
        ] {
            let error = await #expect(throws: ChannelsAPIError.self) { try await call() }
            #expect(error?.kind == .invalidRequest)
        }
    }

    @Test("secrets are printed neither in a sentence nor by dump")
    func secrets() {
        let secret = AppSecret("s3cr3t")
        var options = ChannelsOptions(
            appKey: "key", host: .cluster("eu"),
            authMethod: .endpoint(
                AuthEndpoint(url: "https://a.example/auth", headers: ["Authorization": "s3cr3t"])))
        options.headers = ["X-Token": "s3cr3t"]
        options.route.proxy = .url("http://ana:s3cr3t@proxy.example:1")
        var text = "\(secret) \(options.headers) \(options.route.proxy) \([secret])"
        debugPrint(secret, options.authMethod, options.headers, to: &text)
        dump(secret, to: &text)
        dump(options.authMethod, to: &text)
        dump(options.headers, to: &text)
        dump(options.route.proxy, to: &text)
        #expect(!text.contains("s3cr3t"))
        #expect(text.contains("Authorization"))
    }
}
