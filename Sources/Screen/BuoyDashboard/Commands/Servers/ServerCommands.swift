package import BuoyScripts
package import BuoyTextScreen

extension Command {
    static let server: Command = .init(
        "server", .servers, keys: [.init(.control("O"))], title: "Servers",
        summary:
            "Lists the configured servers. Enter disconnects from the current one and connects to the "
            + "selected one, or goes to it if several are open.",
        argument: .choice(
            of: "server", names: { $0.selectableServers.map(\.name) },
            perform: { try $0.connect(toServer: $1) }),
        needs: .present,
        unavailable: { $0.isPassedOn ? "buoy proxy has only one server" : nil },
        change: { $0.open(.servers) })
}

extension DashboardState {
    var selectableServers: [ServerMenu.Row] {
        let opened = self.options.opened.map(\.name)
        return self.options.servers.rows.filter { opened.isEmpty || opened.contains($0.name) }
    }

    /// After a question if marks of this server would be lost.
    fileprivate mutating func connect(toServer name: String) throws(PromptRefusal) -> [Effect] {
        if !self.options.opened.isEmpty { return [.servers(.showNamed(name))] }
        guard name != self.options.servers.current else {
            throw PromptRefusal(text: "already connected to \(name); R reconnects")
        }
        guard self.losesMarks else { return [.server(name)] }
        self.hasAskedToQuit = true
        self.confirmation = .leave(for: name, losing: self.unkeptMarks.count)
        return []
    }
}

extension ServerColor {
    package var role: Role {
        switch self {
        case .red: .serverRed
        case .yellow: .serverYellow
        case .green: .serverGreen
        case .cyan: .serverCyan
        case .blue: .serverBlue
        case .magenta: .serverMagenta
        }
    }
}
