import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport
import ChannelsWebhooks

/// Sends the webhooks of an app to one receiver: it carries out what a `WebhookOutbox` decides.
actor WebhookSender {
    /// Oldest first. Beyond a thousand, unread reports are dropped. Ends with `run()`.
    nonisolated let reports: AsyncStream<WebhookReport>
    private let reporting: AsyncStream<WebhookReport>.Continuation
    private let target: WebhookTarget
    private let carrier: WebhookCarrier
    private let key: String
    private let secret: AppSecret
    private let clock: any TimeSource
    private let start: ChannelsTimestamp
    private var outbox: WebhookOutbox
    private let incoming = AsyncStream.makeStream(of: [WebhookEvent].self)
    private let wakeups = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private var alarm: Duration?

    /// - Parameter options: its kinds are replaced by those of the target.
    init(
        to target: WebhookTarget, key: String, secret: AppSecret,
        options: WebhookOptions = WebhookOptions(),
        requester: any HTTPRequester = NIOHTTPRequester(), clock: any TimeSource = SystemTime()
    ) {
        var options = options
        options.kinds = target.kinds
        self.target = target
        self.carrier = WebhookCarrier(to: target, requester: requester)
        self.key = key
        self.secret = secret
        self.clock = clock
        self.start = clock.now()
        self.outbox = WebhookOutbox(options: options)
        (self.reports, self.reporting) = AsyncStream.makeStream(
            bufferingPolicy: .bufferingNewest(1000))
    }

    /// Queues events of the app, in the order of the calls. They are sent while `run()` runs.
    nonisolated func post(_ events: [WebhookEvent]) {
        self.incoming.continuation.yield(events)
    }

    private func happened(_ events: [WebhookEvent]) {
        let now = self.uptime
        let lost = events.count { self.outbox.happened($0, at: now) == .dropped }
        if lost > 0 { self.report(.dropped(lost)) }
        self.wakeups.continuation.yield()
    }

    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask {
                for await events in self.incoming.stream { await self.happened(events) }
            }
            for await _ in self.wakeups.stream {
                if let time = await self.sendAll() { self.setAlarm(time, in: &group) }
            }
            group.cancelAll()
        }
        self.reporting.finish()
    }

    private var uptime: Duration { self.clock.now().duration(since: self.start) }

    private func sendAll() async -> Duration? {
        while !Task.isCancelled {
            let milliseconds = self.clock.now().wallMicroseconds / 1000
            switch self.outbox.next(at: self.uptime, milliseconds: milliseconds) {
            case .send(let delivery): await self.send(delivery)
            case .wait(let time): return time
            case .idle: return nil
            }
        }
        return nil
    }

    private func send(_ delivery: WebhookDelivery) async {
        let answer: WebhookOutbox.Answer
        do throws(WebhookError) {
            let signed = try SignedWebhook(
                signing: delivery.webhook.body, key: self.key, secret: self.secret)
            answer = await self.carrier.carry(signed)
        } catch {
            answer = .none(error.description)
        }
        guard !Task.isCancelled else { return }
        let outcome = self.outbox.answered(delivery.number, answer, at: self.uptime)
        self.report(.answered(delivery, answer, outcome))
    }

    private func setAlarm(_ time: Duration, in group: inout DiscardingTaskGroup) {
        if let alarm = self.alarm, alarm <= time { return }
        self.alarm = time
        let moment = self.start.advanced(by: time)
        group.addTask {
            guard (try? await self.clock.sleep(until: moment)) != nil else { return }
            await self.rang(time)
        }
    }

    private func rang(_ time: Duration) {
        if self.alarm == time { self.alarm = nil }
        self.wakeups.continuation.yield()
    }

    private func report(_ kind: WebhookReport.Kind) {
        self.reporting.yield(WebhookReport(url: self.target.url, kind: kind))
    }
}

package struct WebhookReport: Hashable, Sendable {
    var url: String
    var kind: Kind

    enum Kind: Hashable, Sendable {
        case answered(WebhookDelivery, WebhookOutbox.Answer, WebhookOutbox.Outcome)
        case dropped(Int)
    }

    package var isUnremarkable: Bool {
        guard case .answered(let delivery, _, .delivered) = self.kind else { return false }
        return delivery.attempt == 1
    }

    /// May contain text of the receiver.
    package var text: String {
        switch self.kind {
        case .dropped(let count):
            return "webhooks to \(self.url): \(count) lost, because too many are waiting"
        case .answered(let delivery, let answer, let outcome):
            let number = "webhook \(delivery.number) to \(self.url)"
            let said =
                switch answer {
                case .status(let status): "answered \(status)"
                case .none(let reason):
                    "not answered: \(reason.hasSuffix(".") ? String(reason.dropLast()) : reason)"
                }
            switch outcome {
            case .delivered: return "\(number): delivered with attempt \(delivery.attempt)"
            case .retrying(let delay):
                return "\(number): \(said); again in \(delay.components.seconds)s"
            case .gaveUp, .unknown:
                return "\(number): \(said); gave up after \(delivery.attempt) attempts"
            }
        }
    }
}
