import BuoyDashboard
import BuoyTextScreen
import ChannelsBasics
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

extension Command.Section {
    static let app = Self("The app", order: 20)
}

extension Command {
    static let appCommands: [Command] = [
        subscribeOccupied, refresh, watch, unwatch, publish, templates, saveTemplate, compareUsers,
        terminate, probe,
    ]

    static let subscribeOccupied: Command = .init(
        "subscribe-occupied", .app, keys: [.in(.occupied, .enter)],
        title: "Subscribe to this channel", hint: "subscribe",
        summary: "Subscribes to the selected occupied channel.",
        needs: [.oneServer, .present],
        synonyms: ["join", "add"],
        unavailable: { $0.subscribeOccupiedReason },
        perform: { $0[OccupiedPane.self]?.selected.map { [.client(.subscribe($0))] } ?? [] })

    static let refresh: Command = .init(
        "refresh", .app, keys: [], title: "Refresh the channels",
        hint: "refresh",
        summary:
            "Shows the occupied channels and refreshes them now; :refresh 5s refreshes them "
            + "every 5 seconds.",
        argument: .name(
            "INTERVAL", asks: "an interval, such as 5s or 2m",
            names: { _ in ["2s", "5s", "10s", "30s", "1m"] },
            perform: { try $0.refresh(every: $1) }),
        needs: [.oneServer, .present],
        synonyms: ["update", "poll", "interval", "reload channels"],
        unavailable: { $0.apiReason },
        perform: { state in
            state.changeApp { $0.refreshNow() }
            return state.show(.occupied)
        })

    static let watch: Command = .init(
        "watch", .app, keys: [], title: "Watch a pattern", hint: "a pattern, * for all",
        summary: "Subscribes to every occupied channel that matches a pattern such as orders-*, "
            + "now and as new ones appear.",
        argument: .words(
            "PATTERN", asks: "a pattern, such as orders-*", verb: "watch",
            names: { $1.isEmpty ? $0.channelPrefixes : [] }, perform: { try $0.watch($1) }),
        needs: [.oneServer, .present],
        synonyms: ["pattern", "follow", "glob", "wildcard", "auto subscribe"],
        unavailable: { $0.apiReason },
        change: { $0.open(.argument(.watch)) })

    static let unwatch: Command = .init(
        "unwatch", .app, keys: [], title: "Stop watching",
        summary: "Stops watching one pattern or all of them; the channels stay subscribed.",
        argument: .choice(
            "PATTERN", of: "watched pattern", names: { $0.watchedPatterns },
            perform: { $0.unwatch($1) }),
        needs: [.oneServer, .present],
        synonyms: ["unfollow", "stop watching"],
        unavailable: {
            $0.apiReason ?? ($0.watchedPatterns.isEmpty ? "not watching any pattern" : nil)
        },
        perform: { $0.unwatch(nil) })

    static let publish: Command = .init(
        "publish", .app, keys: ["P"], title: "Publish", hint: "publish",
        summary: "Publishes an event as the app's server would: to comma-separated channels, "
            + "or to a signed-in user as @USER.",
        argument: .words(
            "TARGETS EVENT DATA", asks: "CHANNEL EVENT DATA, such as orders,news paid {\"id\":1}",
            verb: "publish",
            isConfidential: true, names: { $0.publishWords(after: $1) },
            perform: { try $0.publish($1) }
        ).remarking { $0.publishRemark($1) },
        changesServer: true,
        needs: [.oneServer, .present],
        synonyms: ["send", "trigger", "emit", "server event", "http api"],
        unavailable: { $0.apiReason },
        change: { $0.open(.argument(.publish)) })

    static let templates: Command = .init(
        "templates", .app, keys: [], title: "Publish a template",
        summary: "Lists the saved publish templates; Enter opens one for editing.",
        argument: .choice(
            of: "template", names: { Array($0.settings.publishTemplates.keys) },
            perform: { $0.openTemplate(named: $1) }),
        changesServer: true,
        needs: [.oneServer, .present],
        synonyms: ["snippets", "saved events"],
        unavailable: { $0.apiReason },
        change: { $0.open(.templates) })

    static let saveTemplate: Command = .init(
        "save-template", .app, keys: [], title: "Save a template",
        summary: "Saves the last published event and its data as a named template.",
        argument: .name(
            asks: "a name", names: { Array($0.settings.publishTemplates.keys) },
            perform: { try $0.saveTemplate(named: $1.trimmingSpaces) }),
        needs: [.oneServer, .present],
        synonyms: ["snippet", "remember event"],
        unavailable: {
            let line = $0[OccupiedPane.self]?.lastPublished
            return $0.apiReason ?? (line == nil ? "nothing published yet; press P to publish" : nil)
        },
        change: { $0.open(.argument(.saveTemplate)) })

    static let compareUsers: Command = .init(
        "compare-users", .app,
        keys: [.in(.channels, "I"), .in(.members, "I"), .in(.occupied, "I")],
        title: "Compare users",
        summary: "Compares a presence channel's members with the users listed by the HTTP API; if "
            + "they differ, compares again a second later.",
        argument: .choice(
            "CHANNEL", of: "presence channel", names: { $0.rosterChannels.map(\.text) },
            perform: { $0.compareUsers(of: ChannelName(wire: $1)) }),
        needs: [.oneServer, .present],
        synonyms: ["members", "roster", "check", "verify presence"],
        unavailable: { $0.auditReason },
        perform: { state in state.rosterChannel.map { state.compareUsers(of: $0) } ?? [] })

    static let terminate: Command = .init(
        "terminate", .app, keys: [.in(.members, .delete)], title: "Close a user's connections",
        summary: "Closes all of a signed-in user's connections, after confirmation.",
        argument: .name(
            "USER", asks: "the id of a signed-in user", verb: "ask", names: { $0.userNames },
            perform: { state, user in state.askToTerminate(UserID(user.trimmingSpaces)) }),
        changesServer: true,
        needs: [.oneServer, .present],
        synonyms: ["kick", "ban", "log out", "disconnect user"],
        unavailable: { $0.apiReason },
        perform: { state in
            if state.focus == .members, case .member(_, let member)? = state.selection {
                return state.askToTerminate(member.id)
            }
            state.open(.argument(.terminate))
            return []
        })

    static let probe: Command = .init(
        "probe", .app, keys: [], title: "Measure delivery times",
        summary: "Publishes 20 (or COUNT) small events to a separate channel or CHANNEL and "
            + "measures how long they take to arrive.",
        argument: .words(
            "CHANNEL COUNT", asks: "a channel and an event count",
            names: { $1.isEmpty ? $0.subscribedNames(besides: $1) : [] },
            perform: { try $0.probe($1) }),
        changesServer: true,
        needs: [.oneServer, .present],
        synonyms: ["latency", "ping", "measure", "round trip", "benchmark"],
        unavailable: { $0.probeReason },
        perform: { $0.startProbe(on: nil, count: PublishProbe.standardCount) })
}
