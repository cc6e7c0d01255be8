package import Dashboard
import DashboardPanes
import DashboardParts
import Scripts
import TextScreen

// The reconnection laboratory.
extension Command {
    package static let lab: Command = .init(
        "lab", .connection, keys: [], title: "Reconnection laboratory", hint: "script",
        summary: "Plays a script of faults, or a TOML file, against the policies of several "
            + "libraries; with a number, as many clients of each; with a rate such as 500/s, "
            + "a server that makes only so many handshakes.",
        argument: .words(
            "SCRIPT CLIENTS CAPACITY", asks: "name of a script, such as restart, or a file",
            verb: "play",
            names: { $1.isEmpty ? FaultScript.all.map(\.name) : [] },
            perform: { try $0.playInLab($1) }),
        needs: .oneServer, synonyms: ["laboratory", "simulate", "compare policies"],
        change: { $0.open(.argument(.lab)) })

    package static let labHerd: Command = .init(
        "lab-herd", .connection, keys: [.in(.lab, "H")], title: "Herd or timelines", hint: "herd",
        summary:
            "Shows how often a thousand clients of the selected policy connect in a second, or "
            + "the timelines of one client each.",
        needs: .oneServer, synonyms: ["thundering herd", "many clients"],
        unavailable: { $0.focus == .lab ? nil : "Z opens the laboratory" },
        change: { $0[LabPane.self]?.turnPart() })

    package static let usePolicy: Command = .init(
        "use-policy", .connection, keys: [.in(.lab, .enter)], title: "Use this policy",
        hint: "use policy",
        summary: "Lets the live connection use the policy that is selected in the laboratory.",
        needs: .ownConnection, synonyms: ["backoff", "choose policy"],
        unavailable: {
            $0[LabPane.self]?.policy == nil
                ? "the laboratory has not played a script yet; Z opens it" : nil
        },
        perform: { $0[LabPane.self]?.policy.map { [.client(.setPolicy($0))] } ?? [] })
}

extension DashboardState {
    /// Plays a script, and shows the laboratory.
    fileprivate mutating func playInLab(_ text: String) throws(PromptRefusal) -> [Effect] {
        let words = text.split(separator: " ").map(String.init)
        guard let script = words.first, words.count <= 3 else {
            throw PromptRefusal(
                text: "type the name of a script, the number of clients, and a capacity")
        }
        let clients = words.count > 1 ? Int(words[1]) : nil
        if words.count > 1, !(1...LabHerd.mostClients).contains(clients ?? 0) {
            throw PromptRefusal(
                text: "the number of clients is between 1 and \(LabHerd.mostClients)")
        }
        let capacity = words.count > 2 ? LabCapacity(typed: words[2]) : nil
        if words.count > 2, capacity == nil {
            throw PromptRefusal(text: "the capacity is a number of handshakes, such as 500/s")
        }
        self[LabPane.self]?.show(
            LabRequest(script: script, clients: clients, capacity: capacity))
        return self.show(.lab)
    }
}
