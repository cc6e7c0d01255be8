import ChannelsProtocol
import ChannelsWebhooks
import Testing

@testable import BuoyServers

/// Talks to an outbox, at times in seconds.
struct OutboxDialogue {
    var outbox: WebhookOutbox

    init(_ change: (inout WebhookOptions) -> Void = { _ in }) {
        var options = WebhookOptions()
        change(&options)
        self.outbox = WebhookOutbox(options: options)
    }

    mutating func happened(
        _ event: WebhookEvent, at seconds: Double
    ) -> WebhookOutbox.Fate {
        self.outbox.happened(event, at: .seconds(seconds))
    }

    /// The events that are sent at this time, and their number.
    mutating func sent(at seconds: Double) throws -> (number: Int, events: [WebhookEvent]) {
        let next = self.next(at: seconds)
        guard case .send(let delivery) = next else { throw NothingSent(next: next) }
        return (delivery.number, delivery.webhook.events)
    }

    mutating func next(at seconds: Double) -> WebhookOutbox.Step {
        self.outbox.next(at: .seconds(seconds), milliseconds: Int64(seconds * 1000))
    }

    mutating func answered(
        _ number: Int, _ status: Int, at seconds: Double
    ) -> WebhookOutbox.Outcome {
        self.outbox.answered(number, .status(status), at: .seconds(seconds))
    }
}

struct NothingSent: Error {
    var next: WebhookOutbox.Step
}

@Suite("What an app sends to a receiver of webhooks")
struct WebhookOutboxTests {
    private static let a = "a".channelName
    private static let room = "presence-room".channelName

    @Test("an event is sent at once, the next ones together after the answer, in order")
    func order() throws {
        var dialogue = OutboxDialogue()
        #expect(dialogue.next(at: 0) == .idle)
        #expect(dialogue.happened(.channelOccupied(Self.a), at: 1) == .waiting)
        let first = try dialogue.sent(at: 1)
        #expect(first.events == [.channelOccupied(Self.a)])
        #expect(dialogue.happened(.subscriptionCount(Self.a, 2), at: 1.1) == .waiting)
        #expect(dialogue.happened(.cacheMiss(Self.a), at: 1.2) == .waiting)
        #expect(dialogue.next(at: 1.2) == .idle)
        #expect(dialogue.answered(first.number, 200, at: 1.3) == .delivered)
        let rest = try dialogue.sent(at: 1.3)
        #expect(rest.events == [.subscriptionCount(Self.a, 2), .cacheMiss(Self.a)])
    }

    @Test("a batch has at most its limit, and waits for its time")
    func batches() throws {
        var dialogue = OutboxDialogue {
            $0.batchLimit = 2
            $0.batchTime = .seconds(5)
        }
        _ = dialogue.happened(.subscriptionCount(Self.a, 1), at: 0)
        #expect(dialogue.next(at: 1) == .wait(until: .seconds(5)))
        _ = dialogue.happened(.subscriptionCount(Self.a, 2), at: 2)
        _ = dialogue.happened(.subscriptionCount(Self.a, 3), at: 2)
        let batch = try dialogue.sent(at: 2)
        #expect(batch.events.count == 2)
        #expect(dialogue.answered(batch.number, 204, at: 2) == .delivered)
        #expect(dialogue.next(at: 3) == .wait(until: .seconds(7)))
        let last = try dialogue.sent(at: 7)
        #expect(last.events == [.subscriptionCount(Self.a, 3)])
    }

    @Test("who comes back within three seconds never left")
    func suppression() {
        var dialogue = OutboxDialogue()
        #expect(dialogue.happened(.memberRemoved(Self.room, "ana"), at: 0) == .held)
        #expect(dialogue.happened(.channelVacated(Self.room), at: 0) == .held)
        #expect(dialogue.next(at: 1) == .wait(until: .seconds(3)))
        #expect(dialogue.happened(.channelOccupied(Self.room), at: 2.9) == .suppressed)
        #expect(dialogue.happened(.memberAdded(Self.room, "ana"), at: 2.9) == .suppressed)
        #expect(dialogue.next(at: 10) == .idle)
    }

