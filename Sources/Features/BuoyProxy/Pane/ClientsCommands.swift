import BuoyDashboard
import BuoyScripts
import BuoyTextScreen
import ChannelsBasics
import ChannelsEventWords
import ChannelsProtocol

extension Command {
    static let faultOfAll: Command = .init(
        "fault-all", .connection, keys: [], title: "Inject a fault into all clients",
        summary: "Like :fault, but for all current and future buoy proxy clients; off ends it.",
        argument: .words(
            "FAULT", asks: "a fault, such as refuse for 30s, or off", verb: "inject",
            names: { FaultLine.candidates(after: $1) },
            perform: { try $0.makeFault($1, on: $0.allClients) }),
        needs: [.oneServer, .present],
        unavailable: { $0.clients == nil ? DashboardState.noProxyReason : nil },
        change: { $0.open(.argument(.faultOfAll)) })

    static let showClient: Command = .init(
        "show-client", .connection, keys: [.in(.clients, .enter)], title: "Show a client",
        hint: "show",
        summary: "Shows the selected buoy proxy client, or client NUMBER, in all panes.",
        argument: .choice(
            "NUMBER", of: "client", names: { $0.clients?.all.map { "\($0)" } ?? [] },
            perform: { Int($1).map { [.proxy(.show(ClientNumber($0)))] } ?? [] }),
        needs: [.oneServer, .present],
        unavailable: { $0.clientReason },
        perform: { $0.clients?.selected.map { [.proxy(.show($0))] } ?? [] })

    static let forgetClient: Command = .init(
        "forget-client", .connection, keys: [.in(.clients, .delete)], title: "Forget a client",
        hint: "forget",
        summary: "Removes a disconnected buoy proxy client from the list.",
        argument: .choice(
            "NUMBER", of: "client", names: { $0.clients?.forgettable.map { "\($0)" } ?? [] },
            perform: { Int($1).map { [.proxy(.forget(ClientNumber($0)))] } ?? [] }
        ).replacingSelection,
        needs: [.oneServer, .present],
        unavailable: { $0.forgetReason },
        perform: { $0.clients?.selected.map { [.proxy(.forget($0))] } ?? [] })
}

extension Command {
    static let holdMessages: Command = .init(
        "hold", .connection, keys: [], title: "Hold messages",
        summary: "Holds matching messages to and from the shown buoy proxy client until you "
            + "decide, such as :hold event:order.* for 20s; off stops holding.",
        argument: .words(
            "FILTER", asks: "a filter such as event:order.*, or off", verb: "hold",
            names: { $1.isEmpty ? ["off"] + $0.eventNames.map { "event:\($0.text)" } : [] },
            perform: { try $0.hold($1) }),
        needs: [.oneServer, .present],
        synonyms: ["intercept", "breakpoint", "stop", "tamper", "edit message"],
        unavailable: { $0.holdReason },
        change: { $0.open(.argument(.holdMessages)) })

    static let held: Command = .variants(
        "held", .connection, title: "Held message", form: "release|drop|twice", of: "decision",
        summary: "Sends the oldest held message unchanged, drops it, or sends it twice.")

    static let letGoMessage: Command = .decision(
        "held release", "L", title: "Release a held message", hint: "release",
        summary: "Sends the oldest held message unchanged.",
        synonyms: ["forward", "continue", "resume"], .letGo)

    static let dropMessage: Command = .decision(
        "held drop", "~", title: "Drop a held message", hint: "drop",
        summary: "Drops the oldest held message.",
        synonyms: ["omit", "discard", "swallow"], .drop)

    static let sendMessageTwice: Command = .decision(
        "held twice", "@", title: "Send a held message twice", hint: "twice",
        summary: "Sends the oldest held message twice.",
        synonyms: ["repeat", "duplicate"], .sendTwice)

