import BuoyDashboard
import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

extension Command.Section {
    static let stage = Command.Section("The stage", order: 30)
}

extension Command {
    static let say: Command = .init(
        "say", .stage, keys: [.in(.stage, .enter)], title: "Send a message", hint: "say",
        summary:
            "Sends a message to the presence channel on the stage, as the client event "
            + "\(StageEvents.message.text).",
        argument: .words(
            "TEXT", asks: "the message to send", verb: "say", isConfidential: true,
            perform: { try $0.say($1) }
        ).whileTyped { $0.tellTyping() },
        changesServer: true,
        needs: .ownConnection,
        unavailable: {
            $0.rosterChannel == nil ? "no presence channel; press s to subscribe to one" : nil
        },
        change: { $0.open(.argument(.say)) })

    static let bot: Command = .init(
        "bot", .stage, keys: [], title: "Control a bot",
        summary:
            "Controls bots, which have their own connections: add Ana, leave, flap, twin, chatter, "
            + "say Ana Hello; off removes all bots.",
        argument: .words(
            "ORDER", asks: "a bot command, such as add Ana, flap or off", verb: "run",
            names: { BotLine.candidates(after: $1, bots: $0.botNames) },
            perform: { try $0.orderBot($1) }),
        changesServer: true,
        needs: .ownConnection, synonyms: ["robot", "simulate member", "fake user"],
        unavailable: { $0.botReason },
        change: { $0.open(.argument(.bot)) })

    static let bots: Command = .init(
        "bots", .stage, keys: [.in(.stage, "m")], title: "Bots",
        hint: "bots",
        summary: "Lists bot commands: join, leave, reconnect repeatedly, open a second connection, "
            + "send messages.",
        argument: .words(
            "ORDER", asks: "a bot command, such as add",
            names: { BotLine.candidates(after: $1, bots: $0.botNames) },
            perform: { state, order in
                guard order.trimmingSpaces != BotVerb.say.rawValue else {
                    state.open(.argument(.bot), text: "say \(state.botNames.last ?? "") ")
                    return []
                }
                return try state.orderBot(order)
            }),
        changesServer: true,
        needs: .ownConnection,
        synonyms: ["robots", "simulate members", "fake users", "second tab"],
        unavailable: { $0.botReason },
        change: { $0.open(PickerKind.bots) })

    static let cue: Command = .init(
        "cue", .stage, keys: [.in(.stage, " ")], title: "Next cue", hint: "next",
        summary: "Starts the next cue in the act that buoy stage is playing; :cue 1 returns to the "
            + "first.",
        argument: .words(
            "NUMBER", asks: "a cue number", verb: "go there",
            perform: { try $0.goToCue($1) }
        ).replacingSelection,
        needs: .ownConnection, synonyms: ["next", "act", "script"],
        unavailable: {
            guard let play = $0[StagePane.self]?.play else {
                return DashboardState.noAct
            }
            return play.isOver ? "the act is over; use :cue 1 to restart" : nil
        },
        perform: { $0.nextCue() })
}

extension PickerKind {
    static let bots = PickerKind(command: .bots, items: { $0.botOrders }, verb: "run")
}

extension DashboardState {
    fileprivate static let noAct =
        "no act; run buoy stage to play one, or press m for bot commands"

    fileprivate var botNames: [String] { self[StagePane.self]?.bots.map(\.name) ?? [] }

    fileprivate var botReason: String? {
        let access = self.options.facts[BotAccess.self] ?? .missing("No server is configured.")
        if case .missing(let advice) = access { return advice }
        return self.rosterChannel == nil && self.botNames.isEmpty
            ? "bots need a presence channel; press s to subscribe to one" : nil
    }

    fileprivate var botOrders: [PickerOverlay.Item] {
        let bots = self[StagePane.self]?.bots ?? []
        let verbs = bots.isEmpty ? [BotVerb.add] : BotVerb.allCases
        return verbs.map { verb in
            let who = verb == .add || verb == .off ? nil : bots.last?.name
            return .init(
                name: verb.rawValue, detail: (who.map { "\($0) " } ?? "") + verb.summary)
        }
    }

