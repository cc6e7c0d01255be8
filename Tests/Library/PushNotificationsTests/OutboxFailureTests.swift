import ChannelsProtocol
import ChannelsPushProtocol
import Testing

@testable import ChannelsPushNotifications

@Suite("The outbox when something goes wrong")
struct OutboxFailureTests {
    @Test("what may pass is repeated with growing delays, and in order")
    func backOff() throws {
        var dialogue = try OutboxDialogue.registered()
        try dialogue.subscribe("a")
        try dialogue.subscribe("b")
        for seconds in [1, 2, 4, 8, 16, 32, 64, 64, 64] {
            try dialogue.fail()
            #expect(dialogue.due() == "wait \(Double(seconds))")
            dialogue.now = dialogue.now.advanced(by: .seconds(seconds) - .milliseconds(1))
            #expect(dialogue.due() == "wait 0.001")
            dialogue.now = dialogue.now.advanced(by: .milliseconds(1))
            #expect(dialogue.due() == "POST /v1/clients/7/interests/a")
        }
        #expect(dialogue.outbox.state.entries.first?.attempts == 10)
        try dialogue.answer(200)
        #expect(dialogue.outbox.lastError == nil)
        // A success starts again.
        try dialogue.fail()
        #expect(dialogue.due() == "wait 1.0")
    }

    @Test("the delay lies between half of its cap and its cap", arguments: [0, 0.25, 0.5, 1])
    func jitter(chance: Double) {
        for (failures, cap) in [(1, 1.0), (3, 4), (7, 64), (99, 64), (Int.max, 64)] {
            let delay = PushBackOff.delay(failures: failures, chance: chance)
            #expect(delay.inSeconds == cap / 2 + cap / 2 * chance, "\(failures)")
        }
    }

    @Test(
        "HTTP 408, 425, 429 and 5xx are repeated", arguments: [408, 425, 429, 500, 502, 503, 599])
    func passing(status: Int) throws {
        var dialogue = try OutboxDialogue.registered()
        try dialogue.subscribe("a")
        try dialogue.answer(status)
        #expect(dialogue.due() == "wait 1.0")
        #expect(dialogue.outbox.lastError?.isPermanent == false)
        #expect(dialogue.outbox.lastError?.text.contains("HTTP \(status)") == true)
    }

    @Test("Retry-After prolongs the delay, up to an hour")
    func retryAfter() throws {
        for (asked, waited) in [(0, 1.0), (30, 30), (999_999_999, 3600)] {
            var dialogue = try OutboxDialogue.registered()
            try dialogue.subscribe("a")
            try dialogue.answer(429, retryAfter: .seconds(asked))
            #expect(dialogue.due() == "wait \(waited)")
        }
    }

    @Test(
        "every other refusal is reported and dropped, and the rest goes on",
        arguments: [301, 400, 401, 403, 405, 409, 410, 413, 422, 499])
    func permanent(status: Int) throws {
        var dialogue = try OutboxDialogue.registered()
        try dialogue.subscribe("a")
        try dialogue.subscribe("b")
        try dialogue.answer(status)
        #expect(dialogue.outbox.lastError?.isPermanent == true)
        let rejection = try #require(dialogue.outbox.state.rejections.first)
        #expect(rejection.operation == .subscribe(try InterestName("a")))
        #expect(rejection.reason.contains("HTTP \(status)"))
        #expect(dialogue.due() == "POST /v1/clients/7/interests/b")
        try dialogue.answer(200)
        #expect(dialogue.requested == ["a", "b"])
        #expect(dialogue.registered == ["b"])
        #expect(dialogue.outbox.isSettled)
    }

    @Test("a refused operation is sent again when it is asked for again")
    func askedAgain() throws {
        var dialogue = try OutboxDialogue.registered("x")
        try dialogue.subscribe("a")
        try dialogue.answer(400)
        try dialogue.unsubscribe("x")
        try dialogue.answer(400)
        dialogue.outbox.use(try .sample("new"))
        try dialogue.answer(400)
        #expect(dialogue.outbox.state.rejections.count == 3)
        try dialogue.subscribe("a")
        try dialogue.unsubscribe("x")
        dialogue.outbox.use(try .sample("new"))
        #expect(dialogue.entries == ["subscribe a", "unsubscribe x", "token"])
        #expect(dialogue.outbox.state.rejections == [])
    }

    @Test("a refused subscription needs no end")
    func refusedThenEnded() throws {
        var dialogue = try OutboxDialogue.registered()
        try dialogue.subscribe("a")
        _ = dialogue.due()
        try dialogue.unsubscribe("a")
        try dialogue.answer(400)
        #expect(dialogue.entries == [])
        #expect(dialogue.due() == "rest")
    }

    @Test("a refused registration stops everything until it is asked for again")
    func refusedRegistration() throws {
        for (status, id) in [(401, nil), (404, nil), (201, nil)] as [(Int, String?)] {
            var dialogue = OutboxDialogue()
            dialogue.outbox.use(try .sample())
            try dialogue.subscribe("a")
            try dialogue.answer(status, id: id)
            #expect(dialogue.due() == "rest")
            #expect(dialogue.outbox.isSettled)
            #expect(dialogue.entries == ["subscribe a"])
            dialogue.outbox.retryNow()
            #expect(dialogue.due() == "POST /v1/clients")
            try dialogue.answer(201, id: "8")
            #expect(dialogue.due() == "POST /v1/clients/8/interests/a")
        }
    }

