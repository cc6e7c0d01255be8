import ChannelsProtocol

/// The simulated activity of a sandbox: prices, orders, a chat, a lobby and a weather report, with
/// two to six events per second.
///
/// It has no clock: `next()` says what happens next and when. The same seed gives the same
/// sequence. Each cue leads to one step and adds the cues that follow it to the agenda:
/// ```
/// price ─▶ price           order(n, created) ─▶ order(n, paid) ─▶ order(n, shipped)
/// weather ─▶ weather                         └▶ order(n + 1, created)          vault ─▶ vault
/// lobby ─▶ lobby           typing ─▶ message ─▶ typing
///                          burst(24 left) ─▶ … ─▶ burst(4 left) ─▶ burst, a minute later
/// ```
package struct Scenario: Sendable {
    private var generator: SeededGenerator
    /// A separate generator for the vault, so that it does not change the rest of the sequence.
    private var vaultGenerator: SeededGenerator
    private var agenda: [Entry] = []
    private var entryCount = 0
    private var prices = [
        PriceWalk(symbol: "BTC", channel: SandboxDirectory.bitcoin, price: 6_423_150),
        PriceWalk(symbol: "ETH", channel: SandboxDirectory.ether, price: 318_420),
        PriceWalk(symbol: "SOL", channel: SandboxDirectory.solana, price: 14_832),
    ]
    /// By position in the cast.
    private var lobby: Set<Int> = []
    private var linesSaid = 0

    private enum Cue: Hashable, Sendable {
        case join(Bot)
        case price
        case order(number: Int, OrderStage)
        case typing
        case message(Bot)
        case lobby
        case burst(left: Int)
        case weather
        case vault
    }

    private struct Entry: Sendable {
        var at: Duration
        /// Orders cues with the same time: the one added first comes first.
        var number: Int
        var cue: Cue
    }

    package init(seed: UInt64) {
        self.generator = SeededGenerator(seed: seed)
        self.vaultGenerator = SeededGenerator(seed: ~seed)
        for bot in BotCast.talkers { self.write(.join(bot), at: .zero) }
        self.write(.weather, at: .zero)
        for number in 1...4 { self.write(.lobby, at: .milliseconds(number)) }
        self.write(.price, at: .milliseconds(300))
        self.write(.typing, at: .milliseconds(1500))
        self.write(.order(number: 1, .created), at: .milliseconds(800))
        self.write(.burst(left: Self.burstSize), at: .seconds(25))
        self.write(.vault, at: .milliseconds(1200))
    }

    /// Times never decrease. Never `nil` in practice, because each cue adds another.
    package mutating func next() -> ScenarioStep? {
        let soonest = self.agenda.indices.min { left, right in
            let (left, right) = (self.agenda[left], self.agenda[right])
            return (left.at, left.number) < (right.at, right.number)
        }
        guard let soonest else { return nil }
        let entry = self.agenda.remove(at: soonest)
        return ScenarioStep(at: entry.at, self.perform(entry.cue, at: entry.at))
    }

    /// A bot's answer to a client event, if any: a line in the chat, a wave elsewhere.
    mutating func reply(to event: ChannelsEvent) -> BotReply? {
        guard event.name != "client-typing", let channel = event.channel else { return nil }
        let delay = Duration.milliseconds(Int.random(in: 400...900, using: &self.generator))
        switch channel {
        case SandboxDirectory.chat:
            let line = self.choose(BotCast.answers) ?? ""
            return self.choose(BotCast.talkers).map { bot in
                BotReply(delay: delay, action: .publish(Self.message(line, by: bot)))
            }
        case SandboxDirectory.lobby:
            return self.lobby.min().map { position in
                let wave = ChannelsEvent(
                    name: "client-wave", channel: channel, data: EventData(json: [:]),
                    userID: BotCast.visitors[position].id)
                return BotReply(delay: delay, action: .trigger(wave))
            }
        default: return nil
        }
    }

    private mutating func write(_ cue: Cue, at time: Duration) {
        self.entryCount += 1
        self.agenda.append(Entry(at: time, number: self.entryCount, cue: cue))
    }

    /// - Parameter range: milliseconds.
    private mutating func write(_ cue: Cue, after now: Duration, _ range: ClosedRange<Int>) {
        let delay = Int.random(in: range, using: &self.generator)
        self.write(cue, at: now + .milliseconds(delay))
    }

    private mutating func choose<Choice>(_ choices: [Choice]) -> Choice? {
        choices.randomElement(using: &self.generator)
    }

    private mutating func perform(_ cue: Cue, at now: Duration) -> BotAction {
        switch cue {
        case .join(let bot): .join(bot.member, SandboxDirectory.chat)
        case .price: self.movePrice(at: now)
        case .order(let number, let stage): self.order(number, stage, at: now)
        case .typing: self.type(at: now)
        case .message(let bot): self.say(bot, at: now)
        case .lobby: self.comeOrGo(at: now)
        case .burst(let left): self.burst(left, at: now)
        case .weather: self.reportWeather(at: now)
        case .vault: self.openVault(at: now)
        }
    }
}