    /// The first order on a server that is not the sandbox is confirmed, because others see the
    /// bots.
    fileprivate mutating func orderBot(_ text: String) throws(PromptRefusal) -> [Effect] {
        if let reason = self.botReason { throw PromptRefusal(text: reason) }
        do throws(StageRefusal) {
            let order = try BotLine.order(text)
            guard order.verb != .chatter || !self.hasVisitors else {
                throw StageRefusal("people are in the room, so bots send no messages on their own")
            }
            return self.asking([.bots(BotRequest(order, on: self.rosterChannel))])
        } catch {
            throw PromptRefusal(text: error.description)
        }
    }

    private mutating func asking(_ effects: [Effect]) -> [Effect] {
        let isNew = effects.contains { effect in
            if effect.request(BotRequest.self) != nil {
                return self[StagePane.self]?.hasHadBots == false
            }
            if case .fault = effect { return !self.hasMadeFaults }
            return false
        }
        guard isNew, !self.options.isSandbox else { return effects }
        let words = SafeText(
            sanitizing: effects.map(\.words).joined(separator: ", "), limit: 200)
        self.ask(
            Confirmation(
                question: "others may be using this server: \(words)? y/N", verb: "continue",
                effects: effects))
        return []
    }

    // MARK: Messages

    fileprivate func say(_ text: String) throws(PromptRefusal) -> [Effect] {
        let text = text.trimmingSpaces
        guard !text.isEmpty else { return [] }
        guard let channel = self.rosterChannel else {
            throw PromptRefusal(text: "no presence channel; press s to subscribe to one")
        }
        return [.client(.trigger(.message(text, on: channel)))]
    }

    fileprivate mutating func tellTyping() -> [Effect] {
        let now = self.now
        guard self.isConnected, let channel = self.rosterChannel,
            self[StagePane.self]?.isTyping(at: now) == true
        else { return [] }
        return [.client(.trigger(.typing(on: channel)))]
    }

    // MARK: Acts

    fileprivate mutating func nextCue() -> [Effect] {
        let now = self.now
        self[StagePane.self]?.room?.herd = nil
        return self.perform(self[StagePane.self]?.play?.next(at: now) ?? [])
    }

    fileprivate mutating func goToCue(_ text: String) throws(PromptRefusal) -> [Effect] {
        guard self[StagePane.self]?.play != nil else { throw PromptRefusal(text: Self.noAct) }
        guard let number = Int(text.trimmingSpaces) else {
            throw PromptRefusal(text: "type a cue number")
        }
        do throws(StageRefusal) { try self[StagePane.self]?.play?.go(to: number) } catch {
            throw PromptRefusal(text: error.description)
        }
        return []
    }

    mutating func dueSteps() -> [Effect] {
        let now = self.now
        guard let pane = self[StagePane.self], pane.isActive else { return [] }
        let members = self.stageRoster?.present.count ?? 0
        return self.perform(self[StagePane.self]?.play?.due(at: now, members: members) ?? [])
            + self.calmingEffects(pane.bots.filter(\.isChattering))
    }

    /// People talk, so bots do not.
    private func calmingEffects(_ bots: [BotStatus]) -> [Effect] {
        guard !bots.isEmpty, self.hasVisitors else { return [] }
        return bots.map { .bots(BotRequest(.calm($0.name), on: $0.channel)) }
    }

    private mutating func perform(_ steps: [StageStep]) -> [Effect] {
        self.asking(steps.flatMap { self.effects(of: $0) })
    }

    private mutating func effects(of step: StageStep) -> [Effect] {
        let channel = self.rosterChannel
        switch step {
        case .bot(let order) where order.verb == .chatter && self.hasVisitors: return []
        case .bot(let order): return [.bots(BotRequest(order, on: channel))]
        case .fault(let order): return [.fault(order)]
        case .reconnect: return [.client(.reconnect)]
        case .say(let text):
            return channel.map { [.client(.trigger(.message(text, on: $0)))] } ?? []
        case .typing: return channel.map { [.client(.trigger(.typing(on: $0)))] } ?? []
        case .room(let order): return self.order(order)
        case .wait, .waitForMembers: return []
        }
    }
}
