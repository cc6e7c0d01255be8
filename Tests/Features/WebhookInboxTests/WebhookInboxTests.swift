import ArgumentParser
import BuoyDashboardRuntime
import BuoyServers
import BuoyTestBasics
import ChannelsSigning
import Testing

@testable import BuoyWebhookInbox

@Suite("The receiver of webhooks beside a dashboard", .inTurn)
struct WebhookInboxTests {
    private static func server(
        _ arguments: [String], secret: String? = "secret", sandbox: SandboxOptions? = nil
    ) throws -> ComingServer {
        ComingServer(
            appKey: "key", appSecret: secret.map { AppSecret($0) }, sandbox: sandbox,
            arguments: [try WebhookInboxArguments.parse(arguments)])
    }

    @Test("the sandbox is told where they are received before it starts")
    func sandbox() async throws {
        var server = try Self.server(["--webhooks", "0"], sandbox: SandboxOptions())
        let service = try #require(
            try await WebhookInbox.service(before: &server) as? WebhookFeed)
        let urls = server.sandbox?.main.webhooks.map(\.url) ?? []
        #expect(urls.count == 1)
        #expect(try #require(urls.first).wholeMatch(of: /http:\/\/127\.0\.0\.1:[1-9]\d*\//) != nil)
        await service.stop()
    }

    @Test("another server is left as it is, and needs the secret that verifies them")
    func otherServer() async throws {
        var server = try Self.server(["--webhooks", "0"])
        let service = try #require(
            try await WebhookInbox.service(before: &server) as? WebhookFeed)
        #expect(server.sandbox == nil)
        await service.stop()
        var unknown = try Self.server(["--webhooks", "0"], secret: nil)
        let error = await #expect(throws: ValidationError.self) {
            try await WebhookInbox.service(before: &unknown)
        }
        #expect(error?.message.hasPrefix("--webhooks requires the app's secret") == true)
    }

    @Test("without the option nothing is received")
    func nothing() async throws {
        var server = try Self.server([], sandbox: SandboxOptions())
        #expect(try await WebhookInbox.service(before: &server) == nil)
        #expect(server.sandbox?.main.webhooks == [])
    }

    @Test("a port that is none is refused", arguments: ["-1", "65536", "x"])
    func port(_ text: String) {
        #expect(throws: (any Error).self) {
            try WebhookInboxArguments.parse(["--webhooks=\(text)"])
        }
    }

    @Test("several servers at once cannot use the port")
    func severalServers() throws {
        try WebhookInboxArguments.parse([]).requireOneServer()
        #expect(throws: ValidationError.self) {
            try WebhookInboxArguments.parse(["--webhooks", "0"]).requireOneServer()
        }
    }

    @Test(
        "webhooks are received or sent again, not both",
        arguments: [
            ["--as-saved"], ["--replay", "x", "--save", "y"],
            ["--replay", "x", "--forward", "y"], ["--forward", "ftp://x"], ["--max-age", "-1"],
            ["--secret", "x"],
        ])
    func webhooks(arguments: [String]) {
        #expect(throws: (any Error).self) { try WebhooksCommand.parse(arguments) }
    }
}
