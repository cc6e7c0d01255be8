import Analysis
import ChannelsProtocol
import DashboardPanes
import DashboardParts
import EventWords
import Scripts
import TextScreen

// The stage: bots and acts.
extension Command {
    static let stageCommands: [Command] = [say, bot, bots, cue]

    static let say: Command = .init(
        "say", .stage, keys: [.in(.stage, .enter)], title: "Send a message", hint: "say",
        summary:
            "Sends a message to the members of the presence channel on the stage, as the client "
            + "event \(StageEvents.message.text).",
        argument: .words(
            "TEXT", asks: "the message to send", verb: "say", isConfidential: true,
            perform: { try $0.say($1) }),
        changesServer: true,
        needs: .ownConnection,
        unavailable: {
            $0.rosterChannel == nil ? "there is no presence channel; s subscribes to one" : nil
        },
        change: { $0.open(.argument(.say)) })

    static let bot: Command = .init(
        "bot", .stage, keys: [], title: "Order for a bot",
        summary:
            "Gives an order to a bot with a connection of its own: add Ana, leave, flap, twin, "
            + "chatter, say Ana Hello; off ends all.",
        argument: .words(
            "ORDER", asks: "an order, such as add Ana, flap or off", verb: "do it",
            names: { BotLine.candidates(after: $1, bots: $0.botNames) },
            perform: { try $0.orderBot($1) }),
        changesServer: true,
        needs: .ownConnection,
        unavailable: { $0.botReason },
        change: { $0.open(.argument(.bot)) })

    static let bots: Command = .init(
        "bots", .stage, keys: [.in(.members, "m"), .in(.stage, "m")], title: "Bots",
        hint: "bots",
        summary: "Lists what bots can do: join, leave, drop out again and again, open a second "
            + "connection, send messages.",
        argument: .words(
            "ORDER", asks: "an order for bots, such as add",
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
        unavailable: { $0.botReason },
        change: { $0.open(.bots) })

    static let cue: Command = .init(
        "cue", .stage, keys: [.in(.stage, " ")], title: "Next cue", hint: "cue",
        summary: "Starts the next cue of the act that buoy stage plays; :cue 1 goes back to the "
            + "first.",
        argument: .words(
            "NUMBER", asks: "the number of a cue", verb: "go there",
            perform: { try $0.goToCue($1) }
        ).replacingSelection,
        needs: .ownConnection,
        unavailable: {
            guard let play = $0.panes.stage.play else {
                return DashboardState.noAct
            }
            return play.isOver ? "the act is over; :cue 1 starts again" : nil
        },
        perform: { $0.nextCue() })
}

extension DashboardState {
    fileprivate static let noAct =
        "there is no act; buoy stage FILE plays one, and m lists what bots can do"

    /// The names of the bots that are there.
    var botNames: [String] { self.panes.stage.bots.map(\.name) }

    /// Why there can be no bots; `nil` if there can.
    var botReason: String? {
        if case .missing(let advice) = self.options.bots { return advice }
        return self.rosterChannel == nil && self.botNames.isEmpty
            ? "bots join a presence channel; s subscribes to one" : nil
    }

    /// The menu: what a bot can do, and which one would.
    var botOrders: [PickerOverlay.Item] {
        let bots = self.panes.stage.bots
        let verbs = bots.isEmpty ? [BotVerb.add] : BotVerb.allCases
        return verbs.map { verb in
            let who = verb == .add || verb == .off ? nil : bots.last?.name
            return .init(
                name: verb.rawValue, detail: (who.map { "\($0) " } ?? "") + verb.summary)
        }
    }

    /// Gives an order. The first one on a server that is not the sandbox is asked for once more,
    /// because others see the bots.
    mutating func orderBot(_ text: String) throws(PromptRefusal) -> [Effect] {
        if let reason = self.botReason { throw PromptRefusal(text: reason) }
        do throws(StageRefusal) {
            let request = BotRequest(try BotLine.order(text), on: self.rosterChannel)
            return self.asking([.bots(request)])
        } catch {
            throw PromptRefusal(text: error.description)
        }
    }

    /// The effects, or none if the user is asked first.
    private mutating func asking(_ effects: [Effect]) -> [Effect] {
        let isNew = effects.contains { effect in
            if case .bots = effect { return !self.hasHadBots }
            if case .fault = effect { return !self.hasMadeFaults }
            return false
        }
        guard isNew, !self.options.isSandbox else { return effects }
        self.confirmation = .stage(effects)
        return []
    }

    /// Bots have come or gone, or were refused.
    mutating func botsChanged(_ report: BotReport) {
        if !report.bots.isEmpty { self.hasHadBots = true }
        guard let remark = report.remark else { return }
        self.log.append(
            LogNote(at: report.time, "bot", remark.isProblem ? .bad : .neutral, text: remark.text))
        if remark.isProblem { self.show(.warning, remark.text) }
    }

    // MARK: Messages

    /// How often others are told that the user is typing; they forget it after four seconds.
    private static let typingInterval = Duration.seconds(3)

    /// Tells the members on the stage that the user is typing a message.
    mutating func typingIndicator(for prompt: Prompt) -> [Effect] {
        guard case .argument(Command.say.id, _) = prompt.kind.purpose, !prompt.field.text.isEmpty,
            self.connection.state == .connected, let channel = self.rosterChannel,
            self.toldTyping.map({ self.now.duration(since: $0) >= Self.typingInterval }) ?? true
        else { return [] }
        self.toldTyping = self.now
        return [.client(.trigger(.typing(on: channel)))]
    }

    // MARK: Acts

    /// Starts the next cue.
    mutating func nextCue() -> [Effect] {
        self.perform(self.panes.stage.play?.next(at: self.now) ?? [])
    }

    /// Makes the cue with this number the next one.
    mutating func goToCue(_ text: String) throws(PromptRefusal) -> [Effect] {
        guard self.panes.stage.play != nil else { throw PromptRefusal(text: Self.noAct) }
        guard let number = Int(text.trimmingSpaces) else {
            throw PromptRefusal(text: "type the number of a cue")
        }
        do throws(StageRefusal) { try self.panes.stage.play?.go(to: number) } catch {
            throw PromptRefusal(text: error.description)
        }
        return []
    }

    /// What a cue has waited for.
    mutating func dueSteps() -> [Effect] {
        guard let steps = self.panes.stage.play?.due(at: self.now), !steps.isEmpty else {
            return []
        }
        self.revision &+= 1
        return self.perform(steps)
    }

    private mutating func perform(_ steps: [StageStep]) -> [Effect] {
        self.asking(steps.compactMap { self.effect(of: $0) })
    }

    private func effect(of step: StageStep) -> Effect? {
        let channel = self.rosterChannel
        switch step {
        case .bot(let order): return .bots(BotRequest(order, on: channel))
        case .fault(let order): return .fault(order)
        case .reconnect: return .client(.reconnect)
        case .say(let text): return channel.map { .client(.trigger(.message(text, on: $0))) }
        case .typing: return channel.map { .client(.trigger(.typing(on: $0))) }
        case .wait: return nil
        }
    }
}
