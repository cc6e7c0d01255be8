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
        let name: ChannelName? = try ChannelName("orders")
        #expect(name == "orders" && name != "lunch")
        let text = "orders"
        switch name {
        case "lunch": Issue.record("another name")
        case text: break
        default: Issue.record("no name")
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
