import BuoyDashboard
import BuoyScripts
import BuoyTextScreen

extension Command {
    static let lab: Command = .init(
        "lab", .connection, keys: [], title: "Reconnection laboratory", hint: "script",
        summary: "Plays a fault script or a TOML file against several libraries' policies; a "
            + "number sets the clients per policy, and a rate such as 500/s limits the server's "
            + "handshakes.",
        argument: .words(
            "SCRIPT CLIENTS CAPACITY", asks: "a script name, such as restart, or a file",
            verb: "play",
            names: { $1.isEmpty ? FaultScript.all.map(\.name) : [] },
            perform: { try $0.playInLab($1) }),
        needs: .oneServer, synonyms: ["laboratory", "simulate", "compare policies"],
        change: { $0.open(.argument(.lab)) })

    static let labHerd: Command = .init(
        "lab-herd", .connection, keys: [.in(.lab, "H")], title: "Herd or timelines", hint: "herd",
        summary:
            "Switches between connection attempts per second for a thousand clients with the "
            + "selected policy and timelines of one client per policy.",
        needs: .oneServer, synonyms: ["thundering herd", "many clients"],
        unavailable: { $0.focus == .lab ? nil : "press Z to open the laboratory" },
        change: { $0[LabPane.self]?.turnPart() })

    static let usePolicy: Command = .init(
        "use-policy", .connection, keys: [.in(.lab, .enter)], title: "Use this policy",
        hint: "use policy",
        summary: "Applies the policy selected in the laboratory to the live connection.",
        needs: .ownConnection, synonyms: ["backoff", "choose policy"],
        unavailable: {
            $0[LabPane.self]?.policy == nil
                ? "the laboratory has not played a script yet; press Z to open it" : nil
        },
        perform: { $0[LabPane.self]?.policy.map { [.client(.setPolicy($0))] } ?? [] })
}

extension DashboardState {
    fileprivate mutating func playInLab(_ text: String) throws(PromptRefusal) -> [Effect] {
        let words = text.split(separator: " ").map(String.init)
        guard let script = words.first else {
            throw PromptRefusal(
                text: "type a script name, a client count and a capacity")
        }
        let clients = words.count > 1 ? Int(words[1]) : nil
        if words.count > 1, !(1...LabHerd.mostClients).contains(clients ?? 0) {
            throw PromptRefusal(
                text: "the number of clients must be between 1 and \(LabHerd.mostClients)")
        }
        let rate = words.dropFirst(2).joined(separator: " ")
        let capacity = words.count > 2 ? LabCapacity(typed: rate) : nil
        if words.count > 2, capacity == nil {
            throw PromptRefusal(text: "the capacity must be \(LabCapacity.expected)")
        }
        self[LabPane.self]?.show(
            LabRequest(script: script, clients: clients, capacity: capacity))
        return self.show(.lab)
    }
}