extension Scenario {
    private static let burstSize = 24

    private mutating func movePrice(at now: Duration) -> BotAction {
        self.write(.price, after: now, 350...750)
        let position = Int.random(in: self.prices.indices, using: &self.generator)
        self.prices[position].move(using: &self.generator)
        return .publish(self.prices[position].event)
    }

    private mutating func order(_ number: Int, _ stage: OrderStage, at now: Duration) -> BotAction {
        switch stage {
        case .created:
            self.write(.order(number: number, .paid), after: now, 1500...4000)
            self.write(.order(number: number + 1, .created), after: now, 3500...7000)
        case .paid: self.write(.order(number: number, .shipped), after: now, 4000...9000)
        case .shipped: break
        }
        // The same for every stage of an order, whatever happened in between.
        let total = 1_250 + number % 17 * 735
        let data: JSONValue = [
            "id": .number(String(1000 + number)),
            "total": .number("\(total / 100).\(total % 100 / 10)\(total % 10)"),
        ]
        return .publish(
            Publication(
                event: EventName("order.\(stage.rawValue)"), channels: [SandboxDirectory.orders],
                data: EventData(data.compactText)))
    }

    private mutating func type(at now: Duration) -> BotAction {
        let bot = BotCast.talkers[self.linesSaid % BotCast.talkers.count]
        self.write(.message(bot), after: now, 900...2000)
        return .trigger(
            ChannelsEvent(
                name: "client-typing", channel: SandboxDirectory.chat,
                data: EventData(json: ["typing": true]), userID: bot.id))
    }

    private mutating func say(_ bot: Bot, at now: Duration) -> BotAction {
        self.write(.typing, after: now, 2500...5500)
        let line = BotCast.lines[self.linesSaid % BotCast.lines.count]
        self.linesSaid += 1
        return .publish(Self.message(line, by: bot))
    }

    private static func message(_ line: String, by bot: Bot) -> Publication {
        let data: JSONValue = ["user": .string(bot.name), "text": .string(line)]
        return Publication(
            event: "message", channels: [SandboxDirectory.chat], data: EventData(data.compactText))
    }

    /// After the start, the lobby has three to seven visitors.
    private mutating func comeOrGo(at now: Duration) -> BotAction {
        // The first four fill the lobby; the last of them continues.
        if self.lobby.count >= 3 { self.write(.lobby, after: now, 2500...6500) }
        let mayLeave = self.lobby.count > 3
        let leaves = self.lobby.count >= 7 || mayLeave && Bool.random(using: &self.generator)
        let choices = BotCast.visitors.indices.filter { self.lobby.contains($0) == leaves }
        let position = self.choose(choices) ?? 0
        let bot = BotCast.visitors[position]
        if leaves {
            self.lobby.remove(position)
            return .leave(bot.id, SandboxDirectory.lobby)
        }
        self.lobby.insert(position)
        return .join(bot.member, SandboxDirectory.lobby)
    }

    /// A burst is sent in groups, a tenth of a second apart.
    private mutating func burst(_ left: Int, at now: Duration) -> BotAction {
        let count = min(4, left)
        if left > count {
            self.write(.burst(left: left - count), at: now + .milliseconds(100))
        } else {
            self.write(.burst(left: Self.burstSize), after: now, 40_000...70_000)
        }
        let trades = (0..<count).map { _ in
            self.prices[0].move(using: &self.generator)
            return self.prices[0].trade(using: &self.generator)
        }
        return .burst(trades)
    }

    private mutating func reportWeather(at now: Duration) -> BotAction {
        self.write(.weather, after: now, 18_000...30_000)
        let degrees = Int.random(in: -5...28, using: &self.generator)
        let data: JSONValue = [
            "sky": .string(self.choose(BotCast.skies) ?? ""),
            "celsius": .number(String(degrees)),
        ]
        return .publish(
            Publication(
                event: "report", channels: [SandboxDirectory.weather],
                data: EventData(data.compactText)))
    }

    private mutating func openVault(at now: Duration) -> BotAction {
        let delay = Int.random(in: 3000...7000, using: &self.vaultGenerator)
        self.write(.vault, at: now + .milliseconds(delay))
        let bot = BotCast.talkers.randomElement(using: &self.vaultGenerator)
        let data: JSONValue = [
            "box": .number(String(Int.random(in: 1...40, using: &self.vaultGenerator))),
            "by": .string(bot?.name ?? ""),
        ]
        let nonce = (0..<24).map { _ in UInt8.random(in: .min ... .max, using: &self.vaultGenerator)
        }
        return .seal(
            Publication(
                event: "opened", channels: [SandboxDirectory.vault],
                data: EventData(data.compactText)), nonce: nonce)
    }
}

enum OrderStage: String, Hashable, Sendable {
    case created
    case paid
    case shipped
}
