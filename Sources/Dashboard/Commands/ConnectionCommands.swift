import ChannelsProtocol
import ConnectionHeader
import DashboardPanes
import DashboardSetup
import EventLog
import EventWords
import TextScreen

// The connection.
extension Command {
    static let connectionCommands: [Command] = [connect, reconnect, disconnect, policy]

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
}
