import BuoyScripts
import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

extension Command {
    static let connectionCommands: [Command] = [
        connect, reconnect, disconnect, connectionView, showLog, ping, exportConnection,
        policy, fault,
        faults,
    ]

    static let connect: Command = .init(
        "connect", .connection, keys: ["r"], title: "Connect or retry",
        hint: .init { $0.connection.waiting == nil ? "connect" : "retry now" },
        summary: "Connects, or starts the pending attempt immediately.",
        needs: .ownConnection,
        unavailable: {
            switch $0.connection.state {
            case .connected: "already connected; R reconnects"
            case .connecting, .unavailable:
                $0.connection.waiting == nil ? "an attempt is under way" : nil
            case .initialized, .disconnected, .failed: nil
            }
        },
        perform: { _ in [.client(.connect)] })

    static let reconnect: Command = .init(
        "reconnect", .connection, keys: ["R"], title: "Close and reconnect", hint: "reconnect",
        summary: "Closes the connection and opens a new one.",
        needs: .ownConnection,
        unavailable: {
            switch $0.connection.state {
            case .initialized, .disconnected, .failed: "not connected; r connects"
            case .connecting, .connected, .unavailable: nil
            }
        },
        perform: { _ in [.client(.reconnect)] })

    static let disconnect: Command = .init(
        "disconnect", .connection, keys: ["D"], title: "Disconnect",
        hint: .init { $0.connection.state == .connected ? "disconnect" : "stop" },
        summary: "Closes the connection and stays disconnected until you press r.",
        needs: .ownConnection,
        unavailable: {
            switch $0.connection.state {
            case .initialized, .disconnected: "no connection to close"
            // After a failure, this prevents another attempt when the network comes back.
            case .connecting, .connected, .unavailable, .failed: nil
            }
        },
        perform: { _ in [.client(.disconnect)] })

    static let connectionView: Command = .init(
        "connection-view", .connection, keys: [.in(.connection, "v")], title: "Connection view",
        hint: "view",
        summary:
            "Switches the view of the connection: explanation, timeline, gaps, round trips, "
            + "subscriptions with their authorizations, or log.",
        argument: .choice(
            ConnectionDetailsPane.View.allCases.map(\.rawValue).joined(separator: "|"),
            of: "view", names: { _ in ConnectionDetailsPane.View.allCases.map(\.rawValue) },
            perform: { $0.showConnection($1) }),
        needs: .oneServer, synonyms: ["missed events", "lost events", "gaps"],
        perform: { state in
            state.turnConnectionView()
            return []
        })

    static let showLog: Command = .init(
        "connection-view log", .connection, keys: ["6"], title: "Connection log",
        summary: "Shows connection states, authorizations and errors, but no events.",
        needs: .oneServer, perform: { $0.showConnection("log") })

    static let ping: Command = .init(
        "ping", .connection, keys: ["T"], title: "Ping the server", hint: "ping",
        summary:
            "Pings the server to measure the round trip and check that it answers.",
        needs: .ownConnection,
        unavailable: { $0.pingReason },
        perform: { _ in [.client(.ping)] })

    static let exportConnection: Command = .init(
        "export-connection", .connection, keys: [.in(.connection, "e")],
        title: "Export the timeline",
        summary:
            "Exports the timeline as JSON lines, or the gaps or subscriptions while they are "
            + "shown.",
        argument: .words(
            "FILE", asks: "file name", verb: "write",
            perform: { $0.exportConnection(to: $1.trimmingSpaces) }),
        needs: .oneServer,
        unavailable: {
            $0.connection.steps.count == 0 ? "nothing to export yet" : nil
        },
        change: {
            let name = $0.datedName("connection")
            $0.open(.export(.exportConnection, $0.connectionExportSubject, dated: name))
        })

    static let policy: Command = .init(
        "policy", .connection, keys: [], title: "Reconnection policy",
        summary: "Changes the reconnection policy: standard, pusher-js, pusher-swift and others.",
        argument: .choice(
            of: "policy", names: { $0.options.policies },
            perform: { [.client(.setPolicy($1))] }),
        needs: .ownConnection,
        unavailable: { $0.options.policies.isEmpty ? "no other policy to choose" : nil },
        change: { $0.open(.policies) })

    static let fault: Command = .init(
        "fault", .connection, keys: [], title: "Inject a fault",
        summary:
            "Injects faults into the connection: cut, silence for 30s, at 10s close 4200 every 1m; "
            + "off ends all faults.",
        argument: .words(
            "FAULT", asks: "a fault, such as silence for 30s, or off", verb: "inject",
            names: { FaultLine.candidates(after: $1) }, perform: { try $0.makeFault($1) }),
        needs: [.oneServer, .present],
        change: { $0.open(.faults) })

    static let faults: Command = .init(
        "faults", .connection, keys: ["E"], title: "Choose a fault", hint: "faults",
        summary: "Lists the available faults; Enter edits how long and how "
            + "often.",
        argument: .choice(
            of: "fault", names: { $0.faultLines.map(\.name) },
            perform: { state, line in
                guard line != "off" else { return state.endFaults() }
                state.open(.argument(.fault), text: line)
                return []
            }),
        needs: [.oneServer, .present],
        change: { $0.open(.faults) })
}
