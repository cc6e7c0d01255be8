import BuoyTextScreen
import ChannelsBasics
import ChannelsEventWords

// What these commands do is decided outside of the state of one server.
extension Command {
    static let serversCommands: [Command] =
        [server, nextServer, previousServer, tabs, beside, merge, compare, differences]

    private static func servers(
        _ name: String, keys: [KeyBinding], title: String, hint: Hint? = nil, summary: String,
        argument: Argument? = nil,
        _ request: ServersRequest
    ) -> Command {
        Command(
            name, .servers, keys: keys, title: title, hint: hint, summary: summary,
            reach: .anySize, argument: argument, needs: .present,
            unavailable: { $0.severalServersReason },
            perform: { _ in [.servers(request)] })
    }

    static let nextServer = Command.servers(
        "next server", keys: [.init(.alt("n"))], title: "Next server", hint: "server",
        summary: "Goes to the next server; after the last one, to the combined log.", .cycle(1))

    static let previousServer = Command.servers(
        "previous server", keys: [.init(.alt("p"))], title: "Previous server",
        summary: "Goes to the previous server.", .cycle(-1))

    static let tabs = Command.servers(
        "tabs", keys: [], title: "One server at a time",
        summary: "Shows one server at a time, with the others as tabs.", .arrange(.tabs))

    static let beside = Command.servers(
        "beside", keys: [.init(.alt("b"))], title: "Side by side",
        summary: "Shows the servers side by side, or one at a time; a narrow screen stacks "
            + "them.", .arrange(nil))

    static let merge = Command.servers(
        "merge", keys: [.init(.alt("m"))], title: "Combine the logs",
        summary: "Shows the events of all servers in a combined log, or removes it.", .merge(nil))

    static let compare = Command.servers(
        "compare", keys: [.init(.alt("c"))], title: "Compare two servers",
        summary: "Marks, in the combined log, events delivered by only one of two servers, late "
            + "ones (:compare staging prod 30s) and different data; off ends it.",
        argument: .words(
            "SERVER SERVER WINDOW", asks: "two servers and the time allowed between them: 10s",
            names: { state, _ in state.options.opened.map(\.name) + ["off"] },
            perform: { state, text in [.servers(try state.comparison(text))] }),
        .toggleComparison)

    static let differences = Command.servers(
        "differences", keys: [.init(.alt("d"))], title: "Show the differences",
        summary:
            "Shows the differences between the compared servers: channels, members and events.",
        .differences)
}

extension DashboardState {
    var mergedReason: String? {
        guard self.options.isMerged else { return nil }
        let key = self.options.keymap.keyNames(for: Command.nextServer.id).first
        return "this is the combined log; \(key ?? ":next server") goes to one server"
    }

    var severalServersReason: String? {
        self.options.opened.isEmpty
            ? "only one server is open; buoy staging prod opens two configured ones" : nil
    }

    /// Two names, a window, both, or `off`.
    fileprivate func comparison(_ text: String) throws(PromptRefusal) -> ServersRequest {
        var words = text.split(separator: " ").map(String.init)
        if words == ["off"] { return .endComparison }
        var window: Duration?
        if let last = words.last, last.first?.isNumber == true, words.count != 2 {
            window = try Self.window(last)
            words.removeLast()
        }
        let names = self.options.opened.map(\.name)
        guard words.isEmpty || words.count == 2 else {
            throw PromptRefusal(text: "name two servers: \(names.joined(separator: " and "))")
        }
        let chosen = try words.map { (word) throws(PromptRefusal) in
            try Command.Argument.chosen(word, from: names, "server")
        }
        guard chosen.count == 2 else {
            return .compare(first: nil, second: nil, window: window)
        }
        guard chosen[0] != chosen[1] else {
            throw PromptRefusal(text: "a server cannot be compared with itself")
        }
        return .compare(first: chosen[0], second: chosen[1], window: window)
    }

    private static func window(_ text: String) throws(PromptRefusal) -> Duration {
        let limits = ServerComparison.windows
        guard let window = Duration(typed: text), limits.contains(window) else {
            throw PromptRefusal(text: "\(text) is not a duration between 100ms and 5m")
        }
        return window
    }
}
