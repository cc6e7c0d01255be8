import ChannelsProtocol

extension Script {
    /// A random script: about so many steps.
    static func random(seed: UInt64, steps: Int = 32) -> Script {
        var maker = ScriptMaker(seed: seed)
        return maker.script(steps: steps)
    }
}

/// Makes random scripts.
private struct ScriptMaker {
    private var chance: SeededGenerator
    private let seed: UInt64

    init(seed: UInt64) {
        self.seed = seed
        // Seeds that follow each other must not start alike.
        var generator = SeededGenerator(seed: seed)
        self.chance = SeededGenerator(seed: generator.next())
    }

    mutating func script(steps count: Int) -> Script {
        var settings = Script.Settings()
        settings.policy = self.one(of: [.standard, .standard, .pusherJS, .fixed])
        settings.activity = self.one(of: [5000, 20_000, 120_000])
        settings.pong = self.one(of: [3000, 10_000])
        settings.slowEvents = self.one(of: [1, 4, 16, 64])
        settings.pausingEvents = self.oneIn(5) ? self.one(of: [4, 32]) : 0
        settings.shuffles = self.oneIn(2)
        var steps: [Script.Step] = []
        if !self.oneIn(6) {
            let places = Script.Place.allCases.shuffled(using: &self.chance)
            let count = self.oneIn(4) ? places.count : self.number(1...4)
            steps = places.prefix(count).map { .after(0, .subscribe($0)) }
            steps.insert(.after(0, .connect), at: self.number(0...steps.count))
        }
        for _ in 0..<self.number(count / 4...count) {
            steps.append(.after(self.delay(), self.action(settings)))
        }
        return Script(seed: self.seed, settings: settings, steps)
    }

    private mutating func delay() -> Int {
        switch self.number(0...9) {
        case 0...3: 0
        case 4...6: self.number(1...100)
        case 7...8: self.number(100...3000)
        default: self.number(3000...40_000)
        }
    }

    private mutating func action(_ settings: Script.Settings) -> Script.Action {
        switch self.number(0...99) {
        case 0..<34:
            .publish(
                self.place(), count: self.one(of: [1, 1, 2, 5, 40]),
                bytes: self.one(of: [0, 0, 20, 90, 130, 300]))
        case 34..<56: self.ofUser(settings)
        case 56..<66: self.ofApplication()
        case 66..<80: self.ofNetwork()
        case 80..<94: self.ofServer()
        case 94..<97: .stop(for: self.sleep())
        case 97..<99: .suspend(for: self.sleep())
        default: .setWall(self.number(-100_000...100_000))
        }
    }

    private mutating func ofUser(_ settings: Script.Settings) -> Script.Action {
        switch self.number(0...21) {
        case 0...1: .connect
        case 2: .disconnect
        case 3: .reconnect
        case 4: .ping
        case 5: .networkIsBack
        case 6...9: .subscribe(self.place())
        case 10...12: .unsubscribe(self.place())
        case 13: .resubscribe(self.place())
        case 14...16: .trigger(self.one(of: [.orders, .lobby]))
        case 17...19 where settings.pausingEvents > 0: .readPausing(self.oneIn(2))
        default: .read
        }
    }

    private mutating func ofApplication() -> Script.Action {
        switch self.number(0...9) {
        case 0...2: .join(self.number(0...4))
        case 3...5: .leave(self.number(0...4))
        case 6: .authorize(after: self.oneIn(2) ? nil : self.one(of: [0, 50, 2000, 9000]))
        default: .answer(self.number(0...5), granted: !self.oneIn(4))
        }
    }

    private mutating func ofNetwork() -> Script.Action {
        switch self.number(0...13) {
        case 0...2: .roundTrip(self.one(of: [2, 20, 80, 400, 3000]))
        case 3...6: .cut(self.one(of: [1, 3, 17, 200, 65_536]))
        case 7...8: .silence
        case 9...10: .stall(self.one(of: [500, 5000, 30_000]))
        case 11...12: .reset
        default: .end
        }
    }

    private mutating func ofServer() -> Script.Action {
        switch self.number(0...13) {
        case 0...2: .close(self.code())
        case 3...4: .errorThenClose(self.code())
        case 5...8: .garbage(self.one(of: Script.Garbage.allCases))
        case 9...11:
            .refuse(
                self.one(of: Script.Refusal.allCases), for: self.one(of: [500, 5000, 20_000]))
        default: .restart(down: self.one(of: [0, 1000, 15_000]))
        }
    }

    private mutating func code() -> UInt16 {
        UInt16(
            self.one(of: [1000, 1001, 1011, 4000, 4001, 4009, 4100, 4101, 4200, 4201, 4202, 4299]))
    }

    private mutating func sleep() -> Int {
        self.oneIn(2) ? self.number(100...1000) : self.number(10_000...60_000)
    }

    /// Mostly one of the first five.
    private mutating func place() -> Script.Place {
        self.one(of: self.oneIn(5) ? Script.Place.allCases : Array(Script.Place.allCases.prefix(5)))
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &self.chance)
    }

    private mutating func oneIn(_ count: Int) -> Bool { self.number(1...count) == 1 }

    private mutating func one<Choice>(of choices: [Choice]) -> Choice {
        choices[self.number(0...choices.count - 1)]
    }
}
