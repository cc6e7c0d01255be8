import ChannelsProtocol
import ChannelsPushProtocol

@testable import ChannelsPushNotifications

/// A conversation with an outbox, whose time stands still unless a test moves it.
struct OutboxDialogue {
    var outbox: PushOutbox
    var now = ChannelsTimestamp.zero
    /// The random number of every back-off: the longest delay.
    var chance = 1.0

    init(_ state: PushState = PushState(endpoint: "http://push.test", appKey: "key")) {
        self.outbox = PushOutbox(state)
    }

    /// A device that is registered, with interests that the server confirmed.
    static func registered(_ interests: String...) throws -> OutboxDialogue {
        var dialogue = OutboxDialogue()
        dialogue.outbox.use(try .sample())
        try dialogue.answer(201, id: "7")
        for interest in interests { try dialogue.subscribe(interest) }
        for _ in interests { try dialogue.answer(200) }
        return dialogue
    }

    mutating func subscribe(_ name: String) throws {
        try self.outbox.subscribe(to: InterestName(name))
    }

    mutating func unsubscribe(_ name: String) throws {
        self.outbox.unsubscribe(from: try InterestName(name))
    }

    /// What is due now: `POST /v1/clients`, `wait 2.0`, `rest`.
    mutating func due() -> String {
        switch self.outbox.due(at: self.now) {
        case .send(let call): "\(call.method) \(call.path)"
        case .wait(let until): "wait \(until.duration(since: self.now).inSeconds)"
        case .rest: "rest"
        }
    }

    /// The request under way, sent now if none is.
    mutating func call() throws -> PushCall {
        _ = self.outbox.due(at: self.now)
        guard case .sending(let call) = self.outbox.phase else { throw NothingUnderWay() }
        return call
    }

    /// Sends what is due, if nothing is under way, and answers it.
    mutating func answer(_ status: Int, id: String? = nil, retryAfter: Duration? = nil) throws {
        let answer = PushAnswer(status: status, retryAfter: retryAfter, clientID: id)
        try self.finish(.answered(answer))
    }

    /// The same, and nobody answers.
    mutating func fail(_ text: String = "The port is closed") throws {
        try self.finish(.failed(text))
    }

    private mutating func finish(_ outcome: PushOutcome) throws {
        let call = try self.call()
        self.outbox.finished(call, outcome, at: self.now, chance: self.chance)
    }

    /// The outbox of a program that was killed now and started again.
    func restarted() throws -> OutboxDialogue {
        var dialogue = OutboxDialogue(try PushState(text: Array(self.outbox.state.text.utf8)))
        dialogue.now = self.now
        return dialogue
    }

    /// What waits, in order: `subscribe a`.
    var entries: [String] {
        self.outbox.state.entries.map { entry in
            let kind = entry.operation.kind.rawValue
            return entry.operation.interest.map { "\(kind) \($0.text)" } ?? kind
        }
    }

    var requested: [String] { self.outbox.state.requested.map(\.text) }
    var registered: [String] { self.outbox.state.registered.map(\.text) }

    struct NothingUnderWay: Error {}
}

extension PushCredentials {
    /// A device; the token is as long as one of APNs.
    static func sample(_ start: String = "00fc13ad") throws -> PushCredentials {
        PushCredentials(
            platform: .apns, token: try PushToken(start + String(repeating: "5", count: 56)))
    }
}
