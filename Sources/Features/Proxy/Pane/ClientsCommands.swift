import Dashboard
import DashboardPanes
import DashboardParts
import Scripts
import TextScreen

// The clients of a proxy: faults of all, which one is shown, and which are remembered.
extension Command {
    static let faultOfAll: Command = .init(
        "fault-all", .connection, keys: [], title: "Make a fault for all clients",
        summary: "As :fault, for all clients of buoy proxy and those to come; off ends these.",
        argument: .words(
            "FAULT", asks: "a fault, such as refuse for 30s, or off", verb: "do it",
            names: { FaultLine.candidates(after: $1) },
            perform: { try $0.makeFault($1, on: $0.allClients) }),
        needs: [.oneServer, .present],
        unavailable: { $0.clients == nil ? DashboardState.noProxyReason : nil },
        change: { $0.open(.argument(.faultOfAll)) })

    static let showClient: Command = .init(
        "show-client", .connection, keys: [.in(.clients, .enter)], title: "Show a client",
        hint: "show",
        summary: "Shows the selected client of buoy proxy in all panes, or the one with a number.",
        argument: .choice(
            "NUMBER", of: "client", names: { $0.clients?.all.map { "\($0)" } ?? [] },
            perform: { Int($1).map { [.proxy(.show(ClientNumber($0)))] } ?? [] }),
        needs: [.oneServer, .present],
        unavailable: { $0.clientReason },
        perform: { $0.clients?.selected.map { [.proxy(.show($0))] } ?? [] })

    static let forgetClient: Command = .init(
        "forget-client", .connection, keys: [.in(.clients, .delete)], title: "Forget a client",
        hint: "forget",
        summary: "Takes a client of buoy proxy that is gone from the list.",
        argument: .choice(
            "NUMBER", of: "client", names: { $0.clients?.forgettable.map { "\($0)" } ?? [] },
            perform: { Int($1).map { [.proxy(.forget(ClientNumber($0)))] } ?? [] }
        ).replacingSelection,
        needs: [.oneServer, .present],
        unavailable: { $0.forgetReason },
        perform: { $0.clients?.selected.map { [.proxy(.forget($0))] } ?? [] })
}

extension DashboardState {
    /// The pane of a proxy; `nil` if something else is watched.
    var clients: ClientsPane? { self[ClientsPane.self].flatMap { $0.isProxy ? $0 : nil } }

    /// Why there are no clients to do something with.
    static let noProxyReason = "only buoy proxy has other clients"

    /// Why there is no client to do something with; `nil` if there is.
    var clientReason: String? {
        guard let clients = self.clients else { return Self.noProxyReason }
        return clients.all.isEmpty ? "no client has connected yet" : nil
    }

    /// Why the selected client cannot be forgotten; `nil` if it can.
    var forgetReason: String? {
        if let reason = self.clientReason { return reason }
        guard let clients = self.clients, let selected = clients.selected,
            !clients.forgettable.contains(selected)
        else { return nil }
        return selected == clients.shown
            ? "this client is shown; show another one first" : "this client is connected"
    }

    /// The connections of all clients, for a fault.
    var allClients: FaultSubject {
        FaultSubject(
            hasConnection: self.clients?.hasConnection ?? false,
            missingConnection: "no client is connected"
        ) { .proxy(.faultOfAll($0)) }
    }
}
