package import BuoyServers
import ChannelsProtocol

/// The events of the webhooks that arrive during a run, for the cases that wait for them.
package actor WebhookBoard {
    private var events: [String] = []
    private var waiters: [Inbox<String>] = []

    package init() {}

    package func listen(to receiver: WebhookReceiver) async {
        for await received in receiver.deliveries {
            guard case .success = received.verdict,
                let body = try? JSONValue(parsing: received.raw.body)
            else { continue }
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
