package import ChannelsProtocol

/// The bots, and who does what when. Connects nothing; its owner carries out the actions.
package struct BotTroupe: Hashable, Sendable {
    package struct Connection: Hashable, Sendable {
        let number: Int
        let name: String
        let userID: UserID
        let channel: ChannelName
    }

    package enum Action: Hashable, Sendable {
        /// Connect, and subscribe to the channel.
        case open(Connection)
        case close(Int)
        /// End a connection permanently, without a close frame.
        case cut(Int)
        /// End a connection without a close frame; its client comes back by itself.
        case drop(Int)
        case send(Int, ChannelsEvent)
    }

    private struct Bot: Hashable, Sendable {
        let name: String
        let channel: ChannelName
        var connections: [Int] = []
        var nextDrop: ChannelsTimestamp?
        var nextLine: ChannelsTimestamp?
        var isTyping = false
        var lineCount = 0
        var hasOtherUser = false

        var userID: UserID { BotTroupe.userID(of: self.name) }
    }

    static let limit = 20
    static let flapPeriod = Duration.seconds(4)
    static let chatterPeriod = Duration.seconds(6)
    static let typingDuration = Duration.milliseconds(1500)

    private var bots: [Bot] = []
    private var lastNumber = 0

    package init() {}

    /// The user id of a bot: the same in every run, so that it has the same colour.
    static func userID(of name: String) -> UserID { UserID("bot-\(name.lowercased())") }

    var statuses: [BotStatus] {
        self.bots.map {
            BotStatus(
                name: $0.name, channel: $0.channel, connections: $0.connections.count,
                isFlapping: $0.nextDrop != nil, isChattering: $0.nextLine != nil)
        }
    }

    var next: ChannelsTimestamp? {
        self.bots.flatMap { [$0.nextDrop, $0.nextLine].compactMap(\.self) }.min()
    }

    private var connectionCount: Int { self.bots.reduce(0) { $0 + $1.connections.count } }

    // MARK: Orders

    package mutating func perform(
        _ request: BotRequest, at now: ChannelsTimestamp
    ) throws(StageRefusal) -> [Action] {
        switch request.botOrder {
        case .add(let name): return try self.add(name, request.channel)
        case .remove(let name): return self.remove(at: try self.index(of: name))
        case .leave(let name): return self.leave(at: try self.index(of: name))
        case .twin(let name): return [try self.open(at: try self.index(of: name))]
        case .flap(let name):
            let index = try self.index(of: name)
            self.bots[index].nextDrop = now.advanced(by: Self.flapPeriod)
            return self.drop(at: index)
        case .chatter(let name):
            let index = try self.index(of: name)
            self.bots[index].isTyping = false
            self.bots[index].nextLine = now
            return self.due(at: now)
        case .say(let name, let text):
            let index = try self.index(of: name)
            return self.send(.message(text, on: self.bots[index].channel), at: index)
        case .calm(let name):
            let index = try self.index(of: name)
            (self.bots[index].nextDrop, self.bots[index].nextLine) = (nil, nil)
            return []
        case .off:
            let numbers = self.bots.flatMap(\.connections)
            self.bots = []
            return numbers.map { .close($0) }
        }
    }

    private mutating func add(
        _ name: String?, _ channel: ChannelName?
    ) throws(StageRefusal) -> [Action] {
        guard let channel else {
            throw StageRefusal("no presence channel to join; press s to subscribe to one")
        }
        let name = name ?? BotName.all.first { self.position(of: $0) == nil }
        guard let name else { throw StageRefusal("all names are taken; choose one: :bot add NAME") }
        guard self.position(of: name) == nil else {
            throw StageRefusal(
                "\(name) is already here; :bot twin \(name) adds a connection for the same user")
        }
        self.bots.append(Bot(name: name, channel: channel))
        do {
            return [try self.open(at: self.bots.count - 1)]
        } catch {
            self.bots.removeLast()
            throw error
        }
    }

    /// Opens one more connection.
    private mutating func open(at index: Int) throws(StageRefusal) -> Action {
        guard self.connectionCount < Self.limit else {
            throw StageRefusal(
                "bots can have up to \(Self.limit) connections; use :bot remove NAME to close some")
        }
        self.lastNumber += 1
        self.bots[index].connections.append(self.lastNumber)
        let bot = self.bots[index]
        return .open(
            Connection(
                number: self.lastNumber, name: bot.name, userID: bot.userID, channel: bot.channel))
    }

    private mutating func remove(at index: Int) -> [Action] {
        self.bots.remove(at: index).connections.map { .close($0) }
    }

    private mutating func leave(at index: Int) -> [Action] {
        guard let number = self.bots[index].connections.popLast() else { return [] }
        if self.bots[index].connections.isEmpty { self.bots.remove(at: index) }
        return [.cut(number)]
    }

    private func drop(at index: Int) -> [Action] { self.bots[index].connections.map { .drop($0) } }

    private func send(_ event: ChannelsEvent, at index: Int) -> [Action] {
        self.bots[index].connections.last.map { [.send($0, event)] } ?? []
    }

    private func position(of name: String) -> Int? {
        self.bots.firstIndex { $0.name.lowercased() == name.lowercased() }
    }

    private func index(of name: String?) throws(StageRefusal) -> Int {
        guard let last = self.bots.indices.last else {
            throw StageRefusal("no bots yet; use :bot add to add one")
        }
        guard let name else { return last }
        guard let index = self.position(of: name) else {
            let names = self.bots.map(\.name).joined(separator: ", ")
            let others = self.bots.count == 1 ? "the only bot is \(names)" : "the bots are \(names)"
            throw StageRefusal("no bot is named \(name); \(others)")
        }
        return index
    }

    // MARK: Time

    mutating func due(at now: ChannelsTimestamp) -> [Action] {
        var actions: [Action] = []
        for index in self.bots.indices {
            if let drop = self.bots[index].nextDrop, drop <= now {
                self.bots[index].nextDrop = now.advanced(by: Self.flapPeriod)
                actions += self.drop(at: index)
            }
            if let line = self.bots[index].nextLine, line <= now {
                actions += self.speak(at: index, now)
            }
        }
        return actions
    }

    private mutating func speak(at index: Int, _ now: ChannelsTimestamp) -> [Action] {
        let bot = self.bots[index]
        self.bots[index].isTyping.toggle()
        guard bot.isTyping else {
            self.bots[index].nextLine = now.advanced(by: Self.typingDuration)
            return self.send(.typing(on: bot.channel), at: index)
        }
        self.bots[index].lineCount += 1
        self.bots[index].nextLine = now.advanced(by: Self.chatterPeriod - Self.typingDuration)
        let line = Self.line(bot.lineCount, of: bot.name)
        return self.send(.message(line, on: bot.channel), at: index)
    }

    private static func line(_ count: Int, of name: String) -> String {
        let start = BotName.all.firstIndex(of: name) ?? name.unicodeScalars.count
        return Self.lines[(start + count) % Self.lines.count]
    }

    /// They stay true whatever an act does: nothing about tabs, tunnels or reconnections.
    private static let lines = [
        "Good morning!", "Hello, everybody.", "Can you see me?", "Yes, you are on the screen.",
        "Who else is here?", "How many of us are there?", "Nice colours.",
    ]

    // MARK: Reports

    /// - Returns: a remark if the server made it another user than it should be.
    mutating func subscribed(_ number: Int, as user: UserID?) -> BotReport.Remark? {
        guard let index = self.bots.firstIndex(where: { $0.connections.contains(number) }),
            let user, user != self.bots[index].userID, !self.bots[index].hasOtherUser
        else { return nil }
        self.bots[index].hasOtherUser = true
        return BotReport.Remark(
            "the authorization endpoint identified \(self.bots[index].name) as \(user.text); for "
                + "bots, it must use the parameters user_id and user_info",
            isProblem: true)
    }

    mutating func refused(
        _ number: Int, _ reason: String
    ) -> (remark: BotReport.Remark, actions: [Action])? {
        guard let index = self.bots.firstIndex(where: { $0.connections.contains(number) }) else {
            return nil
        }
        let name = self.bots[index].name
        self.bots[index].connections.removeAll { $0 == number }
        if self.bots[index].connections.isEmpty { self.bots.remove(at: index) }
        return (
            BotReport.Remark("the bot \(name) was refused: \(reason)", isProblem: true),
            [.close(number)]
        )
    }
}
