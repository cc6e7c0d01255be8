import ChannelsProtocol
import ChannelsPushProtocol
import Testing

@testable import ChannelsPushNotifications

@Suite("The outbox of push operations")
struct OutboxTests {
    @Test("one request is under way at a time, the registration before everything else")
    func order() throws {
        var dialogue = OutboxDialogue()
        try dialogue.subscribe("a")
        #expect(dialogue.due() == "rest")
        dialogue.outbox.use(try .sample())
        try dialogue.subscribe("b")
        #expect(dialogue.due() == "POST /v1/clients")
        #expect(dialogue.due() == "rest")
        try dialogue.answer(201, id: "7/8")
        #expect(dialogue.due() == "POST /v1/clients/7%2F8/interests/a")
        #expect(dialogue.due() == "rest")
        try dialogue.answer(204)
        #expect(dialogue.due() == "POST /v1/clients/7%2F8/interests/b")
        try dialogue.answer(200)
        #expect(dialogue.due() == "rest")
        #expect(dialogue.registered == ["a", "b"])
        #expect(dialogue.outbox.isSettled)
    }

    @Test("what is requested already is not sent again")
    func idempotence() throws {
        var dialogue = try OutboxDialogue.registered("a")
        try dialogue.subscribe("a")
        dialogue.outbox.use(try .sample())
        try dialogue.unsubscribe("b")
        #expect(dialogue.entries == [])
        try dialogue.subscribe("b")
        try dialogue.subscribe("b")
        #expect(dialogue.entries == ["subscribe b"])
    }

    @Test("a subscription and its end cancel out while neither was sent")
    func coalescing() throws {
        var dialogue = try OutboxDialogue.registered("a")
        try dialogue.subscribe("b")
        try dialogue.subscribe("c")
        try dialogue.unsubscribe("b")
        #expect(dialogue.entries == ["subscribe c"])
        try dialogue.unsubscribe("a")
        try dialogue.subscribe("a")
        #expect(dialogue.entries == ["subscribe c"])
        #expect(dialogue.requested == ["c", "a"])
    }

    @Test("what is under way cannot be cancelled, only followed")
    func underWay() throws {
        var dialogue = try OutboxDialogue.registered()
        try dialogue.subscribe("a")
        #expect(dialogue.due() == "POST /v1/clients/7/interests/a")
        try dialogue.unsubscribe("a")
        #expect(dialogue.entries == ["subscribe a", "unsubscribe a"])
        try dialogue.subscribe("a")
        #expect(dialogue.entries == ["subscribe a"])
        try dialogue.unsubscribe("a")
        try dialogue.answer(200)
        #expect(dialogue.due() == "DELETE /v1/clients/7/interests/a")
        try dialogue.answer(200)
        #expect(dialogue.registered == [])
        #expect(dialogue.entries == [])
    }

    @Test("what may have arrived cannot be cancelled either")
    func uncertain() throws {
        var dialogue = try OutboxDialogue.registered()
        try dialogue.subscribe("a")
        try dialogue.fail()
        try dialogue.unsubscribe("a")
        #expect(dialogue.entries == ["unsubscribe a"])
        try dialogue.subscribe("a")
        #expect(dialogue.entries == ["subscribe a"])
        // The first request may have arrived, so the end of the subscription has to be sent.
        try dialogue.unsubscribe("a")
        #expect(dialogue.entries == ["unsubscribe a"])
    }

    @Test("a failed request is dropped when its opposite was asked for meanwhile")
    func superseded() throws {
        var dialogue = try OutboxDialogue.registered()
        try dialogue.subscribe("a")
        _ = dialogue.due()
        try dialogue.unsubscribe("a")
        try dialogue.fail()
        #expect(dialogue.entries == ["unsubscribe a"])
        // It is uncertain, so it stays when the subscription is requested again.
        try dialogue.subscribe("a")
        try dialogue.unsubscribe("a")
        #expect(dialogue.entries == ["unsubscribe a"])
    }

    // MARK: Tokens

    @Test("a token is sent with PUT, and only when it changed")
    func token() throws {
        var dialogue = try OutboxDialogue.registered()
        let new = try PushCredentials.sample("new")
        dialogue.outbox.use(new)
        let call = try dialogue.call()
        #expect("\(call.method) \(call.path)" == "PUT /v1/clients/7/token")
        #expect(call.credentials == new)
        try dialogue.answer(200)
        dialogue.outbox.use(new)
        #expect(dialogue.entries == [])
    }

    @Test("a new token that was not sent yet is taken back, or replaced by a newer one")
    func tokenReplaced() throws {
        var dialogue = try OutboxDialogue.registered()
        dialogue.outbox.use(try .sample("new"))
        dialogue.outbox.use(try .sample("newer"))
        #expect(dialogue.entries == ["token"])
        dialogue.outbox.use(try .sample())
        #expect(dialogue.entries == [])
    }

    @Test("a token that came while another was sent is sent after it")
    func tokenMeanwhile() throws {
        var dialogue = try OutboxDialogue.registered()
        dialogue.outbox.use(try .sample("new"))
        _ = dialogue.due()
        // Back to the one that the server knows: what is under way will replace it.
        dialogue.outbox.use(try .sample())
        try dialogue.answer(200)
        #expect(try dialogue.call().credentials == .sample())
        try dialogue.answer(200)
        #expect(dialogue.entries == [])
    }

    @Test("a token that came while the device was registered is sent after that")
    func tokenDuringRegistration() throws {
        var dialogue = OutboxDialogue()
        dialogue.outbox.use(try .sample())
        _ = dialogue.due()
        dialogue.outbox.use(try .sample("new"))
        try dialogue.answer(201, id: "7")
        #expect(dialogue.entries == ["token"])
        #expect(dialogue.outbox.isMissing(.updateToken))
        try dialogue.answer(204)
        #expect(!dialogue.outbox.isMissing(.updateToken))
    }

    // MARK: Bounds

    @Test("a device has at most 5,000 interests, and a refused one changes nothing")
    func bound() throws {
        var dialogue = OutboxDialogue()
        for number in 1..<PushState.interestLimit {
            dialogue.outbox.state.requested.append(try InterestName("i\(number)"))
        }
        try dialogue.subscribe("the_last")
        let before = dialogue.outbox
        #expect(throws: PushError.tooManyInterests(limit: 5000)) {
            try dialogue.subscribe("one_more")
        }
        #expect(dialogue.outbox == before)
    }

    @Test("the interests are replaced: those that stay are not sent again")
    func setInterests() throws {
        var dialogue = try OutboxDialogue.registered()
        for name in ["a", "b"] {
            try dialogue.subscribe(name)
            _ = dialogue.due()
            try dialogue.answer(200)
        }
        try dialogue.outbox.setInterests(["b", "c"].map { try InterestName($0) })
        #expect(dialogue.due() == "DELETE /v1/clients/7/interests/a")
        try dialogue.answer(200)
        #expect(dialogue.due() == "POST /v1/clients/7/interests/c")
        try dialogue.answer(200)
        #expect(dialogue.due() == "rest")
        #expect(dialogue.outbox.state.requested.map(\.text) == ["b", "c"])
    }
}
