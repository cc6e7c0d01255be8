import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

extension Command {
    static func channelsCommands(orders: [String]) -> [Command] {
        [
            subscribe, unsubscribe, resubscribe, markItem, sort(orders), bind, bindEverywhere,
            unbind, toggleBinding, filterByBinding, trigger, takeName,
        ]
    }

    static let subscribe: Command = .init(
        "subscribe", .channels, keys: ["s"], title: "Subscribe", hint: "subscribe",
        summary: "Subscribes to channels, separated by spaces. Tab completes the names.",
        argument: .words(
            "CHANNELS", asks: "channel names, separated by spaces",
            names: { state, before in
                state.knownNames.filter { state.channels.rows[$0] == nil }.map(\.text)
                    .filter { !before.contains($0) }
            }, perform: { try $0.subscribe(to: $1) }),
        needs: .ownConnection,
        change: { $0.open(.argument(.subscribe)) })

    static let unsubscribe: Command = .init(
        "unsubscribe", .channels,
        keys: [.in(.channels, "u"), .in(.channels, .delete)],
        title: "Unsubscribe", hint: "unsub",
        summary: "Unsubscribes from the marked channels, or from the selected one; "
            + "the command also accepts patterns.",
        argument: .words(
            "CHANNELS", asks: "channel names or patterns, separated by spaces",
            names: { $0.subscribedNames(besides: $1) },
            perform: { try $0.unsubscribe(from: $1) }
        ).replacingSelection,
        needs: .ownConnection,
        unavailable: { $0.unsubscribeReason },
        perform: { $0.unsubscribe() })

    static let resubscribe: Command = .init(
        "resubscribe", .channels, keys: [.in(.channels, "t")], title: "Try again",
        hint: "try again",
        summary: "Retries the selected channel's subscription if it failed or got no answer.",
        needs: .ownConnection,
        unavailable: {
            $0.channels.selected == nil
                ? "no channel is selected" : $0.channels.selectedRow?.resubscribeReason
        },
        perform: { $0.channels.selected.map { [.client(.resubscribe($0))] } ?? [] })

    static let markItem: Command = .init(
        "mark-item", .channels, keys: [.in(.channels, " ")], title: "Mark a channel", hint: "mark",
        summary: "Marks or unmarks the selected channel; u unsubscribes from all marked channels.",
        needs: .oneServer,
        unavailable: {
            $0.channels.cursor.selected == nil ? "no channel is selected" : nil
        },
        change: { $0.toggleChannelMark() })

    /// While no panes are known: commands are the same if they have the same name.
    static let sort: Command = .sort([])

    private static func sort(_ orders: [String]) -> Command {
        Command(
            "sort", .channels,
            keys: [.in(.channels, "o"), .in(.members, "o"), .in(.bindings, "o")],
            title: "Sort", hint: "sort",
            summary: "Sorts channels, members, bindings or occupied channels by name, rate, count "
                + "and more.",
            argument: .choice(
                OrderedSet(orders).joined(separator: "|"), of: "sort order", names: { $0.orders },
                perform: { $0.sort(by: $1) }
            ).replacingSelection,
            needs: .oneServer,
            unavailable: { $0.orderReason },
            perform: { $0.order($0.orderedPane, by: nil) ?? [] })
    }

    static let bind: Command = .init(
        "bind", .channels, keys: ["b"], title: "Bind on this channel", hint: "bind",
        summary:
            "Binds to an event on the selected channel; * binds to every event.",
        argument: .name(
            "EVENT", asks: "event name, or * for every event", verb: "bind",
            names: { $0.eventNames.map(\.text) },
            perform: { try $0.bind($1, on: $0.channels.selected) }),
        needs: .ownConnection,
        unavailable: {
            $0.channels.selected == nil ? "no channel is selected; B binds on all channels" : nil
        },
        change: { if let channel = $0.channels.selected { $0.open(.bind(on: channel)) } })

    static let bindEverywhere: Command = .init(
        "bind-everywhere", .channels, keys: ["B"], title: "Bind on all channels",
        summary: "Binds to an event on all channels; * binds to every event.",
        argument: .name(
            "EVENT", asks: "event name, or * for every event", verb: "bind",
            names: { $0.eventNames.map(\.text) },
            perform: { try $0.bind($1, on: nil) }),
        needs: .ownConnection,
        change: { $0.open(.bindEverywhere) })

    static let unbind: Command = .init(
        "unbind", .channels, keys: [.in(.bindings, "u"), .in(.bindings, .delete)],
        title: "Unbind", hint: "unbind", summary: "Removes the selected binding.",
        needs: .ownConnection,
        unavailable: { $0.noBindingReason },
        perform: { $0.bindings.selectedBinding.map { [.client(.unbind($0.id))] } ?? [] })

    static let toggleBinding: Command = .init(
        "toggle-binding", .channels, keys: [.in(.bindings, "x")], title: "Binding on or off",
        hint: "on/off", summary: "Turns the selected binding on or off; its count remains.",
        needs: .ownConnection,
        unavailable: { $0.noBindingReason },
        perform: {
            $0.bindings.selectedBinding.map {
                [.client(.setBinding($0.id, isEnabled: !$0.isEnabled))]
            } ?? []
        })

    static let filterByBinding: Command = .init(
        "filter-by-binding", .channels, keys: [.in(.bindings, .enter)],
        title: "Show the events of a binding", hint: "its events",
        summary: "Shows only the events that the selected binding receives.",
        needs: .oneServer,
        unavailable: { $0.noBindingReason },
        change: { $0.filterByBinding() })

    static let trigger: Command = .init(
        "trigger", .channels, keys: ["c"], title: "Client event", hint: "client event",
        summary: "Sends a client event: channel, event name and data.",
        argument: .words(
            "CHANNEL EVENT DATA", asks: "CHANNEL EVENT DATA, such as private-chat client-typing {}",
            verb: "send", isConfidential: true, names: { $0.clientEventWords(after: $1) },
            perform: { try $0.clientEvent($1) }
        ).replacingSelection,
        changesServer: true,
        needs: .ownConnection,
        unavailable: {
            $0.triggerReason
        },
        change: {
            let channel = $0.triggerChannels.first
            $0.open(.argument(.trigger), text: channel.map { "\($0.text) client-" } ?? "")
        })

    static let takeName: Command = .init(
        "name", .channels, keys: [], title: "Change your name",
        summary:
            "Changes your name on presence channels and resubscribes so that others see it.",
        argument: .words(
            "NAME", asks: "your name", verb: "change it", perform: { try $0.rename($1) }),
        needs: .ownConnection,
        change: { $0.open(.argument(.takeName)) })
}

extension DashboardState {
    fileprivate var noBindingReason: String? {
        self.bindings.rows.isEmpty ? "no bindings yet; b adds one" : nil
    }

    fileprivate var orders: [String] {
        self.catalog.row(self.companion)?.ordered?.orders ?? ChannelsPane.orders
    }

    package func subscribedNames(besides typed: [String]) -> [String] {
        self.channels.rows.keys.map(\.text).filter { !typed.contains($0) }
    }

    fileprivate func clientEventWords(after words: [String]) -> [String] {
        switch words.count {
        case 0: self.triggerChannels.map(\.text)
        case 1: self.eventNames.filter(\.isClientEvent).map(\.text)
        default: []
        }
    }
}
