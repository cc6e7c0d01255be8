import ChannelsProtocol
import OrderedCollections
import TextScreen

// Commands with what follows them on the command line, or was typed into their prompt.
extension DashboardState {
    /// Does what a command says about its argument.
    mutating func perform(
        _ command: Command, argument: String
    ) throws(PromptRefusal) -> [Effect] {
        switch command {
        case .subscribe: return try Self.subscriptions(argument)
        case .unsubscribe: return try self.unsubscriptions(argument)
        case .bind:
            if let reason = self.unavailableReason(for: .bind) { throw PromptRefusal(text: reason) }
            return try self.binding(argument, on: self.channels.selected)
        case .bindEverywhere: return try self.binding(argument, on: nil)
        case .trigger: return try Self.clientEvent(argument)
        case .search: self.events.setSearch(argument)
        case .filter: self.events.setFilter(try self.filter(argument))
        case .savedFilters: try self.useFilter(named: argument)
        case .saveFilter: return try self.keepFilter(as: argument.trimmingSpaces)
        case .hideEvent: try self.narrow("-event:", argument)
        case .onlyChannel: try self.narrow("channel:", argument)
        case .export, .saveScreen: return try self.write(command, to: argument.trimmingSpaces)
        case .saveLayout: return self.saveLayout(named: argument.trimmingSpaces)
        case .themes where argument.contains("/"): return self.useTheme(argument.trimmingSpaces)
        default: return try self.choose(argument, for: command)
        }
        return []
    }

    /// Does what a command says about one of the names that it may be given.
    private mutating func choose(
        _ argument: String, for command: Command
    ) throws(PromptRefusal) -> [Effect] {
        let name = try self.choice(argument, for: command)
        switch command {
        case .themes: return self.useTheme(name)
        case .layout: return self.useLayout(named: name)
        case .policy: return [.setPolicy(name)]
        case .sort: return self.sort(by: name)
        case .times: return self.showTimes(as: name)
        case .viewMode: return try self.showInspector(as: name)
        case .copyAs: return self.copy(as: name)
        default:
            throw PromptRefusal(text: "\(command.configurationName) takes nothing behind it")
        }
    }

    /// The name that an argument means: it, or the only one that begins like it.
    private func choice(_ argument: String, for command: Command) throws(PromptRefusal) -> String {
        let typed = argument.trimmingSpaces
        let names = command.argument.map { self.choices(for: command, $0) } ?? []
        if names.contains(typed) { return typed }
        let alike = names.filter { $0.lowercased().hasPrefix(typed.lowercased()) }
        if alike.count == 1, let only = alike.first { return only }
        throw PromptRefusal(
            text:
                "\(typed) is no \(command.argument?.noun ?? "word") here\(Self.hint(typed, names))",
            range: 0..<argument.count)
    }

    private static func hint(_ typed: String, _ names: [String]) -> String {
        if let meant = NearName.nearest(to: typed, in: names) { return "; did you mean \(meant)?" }
        if names.isEmpty { return "" }
        let rest = names.count > 6 ? " and \(names.count - 6) more" : ""
        return ": write \(names.prefix(6).joined(separator: ", "))\(rest)"
    }
}

extension Command.Argument {
    /// What one of its names is.
    fileprivate var noun: String {
        switch self {
        case .theme: "theme"
        case .layout: "layout"
        case .policy: "policy"
        case .filterName: "saved filter"
        default: "word"
        }
    }
}

// MARK: - Channels, bindings, client events

extension DashboardState {
    private static func subscriptions(_ text: String) throws(PromptRefusal) -> [Effect] {
        var effects: [Effect] = []
        for word in text.split(separator: " ") {
            let effect = Effect.subscribe(try self.channelName(word))
            if !effects.contains(effect) { effects.append(effect) }
        }
        return effects
    }

    /// Names, or patterns with `*` and `?`. More channels than were named are asked about first.
    private mutating func unsubscriptions(_ text: String) throws(PromptRefusal) -> [Effect] {
        let words = text.split(separator: " ")
        var channels: [ChannelName] = []
        for word in words {
            let pattern = Wildcard(String(word))
            let exact = self.channels.rows.keys.filter { $0.text == word }
            let found =
                exact.isEmpty
                ? self.channels.rows.keys.filter { pattern.matches($0.text) } : Array(exact)
            guard !found.isEmpty else {
                let isPattern = word.contains { $0 == "*" || $0 == "?" }
                throw PromptRefusal(
                    text: "no channel \(isPattern ? "matches" : "is called") \(word)",
                    range: word.place)
            }
            channels += found.filter { !channels.contains($0) }
        }
        guard channels.count > words.count else { return channels.map(Effect.unsubscribe) }
        self.open(.confirm(.unsubscribe(channels)))
        return []
    }

    private static func channelName(_ word: Substring) throws(PromptRefusal) -> ChannelName {
        do {
            return try ChannelName(String(word))
        } catch {
            throw PromptRefusal(text: error.description, range: word.place)
        }
    }

    func binding(_ text: String, on channel: ChannelName?) throws(PromptRefusal) -> [Effect] {
        let name = text.trimmingSpaces
        if name.isEmpty { return [] }
        try Self.checkLength(name)
        return [.bind(name == "*" ? nil : EventName(name), channel)]
    }

    private static func checkLength(_ name: String) throws(PromptRefusal) {
        guard name.utf8.count <= EventName.lengthLimit else {
            throw PromptRefusal(
                text:
                    "the event name has \(name.utf8.count) bytes; \(EventName.lengthLimit) are allowed"
            )
        }
    }

    private static func clientEvent(_ text: String) throws(PromptRefusal) -> [Effect] {
        let words = text.split(separator: " ", maxSplits: 2)
        if words.isEmpty { return [] }
        guard words.count > 1 else {
            throw PromptRefusal(text: "write a channel, the name of a client event, and its data")
        }
        let channel = try self.channelName(words[0])
        let name = EventName(String(words[1]))
        guard name.isClientEvent, name.text.utf8.count > "client-".utf8.count else {
            throw PromptRefusal(
                text: "the name of a client event starts with client-", range: words[1].place)
        }
        try self.checkLength(name.text)
        guard channel.kind.takesClientEvents else {
            throw PromptRefusal(
                text: "client events go on private and presence channels only",
                range: words[0].place)
        }
        let data = words.count > 2 ? String(words[2]).trimmingSpaces : "{}"
        let event = ChannelEvent(
            name: name, channel: channel,
            data: JSON.parse(data).map { EventData(json: $0) } ?? EventData(data))
        return [.trigger(event)]
    }
}

extension Substring {
    /// Where it stands in its text, in characters.
    fileprivate var place: Range<Int> {
        let start = self.base.distance(from: self.base.startIndex, to: self.startIndex)
        return start..<start + self.count
    }
}

extension String {
    /// The text without spaces at its ends.
    fileprivate var trimmingSpaces: String {
        let start = self.drop { $0 == " " }
        let end = start.reversed().drop { $0 == " " }
        return String(end.reversed())
    }
}
