import BuoyTestBasics
import ChannelsProtocol
import ChannelsPushProtocol
import Testing

@testable import ChannelsPushNotifications

/// A service that loses requests, answers and clients, and refuses for a while.
private struct MoodyService {
    private(set) var clients: [String: (credentials: PushCredentials?, interests: Set<String>)] =
        [:]
    private(set) var registrations = 0
    /// Whether it works without failures.
    var isReliable = false
    /// Whether the end of a subscription that is not there is answered with 404.
    let isStrict: Bool

    init(isStrict: Bool) { self.isStrict = isStrict }

    mutating func perform(_ call: PushCall, _ dice: inout Dice) -> PushOutcome {
        guard !self.isReliable else { return .answered(self.answer(call)) }
        switch dice.number(1...12) {
        case 1: return .failed("The request was lost")
        case 2:
            _ = self.answer(call)
            return .failed("The answer was lost")
        case 3: return .answered(PushAnswer(status: [429, 500, 503][dice.number(0...2)]))
        case 4:
            _ = self.answer(call)
            return .answered(PushAnswer(status: 502))
        case 5:
            self.clients = [:]
            return .answered(self.answer(call))
        default: return .answered(self.answer(call))
        }
    }

    private mutating func answer(_ call: PushCall) -> PushAnswer {
        if call.operation == .register {
            self.registrations += 1
            let id = "\(self.registrations)"
            self.clients[id] = (call.credentials, [])
            return PushAnswer(status: 201, clientID: id)
        }
        guard self.clients[call.clientID] != nil else { return PushAnswer(status: 404) }
        switch call.operation {
        case .register: break
        case .updateToken: self.clients[call.clientID]?.credentials = call.credentials
        case .subscribe(let name): self.clients[call.clientID]?.interests.insert(name.text)
        case .unsubscribe(let name):
            let removed = self.clients[call.clientID]?.interests.remove(name.text)
            if self.isStrict, removed == nil { return PushAnswer(status: 404) }
        }
        return PushAnswer(status: 204)
    }
}

@Suite("The outbox against a service that fails at random")
struct OutboxSimulationTests {
    @Test(
        "whatever fails and whenever it is killed, in the end the service has what is requested",
        arguments: 0..<400)
    func converges(seed: Int) throws {
        var dice = Dice(seed: UInt64(seed))
        var service = MoodyService(isStrict: seed.isMultiple(of: 2))
        var dialogue = OutboxDialogue()
        dialogue.outbox.use(try .sample("t0"))
        for _ in 0..<120 {
            try Self.wish(&dialogue, &dice)
            try Self.step(&dialogue, &service, &dice)
        }
        service.isReliable = true
        // It may have forgotten the device when nothing was to be sent any more.
        dialogue.outbox.verify()
        var steps = 0
        while !dialogue.outbox.isSettled, steps < 200 {
            try Self.step(&dialogue, &service, &dice)
            steps += 1
        }
        #expect(dialogue.outbox.isSettled)
        #expect(dialogue.entries == [])
        let state = dialogue.outbox.state
        let client = try #require(service.clients[state.client?.id ?? ""])
        #expect(client.interests == Set(dialogue.requested))
        #expect(Set(dialogue.registered) == Set(dialogue.requested))
        #expect(dialogue.registered.count == Set(dialogue.registered).count)
        #expect(client.credentials == state.credentials)
        #expect(state.client?.credentials == state.credentials)
    }

    /// Something is requested, or the program is killed and started again.
    private static func wish(_ dialogue: inout OutboxDialogue, _ dice: inout Dice) throws {
        let name = "i\(dice.number(1...4))"
        switch dice.number(1...10) {
        case 1...3: try dialogue.subscribe(name)
        case 4...6: try dialogue.unsubscribe(name)
        case 7: dialogue.outbox.use(try .sample("t\(dice.number(0...2))"))
        case 8: dialogue = try dialogue.restarted()
        case 9: dialogue.outbox.retryNow()
        default: break
        }
    }

    /// A request is sent; sometimes something is requested, or the program is killed, before its
    /// answer.
    private static func step(
        _ dialogue: inout OutboxDialogue, _ service: inout MoodyService, _ dice: inout Dice
    ) throws {
        switch dialogue.outbox.due(at: dialogue.now) {
        case .rest: break
        case .wait(let until): dialogue.now = until
        case .send(let call):
            let outcome = service.perform(call, &dice)
            if !service.isReliable, dice.number(1...3) == 1 { try Self.wish(&dialogue, &dice) }
            dialogue.outbox.finished(
                call, outcome, at: dialogue.now, chance: Double(dice.number(0...100)) / 100)
        }
    }
}