    static let changeMessage: Command = .init(
        "change-message", .connection, keys: ["M"], title: "Change a held message",
        hint: "change",
        summary: "Sends the oldest held message with new data.",
        argument: .words(
            "DATA", asks: "the new data", verb: "send",
            isConfidential: true, perform: { try $0.changeHeld($1) }),
        needs: [.oneServer, .present],
        synonyms: ["edit", "modify", "tamper"],
        unavailable: { $0.heldReason },
        change: {
            let message = $0.clients?.heldMessage
            $0[ClientsPane.self]?.edited = message
            $0.open(.argument(.changeMessage), text: message?.content.event.data.text ?? "")
        })

    private static func decision(
        _ name: String, _ key: KeyBinding, title: String, hint: Hint, summary: String,
        synonyms: [String], _ decision: HeldDecision
    ) -> Command {
        .init(
            name, .connection, keys: [key], title: title, hint: hint, summary: summary,
            needs: [.oneServer, .present], synonyms: synonyms,
            unavailable: { $0.heldReason },
            perform: { state in
                state.clients?.heldMessage.map { [.proxy(.settle($0, decision))] } ?? []
            })
    }
}

extension DashboardState {
    var holdReason: String? {
        guard let clients = self.clients else { return Self.noProxyReason }
        return clients.shown == nil ? "no client has connected yet" : nil
    }

    var heldReason: String? {
        if let reason = self.holdReason { return reason }
        return self.clients?.heldMessage == nil
            ? "no message is held; use :hold event:order.* to start" : nil
    }

    /// Holds what a filter matches, for a time at most: `event:order.* for 20s`, or `off`.
    mutating func hold(_ text: String) throws(PromptRefusal) -> [Effect] {
        guard let client = self.clients?.shown else { return [] }
        var words = text.split(separator: " ")
        guard words != ["off"] else {
            self.show(.info, "messages are no longer held")
            return [.proxy(.hold(nil, of: client))]
        }
        var limit = MessageRule.standardLimit
        if words.count > 2, words[words.count - 2] == "for" {
            guard let time = Duration(typed: String(words[words.count - 1])), time > .zero,
                time <= MessageRule.longestLimit
            else { throw PromptRefusal(text: "the time must be at most 1h, such as 20s or 2m") }
            limit = time
            words.removeLast(2)
        }
        let source = words.joined(separator: " ")
        guard !source.isEmpty else {
            throw PromptRefusal(text: "type a filter, such as event:order.*, or off")
        }
        let filter: EventFilter
        do { filter = try EventFilter(source) } catch {
            throw PromptRefusal(text: error.description)
        }
        let rule = MessageRule(filter: filter, action: .hold(atMost: limit))
        self.show(.info, "holding \(source) for up to \(Figures.duration(limit))")
        return [.proxy(.hold(rule, of: client))]
    }

    /// Changes the message that the prompt was opened for, although another one may be held longest
    /// by now.
    mutating func changeHeld(_ data: String) throws(PromptRefusal) -> [Effect] {
        let edited = self[ClientsPane.self]?.edited
        guard let clients = self.clients, let message = edited ?? clients.heldMessage,
            clients.holds(message)
        else { throw PromptRefusal(text: "the message was already sent") }
        self[ClientsPane.self]?.edited = nil
        return [.proxy(.settle(message, .change(data: data)))]
    }
}

extension DashboardState {
    var clients: ClientsPane? { self[ClientsPane.self].flatMap { $0.isProxy ? $0 : nil } }

    static let noProxyReason = "only buoy proxy has other clients"

    var clientReason: String? {
        guard let clients = self.clients else { return Self.noProxyReason }
        return clients.all.isEmpty ? "no client has connected yet" : nil
    }

    var forgetReason: String? {
        if let reason = self.clientReason { return reason }
        guard let clients = self.clients, let selected = clients.selected,
            !clients.forgettable.contains(selected)
        else { return nil }
        return selected == clients.shown
            ? "this client is shown; show another one first" : "this client is connected"
    }

    var allClients: FaultSubject {
        FaultSubject(
            hasConnection: self.clients?.hasConnection ?? false,
            missingConnection: "no client is connected"
        ) { .proxy(.faultOfAll($0)) }
    }
}
