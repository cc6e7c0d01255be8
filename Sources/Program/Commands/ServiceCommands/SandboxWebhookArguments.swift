import ArgumentParser
import Servers

/// The webhooks of the sandbox, as arguments.
struct SandboxWebhookArguments: ParsableArguments {
    @Option(
        name: .customLong("webhook-url"),
        help: ArgumentHelp(
            """
            Send webhooks to this URL; may be repeated. Behind a # it may list the kinds: \
            http://127.0.0.1:6020/#member_added,member_removed.
            """, valueName: "url"))
    var urls: [String] = []

    @Option(
        name: .customLong("webhook-batch"),
        help: ArgumentHelp(
            "The maximum number of events of one webhook (10).", valueName: "number"))
    var batchLimit: Int?

    @Option(
        name: .customLong("webhook-batch-ms"),
        help: ArgumentHelp(
            "Let an event wait this long for others of the same webhook (0).",
            valueName: "milliseconds"))
    var batchMilliseconds: Int?

    func validate() throws {
        guard (1...1000).contains(self.batchLimit ?? 1) else {
            throw ValidationError("--webhook-batch must be between 1 and 1000.")
        }
        guard (0...60_000).contains(self.batchMilliseconds ?? 0) else {
            throw ValidationError("--webhook-batch-ms must be between 0 and 60000.")
        }
        _ = try self.targets()
    }

    /// Sets what was given.
    ///
    /// - Throws: `ValidationError` if a URL cannot be used.
    func apply(to application: inout SandboxApplication) throws {
        application.webhooks = try self.targets()
        if let limit = self.batchLimit { application.webhookOptions.batchLimit = limit }
        if let time = self.batchMilliseconds {
            application.webhookOptions.batchTime = .milliseconds(time)
        }
    }

    private func targets() throws -> [WebhookTarget] {
        try self.urls.map { url in try WebhookTarget.checked(url, place: "--webhook-url") }
    }
}