    @Test("at most 20 refusals are remembered")
    func rejectionLimit() throws {
        var dialogue = try OutboxDialogue.registered()
        for number in 1...25 {
            try dialogue.subscribe("i\(number)")
            try dialogue.answer(400)
        }
        let names = dialogue.outbox.state.rejections.compactMap(\.operation.interest?.text)
        #expect(names == (6...25).map { "i\($0)" })
    }

    @Test("asked to try again, it does not wait, and repeats what was refused")
    func retryNow() throws {
        var dialogue = try OutboxDialogue.registered("x")
        try dialogue.subscribe("a")
        try dialogue.answer(400)
        try dialogue.unsubscribe("x")
        try dialogue.answer(403)
        try dialogue.subscribe("b")
        try dialogue.answer(503)
        #expect(dialogue.due() == "wait 1.0")
        dialogue.outbox.retryNow()
        #expect(dialogue.entries == ["subscribe b", "subscribe a", "unsubscribe x"])
        #expect(dialogue.due() == "POST /v1/clients/7/interests/b")
        // The back-off continues where it was.
        try dialogue.fail()
        #expect(dialogue.due() == "wait 2.0")
    }

    @Test("a state that cannot be saved is a failure that may pass")
    func notSaved() throws {
        var dialogue = try OutboxDialogue.registered()
        try dialogue.subscribe("a")
        dialogue.outbox.saveFailed("The disk is full", at: dialogue.now, chance: 0)
        #expect(dialogue.due() == "wait 0.5")
        #expect(dialogue.outbox.lastError?.text == "The disk is full")
    }

    @Test("an outcome that is not that of the request under way changes nothing")
    func lateOutcome() throws {
        var dialogue = try OutboxDialogue.registered()
        try dialogue.subscribe("a")
        let call = try dialogue.call()
        try dialogue.answer(200)
        let before = dialogue.outbox
        dialogue.outbox.finished(call, .failed("late"), at: dialogue.now, chance: 1)
        #expect(dialogue.outbox == before)
    }

    // MARK: A client that is not known

    @Test("after a 404 the device is registered again, and the whole requested set is sent")
    func replay() throws {
        var dialogue = try OutboxDialogue.registered("a", "b", "c")
        try dialogue.unsubscribe("b")
        dialogue.outbox.use(try .sample("new"))
        try dialogue.subscribe("d")
        try dialogue.answer(404)
        #expect(dialogue.entries == ["register", "subscribe a", "subscribe c", "subscribe d"])
        #expect(dialogue.registered == [])
        #expect(dialogue.due() == "POST /v1/clients")
        #expect(try dialogue.call().credentials == .sample("new"))
        try dialogue.answer(201, id: "8")
        for name in ["a", "c", "d"] {
            #expect(dialogue.due() == "POST /v1/clients/8/interests/\(name)")
            try dialogue.answer(200)
        }
        #expect(dialogue.outbox.isSettled)
        #expect(dialogue.registered == ["a", "c", "d"])
    }

    @Test("asked to verify, it sends the token again, and learns that the device was forgotten")
    func verify() throws {
        var dialogue = try OutboxDialogue.registered("a")
        dialogue.outbox.verify()
        dialogue.outbox.verify()
        dialogue.outbox.use(try .sample())
        #expect(dialogue.entries == ["token"])
        #expect(dialogue.due() == "PUT /v1/clients/7/token")
        try dialogue.answer(404)
        #expect(dialogue.entries == ["register", "subscribe a"])
        var unregistered = OutboxDialogue()
        unregistered.outbox.verify()
        #expect(unregistered.entries == [])
    }

    @Test("a service that knows no client at all is not flooded with registrations")
    func endlessLosses() throws {
        var dialogue = try OutboxDialogue.registered()
        try dialogue.subscribe("a")
        var registrations = 0
        var steps = 0
        while !dialogue.outbox.isSettled, steps < 100 {
            steps += 1
            switch dialogue.outbox.due(at: dialogue.now) {
            case .wait(let until): dialogue.now = until
            case .rest: break
            case .send(let call) where call.operation == .register:
                registrations += 1
                try dialogue.answer(201, id: "\(registrations)")
            case .send: try dialogue.answer(404)
            }
        }
        #expect(registrations == 3)
        // The second and the third loss in a row are waited for.
        #expect(dialogue.now.monotonicNanoseconds >= 2_000_000_000)
        #expect(dialogue.outbox.lastError?.isPermanent == true)
        #expect(dialogue.entries == [])
    }

    @Test("an unsubscription that may have arrived is done when nothing is found")
    func repeatedUnsubscription() throws {
        var dialogue = try OutboxDialogue.registered("a", "b")
        try dialogue.unsubscribe("a")
        try dialogue.fail()
        dialogue.now = dialogue.now.advanced(by: .seconds(1))
        try dialogue.answer(404)
        #expect(dialogue.registered == ["b"])
        #expect(dialogue.entries == [])
    }

    // MARK: Restarts

    @Test("killed while a request is under way, it sends that again, and the rest")
    func killed() throws {
        var dialogue = try OutboxDialogue.registered("a")
        try dialogue.subscribe("b")
        try dialogue.unsubscribe("a")
        _ = dialogue.due()
        var restarted = try dialogue.restarted()
        #expect(restarted.outbox.state == dialogue.outbox.state)
        #expect(restarted.due() == "POST /v1/clients/7/interests/b")
        // It may have arrived before, so it cannot be cancelled.
        restarted = try dialogue.restarted()
        try restarted.unsubscribe("b")
        #expect(restarted.entries == ["unsubscribe a", "unsubscribe b"])
    }
}
