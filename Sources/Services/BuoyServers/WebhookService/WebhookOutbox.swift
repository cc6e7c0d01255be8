import ChannelsProtocol
import ChannelsWebhooks

/// Decides what is sent to one receiver of webhooks, and when: the service's side of webhooks,
/// without its sockets.
///
/// ```
///            vacated, removed                      3 s later
/// happened ───────────────────▶ held back ───────────────────┐
///     │                            │ back again: dropped both ▼
///     └────────────────────────────┴──────────────────▶ waiting ──▶ one batch on its way
///                                                          ▲            │ no 2xx: again, later
///                                                          └── next ◀───┘ 2xx, or too late
/// ```
/// Batches are sent one after the other, so that a receiver sees the order. Times are durations on
/// any clock that does not go back. The rules are those of Pusher's page "Webhooks"; the growth of
/// the delays of the hosted service is not known.
package struct WebhookOutbox: Sendable {
    private let options: WebhookOptions
    private var held: [Waiting] = []
    private var waiting: [Waiting] = []
    private var batch: Batch?
    private var lastNumber = 0

    private struct Waiting: Sendable {
        var event: WebhookEvent
        /// When it is due, if it is held back; otherwise since when it waits.
        var time: Duration
    }

    private struct Batch: Sendable {
        var delivery: WebhookDelivery
        var start: Duration
        /// When it is sent again; `nil` while it is on its way.
        var retry: Duration?
    }

    init(options: WebhookOptions = WebhookOptions()) { self.options = options }

    var count: Int {
        self.held.count + self.waiting.count + (self.batch?.delivery.webhook.events.count ?? 0)
    }

    // MARK: Reports

    enum Fate: Hashable, Sendable {
        case waiting
        case held
        /// It undid an event that was held back: neither is sent.
        case suppressed
        case unwanted
        case dropped
    }

    mutating func happened(_ event: WebhookEvent, at now: Duration) -> Fate {
        self.release(at: now)
        if let end = event.opposite,
            let index = self.held.firstIndex(where: { $0.event == end })
        {
            self.held.remove(at: index)
            return .suppressed
        }
        // Unwanted events are held back too: they may suppress one that is wanted.
        let isHeld = event.isHeldBack && self.options.holdTime > .zero
        guard isHeld || self.isWanted(event) else { return .unwanted }
        guard self.count < self.options.capacity else { return .dropped }
        if isHeld {
            self.held.append(Waiting(event: event, time: now + self.options.holdTime))
            return .held
        }
        self.waiting.append(Waiting(event: event, time: now))
        return .waiting
    }

    package enum Answer: Hashable, Sendable {
        case status(Int)
        case none(String)

        package var isAccepted: Bool {
            if case .status(let status) = self { (200...299).contains(status) } else { false }
        }
    }

    enum Outcome: Hashable, Sendable {
        case delivered
        case retrying(Duration)
        case gaveUp
        /// The response belongs to no batch that is on its way.
        case unknown
    }

    mutating func answered(
        _ number: Int, _ answer: Answer, at now: Duration
    ) -> Outcome {
        guard let batch = self.batch, batch.retry == nil, batch.delivery.number == number else {
            return .unknown
        }
        guard !answer.isAccepted else {
            self.batch = nil
            return .delivered
        }
        let delay = self.options.delay(after: batch.delivery.attempt)
        guard now + delay - batch.start <= self.options.retryTime else {
            self.batch = nil
            return .gaveUp
        }
        self.batch?.retry = now + delay
        return .retrying(delay)
    }

    // MARK: Asking

    enum Step: Hashable, Sendable {
        case send(WebhookDelivery)
        /// Ask again at this time, or when something has happened.
        case wait(until: Duration)
        case idle
    }

    /// The response to everything that is sent must be reported.
    ///
    /// - Parameter milliseconds: the wall clock, in milliseconds since 1970.
    mutating func next(at now: Duration, milliseconds: Int64) -> Step {
        self.release(at: now)
        guard self.batch == nil else { return self.retry(at: now) }
        guard let oldest = self.waiting.first else {
            return self.held.first.map { .wait(until: $0.time) } ?? .idle
        }
        let due = oldest.time + self.options.batchTime
        guard self.waiting.count >= self.options.batchLimit || due <= now else {
            return .wait(until: self.held.first.map { min(due, $0.time) } ?? due)
        }
        let events = self.waiting.prefix(self.options.batchLimit).map(\.event)
        self.waiting.removeFirst(events.count)
        self.lastNumber += 1
        let delivery = WebhookDelivery(
            number: self.lastNumber, attempt: 1,
            webhook: Webhook(milliseconds: milliseconds, events: events))
        self.batch = Batch(delivery: delivery, start: now)
        return .send(delivery)
    }

    private mutating func retry(at now: Duration) -> Step {
        guard let batch = self.batch, let time = batch.retry else { return .idle }
        guard time <= now else { return .wait(until: time) }
        self.batch?.retry = nil
        self.batch?.delivery.attempt += 1
        return .send(self.batch?.delivery ?? batch.delivery)
    }

    private mutating func release(at now: Duration) {
        let due = self.held.prefix { $0.time <= now }
        guard !due.isEmpty else { return }
        self.waiting += due.filter { self.isWanted($0.event) }
        self.held.removeFirst(due.count)
    }

    private func isWanted(_ event: WebhookEvent) -> Bool {
        event.kind.map(self.options.kinds.contains) ?? true
    }
}

struct WebhookDelivery: Hashable, Sendable {
    /// Counts the webhooks of an outbox, from 1. A repetition has the same number.
    var number: Int
    var attempt: Int
    /// The request. A repetition has the same time, and so the same body and signature.
    var webhook: Webhook
}

extension WebhookEvent {
    fileprivate var isHeldBack: Bool {
        switch self {
        case .channelVacated, .memberRemoved: true
        case .channelOccupied, .memberAdded, .clientEvent, .cacheMiss, .subscriptionCount,
            .unknown:
            false
        }
    }

    /// The event that this one undoes, if that was held back.
    fileprivate var opposite: WebhookEvent? {
        switch self {
        case .channelOccupied(let channel): .channelVacated(channel)
        case .memberAdded(let channel, let user): .memberRemoved(channel, user)
        case .channelVacated, .memberRemoved, .clientEvent, .cacheMiss, .subscriptionCount,
            .unknown:
            nil
        }
    }
}