    @Test("another user or channel suppresses nothing, and after three seconds it is too late")
    func noSuppression() throws {
        var dialogue = OutboxDialogue()
        _ = dialogue.happened(.memberRemoved(Self.room, "ana"), at: 0)
        #expect(dialogue.happened(.memberAdded(Self.room, "bo"), at: 1) == .waiting)
        let first = try dialogue.sent(at: 1)
        #expect(first.events == [.memberAdded(Self.room, "bo")])
        _ = dialogue.answered(first.number, 200, at: 1)
        #expect(dialogue.happened(.memberAdded(Self.room, "ana"), at: 3) == .waiting)
        let rest = try dialogue.sent(at: 3)
        #expect(rest.events == [.memberRemoved(Self.room, "ana"), .memberAdded(Self.room, "ana")])
    }

    @Test("what is not wanted is not sent, but still suppresses")
    func kinds() {
        var dialogue = OutboxDialogue { $0.kinds = [.channelVacated] }
        #expect(dialogue.happened(.cacheMiss(Self.a), at: 0) == .unwanted)
        #expect(dialogue.happened(.channelOccupied(Self.a), at: 0) == .unwanted)
        #expect(dialogue.happened(.channelVacated(Self.a), at: 1) == .held)
        #expect(dialogue.happened(.channelOccupied(Self.a), at: 2) == .suppressed)
        #expect(dialogue.next(at: 9) == .idle)
        var other = OutboxDialogue { $0.kinds = [.channelOccupied] }
        #expect(other.happened(.channelVacated(Self.a), at: 0) == .held)
        #expect(other.next(at: 3) == .idle)
    }

    @Test("a webhook that is refused is sent again, later and later, for five minutes")
    func retries() throws {
        var dialogue = OutboxDialogue()
        _ = dialogue.happened(.cacheMiss(Self.a), at: 0)
        guard case .send(let first) = dialogue.next(at: 0) else {
            Issue.record("nothing sent")
            return
        }
        _ = dialogue.happened(.cacheMiss(Self.room), at: 0)
        var now = Duration.zero
        var delays: [Duration] = []
        while case .retrying(let delay) = dialogue.outbox.answered(
            first.number, delays.count.isMultiple(of: 2) ? .status(500) : .none("cut"), at: now)
        {
            delays.append(delay)
            #expect(dialogue.outbox.next(at: now, milliseconds: 0) == .wait(until: now + delay))
            now += delay
            guard case .send(let again) = dialogue.outbox.next(at: now, milliseconds: 99) else {
                Issue.record("nothing sent")
                return
            }
            #expect(again.webhook == first.webhook)
            #expect(again.attempt == delays.count + 1)
        }
        #expect(delays == [1, 2, 4, 8, 16, 32, 60, 60, 60].map(Duration.seconds))
        #expect(dialogue.outbox.count == 1)
        let last = try dialogue.sent(at: 400)
        #expect(last.events == [.cacheMiss(Self.room)])
    }

    @Test("only 2xx is an acceptance", arguments: [199, 300, 302, 400, 401, 410, 500])
    func statuses(status: Int) throws {
        var dialogue = OutboxDialogue()
        _ = dialogue.happened(.cacheMiss(Self.a), at: 0)
        let batch = try dialogue.sent(at: 0)
        #expect(dialogue.answered(batch.number, status, at: 0) == .retrying(.seconds(1)))
    }

    @Test("an answer to something else changes nothing")
    func strangers() throws {
        var dialogue = OutboxDialogue()
        #expect(dialogue.answered(1, 200, at: 0) == .unknown)
        _ = dialogue.happened(.cacheMiss(Self.a), at: 0)
        let batch = try dialogue.sent(at: 0)
        #expect(dialogue.answered(batch.number + 1, 200, at: 0) == .unknown)
        _ = dialogue.answered(batch.number, 500, at: 0)
        #expect(dialogue.answered(batch.number, 200, at: 0.5) == .unknown)
        #expect(dialogue.outbox.count == 1)
    }

    @Test("a receiver that is down does not fill the memory")
    func capacity() throws {
        var dialogue = OutboxDialogue { $0.capacity = 3 }
        _ = dialogue.happened(.cacheMiss(Self.a), at: 0)
        _ = try dialogue.sent(at: 0)
        #expect(dialogue.happened(.channelVacated(Self.a), at: 0) == .held)
        #expect(dialogue.happened(.cacheMiss(Self.a), at: 0) == .waiting)
        #expect(dialogue.happened(.cacheMiss(Self.a), at: 0) == .dropped)
        #expect(dialogue.outbox.count == 3)
    }
}
