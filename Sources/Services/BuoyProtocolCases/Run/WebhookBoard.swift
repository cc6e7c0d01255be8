package import BuoyServers
import ChannelsEventWords
import ChannelsProtocol
import ChannelsWebhooks

/// The events of the webhooks that arrive during a run, for the cases that wait for them.
package actor WebhookBoard {
    private var events: [String] = []
    private var waiters: [Inbox<String>] = []
    private var refused = 0

    package init() {}

    package func listen(to receiver: WebhookReceiver) async {
        for await received in receiver.deliveries {
            guard received.verdict.isSigned,
                let body = try? JSONValue(parsing: received.raw.body)
            else {
                self.refused += 1
                continue
            }
            let time = JSONValue.Object.Member(key: "time_ms", value: body["time_ms"] ?? .null)
            for event in body["events"]?.arrayValue ?? [] {
                let members = (event.objectValue?.members ?? []) + [time]
                await self.add(JSONValue.object(JSONValue.Object(members)).compactText)
            }
        }
    }

    private func add(_ event: String) async {
        self.events.append(event)
        for waiter in self.waiters { await waiter.put(event) }
    }

    /// Why no webhook matches: the newest with the same name and channel says most.
    func missing(_ pattern: MessagePattern) -> String {
        let wanted = JSONValue.parse(pattern.text)
        let like = self.events.last { text in
            let event = JSONValue.parse(text)
            return event?["name"] == wanted?["name"] && event?["channel"] == wanted?["channel"]
        }
        if let like { return "received \(Stage.excerpt(like))" }
        let others = Figures.counted(self.refused, "other")
        return "no such webhook arrived"
            + (self.refused > 0 ? "; \(others) had a wrong signature" : "")
    }

    func wait(
        for pattern: MessagePattern, until deadline: ContinuousClock.Instant
    ) async -> Bool {
        if self.events.contains(where: pattern.matches) { return true }
        let inbox = Inbox<String>()
        self.waiters.append(inbox)
        defer { self.waiters.removeAll { $0 === inbox } }
        while let event = await inbox.next(before: deadline) {
            if pattern.matches(event) { return true }
        }
        return false
    }
}

extension Result where Success == Webhook, Failure == WebhookError {
    /// Whether it comes from the service, whatever it contains.
    fileprivate var isSigned: Bool {
        switch self {
        case .success, .failure(.malformedBody), .failure(.tooOld): true
        default: false
        }
    }
}
