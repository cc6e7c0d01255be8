import ChannelsProtocol
import Testing

@testable import BuoyServers

@Suite("The scripted life of the sandbox")
struct ScenarioTests {
    /// What happens in the first minutes.
    private func steps(seed: UInt64 = 1, minutes: Int = 10) -> [ScenarioStep] {
        var scenario = Scenario(seed: seed)
        var steps: [ScenarioStep] = []
        while let step = scenario.next(), step.at < .seconds(60 * minutes) { steps.append(step) }
        return steps
    }

    @Test("the same seed tells the same story, and another one another")
    func determinism() {
        #expect(self.steps(seed: 7) == self.steps(seed: 7))
        #expect(self.steps(seed: 7) != self.steps(seed: 8))
    }

    @Test("time never goes back")
    func order() {
        let times = self.steps().map(\.at)
        #expect(times == times.sorted())
    }

    @Test("it can be read: two to six events a second, outside bursts", arguments: [1, 2, 3])
    func pace(seed: UInt64) {
        let calm = self.steps(seed: seed).filter { step in
            if case .burst = step.action { false } else { true }
        }
        #expect((2.0...6.0).contains(Double(calm.count) / 600))
    }

    @Test("bursts of 24 trades come about once a minute")
    func bursts() {
        let trades = self.steps().compactMap { step in
            if case .burst(let publications) = step.action { publications } else { nil }
        }
        let count = trades.joined().count
        #expect(count >= 7 * 24 && count <= 16 * 24)
        #expect(trades.joined().allSatisfy { $0.event == "trade" })
        #expect(trades.allSatisfy { $0.count == 4 })
    }

    @Test("everything that is published obeys the rules of the service", arguments: [1, 2, 3])
    func rules(seed: UInt64) throws {
        for step in self.steps(seed: seed) {
            switch step.action {
            case .publish(let publication), .seal(let publication, _):
                try self.check([publication])
            case .burst(let publications): try self.check(publications)
            case .trigger(let event):
                #expect(event.name.text.hasPrefix("client-"))
                #expect(event.userID != nil)
            case .join(_, let channel), .leave(_, let channel):
                #expect(channel.kind == .presence)
            }
        }
    }

    private func check(_ publications: [Publication]) throws {
        for publication in publications {
            for channel in publication.channels { _ = try ChannelName(channel.text) }
            let data = try #require(JSONValue.parse(publication.data.text))
            #expect(data.objectValue != nil)
            #expect(publication.data.isString)
        }
    }

    @Test("every channel of the directory comes to life within a minute")
    func directory() {
        let channels = self.steps(minutes: 1).flatMap { step in
            switch step.action {
            case .publish(let publication), .seal(let publication, _): publication.channels
            case .burst(let publications): publications.flatMap(\.channels)
            case .join(_, let channel), .leave(_, let channel): [channel]
            case .trigger(let event): event.channel.map { [$0] } ?? []
            }
        }
        #expect(Set(channels) == Set(SandboxDirectory.entries.map(\.channel)))
        #expect(Set(channels).isSuperset(of: SandboxDirectory.demoChannels))
    }

    @Test(
        "in the lobby, only who is there leaves, and only who is not comes", arguments: [1, 2, 3])
    func lobby(seed: UInt64) {
        var present: Set<UserID> = []
        for step in self.steps(seed: seed) {
            switch step.action {
            case .join(let member, SandboxDirectory.lobby):
                #expect(present.insert(member.id).inserted)
            case .leave(let id, SandboxDirectory.lobby): #expect(present.remove(id) != nil)
            case .join, .leave, .publish, .seal, .burst, .trigger: break
            }
            #expect(present.count <= 7)
            if step.at > .seconds(1) { #expect(present.count >= 3) }
        }
    }

    @Test("an order is created, paid and shipped, in this order")
    func orders() {
        var stages: [String: [String]] = [:]
        for step in self.steps() {
            guard case .publish(let publication) = step.action,
                publication.channels == [SandboxDirectory.orders],
                let id = publication.data.json?["id"]?.doubleValue
            else { continue }
            stages["\(id)", default: []].append(publication.event.text)
        }
        #expect(stages.count > 60)
        let story = ["order.created", "order.paid", "order.shipped"]
        #expect(stages.values.allSatisfy { story.starts(with: $0) })
        #expect(stages.values.filter { $0 == story }.count > 55)
    }

    @Test("no nonce comes twice, and all have 24 bytes")
    func nonces() {
        let nonces = self.steps().compactMap { step in
            if case .seal(_, let nonce) = step.action { nonce } else { nil }
        }
        #expect(nonces.count > 80)
        #expect(Set(nonces).count == nonces.count)
        #expect(nonces.allSatisfy { $0.count == 24 })
    }

    @Test("a bot types before it writes")
    func typing() {
        var typist: UserID?
        for step in self.steps() {
            switch step.action {
            case .trigger(let event):
                #expect(event.name == "client-typing")
                typist = event.userID
            case .publish(let publication) where publication.event == "message":
                #expect(typist != nil)
                typist = nil
            case .publish, .seal, .burst, .join, .leave: break
            }
        }
    }

    @Test("prices stay between half and twice their start")
    func prices() {
        var walk = PriceWalk(symbol: "X", channel: SandboxDirectory.solana, price: 108)
        var generator = SeededGenerator(seed: 1)
        for _ in 1...100_000 {
            walk.move(using: &generator)
            #expect((54...216).contains(walk.price))
        }
    }

    @Test(
        "prices are written with two decimals",
        arguments: [
            (108, #"{"symbol":"X","price":1.08,"change":0.00}"#),
            (5, #"{"symbol":"X","price":0.05,"change":0.00}"#),
        ])
    func decimals(price: Int, data: String) {
        let walk = PriceWalk(symbol: "X", channel: SandboxDirectory.solana, price: price)
        #expect(walk.event.data.text == data)
    }

    @Test("a bot answers in the chat and waves in the lobby within a second, and nowhere else")
    func replies() {
        var scenario = Scenario(seed: 1)
        while let step = scenario.next(), step.at < .seconds(1) {}
        func event(_ name: EventName, _ channel: ChannelName) -> ChannelsEvent {
            ChannelsEvent(name: name, channel: channel, data: EventData("{}"), userID: "me")
        }
        let line = scenario.reply(to: event("client-hello", SandboxDirectory.chat))
        guard case .publish(let publication)? = line?.action else {
            Issue.record("the bot answered \(String(describing: line))")
            return
        }
        #expect(publication.event == "message")
        let wave = scenario.reply(to: event("client-hello", SandboxDirectory.lobby))
        guard case .trigger(let waved)? = wave?.action else {
            Issue.record("the bot answered \(String(describing: wave))")
            return
        }
        #expect(waved.name == "client-wave")
        #expect([line, wave].allSatisfy { $0.map { $0.delay < .seconds(1) } ?? false })
        let typing = scenario.reply(to: event("client-typing", SandboxDirectory.chat))
        let elsewhere = scenario.reply(to: event("client-hello", SandboxDirectory.orders))
        #expect([typing, elsewhere] == [nil, nil])
    }
}
