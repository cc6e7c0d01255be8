import ArgumentParser
import BuoyProgramSupport
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

    @Option(
        name: .customLong("webhook-batch"),
        help: ArgumentHelp(
            "The maximum number of events per webhook (default: 10).", valueName: "number"))
    var batchLimit: Int?

    @Option(
        name: .customLong("webhook-batch-time"),
        help: ArgumentHelp(
            "Hold an event this long to send it with others (default: 0s).", valueName: "time"))
    var batchTime: String?

    func validate() throws {
        guard (1...1000).contains(self.batchLimit ?? 1) else {
            throw ValidationError("--webhook-batch must be between 1 and 1000.")
        }
        _ = try self.parsedBatchTime()
        _ = try self.targets()
    }

    func apply(to application: inout SandboxApplication) throws {
        application.webhooks = try self.targets()
        if let limit = self.batchLimit { application.webhookOptions.batchLimit = limit }
        if let time = try self.parsedBatchTime() { application.webhookOptions.batchTime = time }
    }

    private func parsedBatchTime() throws -> Duration? {
        try TypedTime.duration(
            self.batchTime, "--webhook-batch-time", in: .zero ... .seconds(60))
    }

    private func targets() throws -> [WebhookTarget] {
        try self.urls.map { url in try WebhookTarget.checked(url, place: "--webhook-url") }
    }
}
