import BuoyDashboard
import BuoyDashboardRuntime
import BuoyProgramSupport
import BuoyServers
import ChannelsEventWords
import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport
import ChannelsWebhooks

struct WebhookFeed: RunningService, StoppableService {
    private let receiver: WebhookReceiver
    let url: String

    init(
        port: Int, key: String, secret: AppSecret, allowedHosts: [String]
    ) async throws {
        let receiver = WebhookReceiver(
            verifier: WebhookVerifier(keys: [key: secret]),
            gate: WebPageGate(address: "127.0.0.1", allowedHosts: allowedHosts))
        do throws(TransportError) {
            let port = try await receiver.start(address: "127.0.0.1", port: port)
            self.url = "http://127.0.0.1:\(port)/"
        } catch {
            throw ProgramFailure(.failed, "Cannot receive webhooks: \(error.description)")
        }
        self.receiver = receiver
    }

    func stop() async { await self.receiver.stop() }

    /// Hands over what arrived at most once in a frame, because there may be thousands in a second.
    func run(_ shown: any ShownDashboard) async {
        let start = LogNote(
            at: await shown.now, "webhooks", .neutral,
            text: "receiving webhooks at \(self.url)")
        await shown.handle(.service(.notes([start])))
        let pending = PendingNotes()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await received in self.receiver.deliveries { await pending.add(received) }
            }
            group.addTask {
                for await refusal in self.receiver.refusals {
                    let note = LogNote(
                        at: SystemTime().now(), "webhooks", .warning,
                        text: "a request was refused: \(refusal)")
                    await pending.add(note)
                }
            }
            group.addTask {
                while (try? await Task.sleep(for: .milliseconds(33))) != nil {
                    let notes = await pending.take()
                    if !notes.isEmpty { await shown.handle(.service(.notes(notes))) }
                }
            }
        }
    }
}

private actor PendingNotes {
    private var notes: [LogNote] = []
    private var last = 0

    private static let limit = 1000
    private var left = 0

    func add(_ received: ReceivedWebhook) {
        self.left += received.number - self.last - 1
        self.last = received.number
        if self.notes.count >= Self.limit {
            self.notes.removeFirst(Self.limit / 2)
            self.left += Self.limit / 2
        }
        self.notes.append(LogNote(received))
    }

    /// A note that is no webhook; left out while there are many.
    func add(_ note: LogNote) {
        if self.notes.count < Self.limit { self.notes.append(note) }
    }

    func take() -> [LogNote] {
        defer { (self.notes, self.left) = ([], 0) }
        guard self.left > 0, let first = self.notes.first else { return self.notes }
        let gap = LogNote(
            at: first.time, "webhooks", .warning,
            text: "\(self.left) webhooks skipped: they arrived too fast to show")
        return [gap] + self.notes
    }
}

extension LogNote {
    /// A webhook: one row, whatever the number of its events.
    init(_ received: ReceivedWebhook) {
        var facts = [Fact("number", "\(received.number)")]
        if let key = received.raw.key { facts.append(Fact("key", key)) }
        facts.append(Fact("size", "\(received.raw.body.count) bytes"))
        let body = EventData(
            String(decoding: received.raw.body.prefix(Self.bodyLimit), as: UTF8.self))
        switch received.verdict {
        case .failure(let error):
            facts.append(Fact("refused", error.check))
            self.init(
                at: received.time, "webhook", .bad,
                text: "webhook refused (\(error.check)): \(error.description)",
                facts: facts, body: body)
        case .success(let webhook):
            facts.append(Fact("verified", "yes"))
            let shown = webhook.events.prefix(Self.shownEvents).map(\.description)
            let rest = webhook.events.count - shown.count
            let events = webhook.events.isEmpty ? "no events" : shown.joined(separator: "; ")
            self.init(
                at: received.time, "webhook", .good,
                text: "webhook \(events)" + (rest > 0 ? "; \(rest) more" : ""), facts: facts,
                body: body)
        }
    }

    private static let shownEvents = 10
    private static let bodyLimit = 64 << 10
}
