import ChannelsProtocol
import ConnectionHeader
import DashboardPanes
import DashboardSetup
import Dialogs
import EventLog
import EventWords
import FaultScripts
import TextScreen

// The connection.
extension Command {
    static let connectionCommands: [Command] = [
        connect, reconnect, disconnect, policy, fault, faults,
    ]

    static let connect: Command = .init(
        "connect", .connection, keys: ["r"], title: "Connect or retry",
        hint: .init { $0.connection.waiting == nil ? "connect" : "retry now" },
        summary: "Connects, or starts the pending attempt right away.",
        unavailable: {
            switch $0.connection.state {
            case .connected: "already connected; R drops the connection and reconnects"
            case .connecting, .unavailable:
                $0.connection.waiting == nil ? "an attempt is under way" : nil
            case .initialized, .disconnected, .failed: nil
            }
        },
        perform: { _ in [.client(.connect)] })

    static let reconnect: Command = .init(
        "reconnect", .connection, keys: ["R"], title: "Drop and reconnect",
        summary: "Closes the connection and opens a new one.",
        unavailable: {
            switch $0.connection.state {
            case .initialized, .disconnected, .failed: "there is no connection to drop; r connects"
            case .connecting, .connected, .unavailable: nil
            }
        },
        perform: { _ in [.client(.reconnect)] })

    static let disconnect: Command = .init(
        "disconnect", .connection, keys: ["D"], title: "Disconnect",
        summary: "Closes the connection and stays disconnected until r connects again.",
        unavailable: {
            switch $0.connection.state {
            case .initialized, .disconnected: "there is no connection to close"
            // After a failure, this prevents another attempt when the network comes back.
            case .connecting, .connected, .unavailable, .failed: nil
            }
        },
        perform: { _ in [.client(.disconnect)] })

    static let policy: Command = .init(
        "policy", .connection, keys: [], title: "Reconnection policy",
        summary: "Chooses how to reconnect: standard, pusher-js, pusher-swift and others.",
        argument: .choice(
            of: "policy", names: { $0.options.policies },
            perform: { [.client(.setPolicy($1))] }),
        unavailable: { $0.options.policies.isEmpty ? "there is no other policy to choose" : nil },
        change: { $0.open(.policies) })

    static let fault: Command = .init(
        "fault", .connection, keys: [], title: "Make a fault",
        summary: "Makes the connection suffer: cut, silence for 30s, at 10s close 4200 every 1m; "
            + "off ends all faults.",
        argument: .words(
            "FAULT", asks: "a fault, such as silence for 30s, or off", verb: "do it",
            names: { FaultLine.candidates(after: $1) }, perform: { try $0.makeFault($1) }),
        change: { $0.open(.faults) })

    static let faults: Command = .init(
        "faults", .connection, keys: ["E"], title: "Faults to choose from",
        summary: "Lists what can be made to go wrong; Enter opens a line for how long and how "
            + "often.",
        argument: .choice(
            of: "fault", names: { $0.faultLines.map(\.name) },
            perform: { state, line in
                guard line != "off" else { return [.fault(.endAll)] }
                state.open(.argument(.fault), text: line)
                return []
            }),
        change: { $0.open(.faults) })
}
