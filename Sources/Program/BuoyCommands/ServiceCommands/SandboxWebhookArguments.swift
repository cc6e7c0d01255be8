import ArgumentParser
import BuoyServers

struct SandboxWebhookArguments: ParsableArguments {
    @Option(
        name: .customLong("webhook-url"),
        help: ArgumentHelp(
            """
            Send webhooks to this URL; may be repeated. After a #, list the kinds to send: \
            http://127.0.0.1:6020/#member_added,member_removed.
            """, valueName: "url"))
    var urls: [String] = []

    func validate() throws { _ = try self.targets() }

    func apply(to application: inout SandboxApplication) throws {
        application.webhooks = try self.targets()
    }

    private func targets() throws -> [WebhookTarget] {
        try self.urls.map { url in try WebhookTarget.checked(url, place: "--webhook-url") }
    }
}
