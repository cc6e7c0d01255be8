import ChannelsBasics
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

extension DashboardState {
    /// The name of an event or a channel, then paths. Without a name, for the selected event;
    /// without paths, removes the columns.
    mutating func setColumns(_ argument: String) throws(PromptRefusal) -> [Effect] {
        var words = argument.split(separator: " ").map(String.init)
        let name = words.first.flatMap { Self.isPath($0) ? nil : $0 } ?? self.selectedEventName
        guard let name else {
            throw PromptRefusal(
                text: "name an event or a channel first, or select an event in Events (3)")
        }
        if words.first == name { words.removeFirst() }
        for word in words { try Self.check(word, in: argument) }
        guard !words.isEmpty || self.settings.dataColumns[name] != nil else {
            throw PromptRefusal(text: "\(name) has no columns; add paths, such as data.id")
        }
        self.settings.dataColumns[name] = words.isEmpty ? nil : words.joined(separator: " ")
        self.show(
            .success,
            words.isEmpty
                ? "\(name) shows its data again" : "\(name) shows \(words.joined(separator: ", "))")
        return [.file(.saveSettings(self.settings))]
    }

    private static func isPath(_ word: String) -> Bool {
        word.hasPrefix("data.") || word.hasPrefix("data[")
    }

    private static func check(_ word: String, in argument: String) throws(PromptRefusal) {
        do {
            _ = try DataPath(parsing: word)
        } catch {
            let start = argument.range(ofWord: word)
            let reason =
                Self.isPath(word)
                ? error.description : "\(word) is not a path: write data.\(word)"
            throw PromptRefusal(text: reason, range: start)
        }
    }

    private var selectedEventName: String? {
        guard self.events.isHeld, let words = self.events.selectedEvent?.words, words.size != nil
        else { return nil }
        return words.name
    }

    func columnWords(after words: [String]) -> [String] {
        let paths = self.paths(ofEvent: words.first { !Self.isPath($0) } ?? self.selectedEventName)
        let names = self.eventNames.map(\.text) + self.channels.rows.keys.map(\.text)
        return paths.map(\.text).filter { !words.contains($0) } + (words.isEmpty ? names : [])
    }

    private func paths(ofEvent name: String?) -> [DataPath] {
        guard let name else { return [] }
        let end = self.events.ring.next
        for sequence in (max(end - Self.searchedRows, 0)..<end).reversed() {
            guard let words = self.events.ring[sequence]?.words, let event = words.channelEvent,
                words.name == name || words.channel?.text == name
            else { continue }
            return Self.paths(in: event.data)
        }
        return []
    }

    private static let searchedRows = 1000
}

extension String {
    fileprivate func range(ofWord word: String) -> Range<Int> {
        var start = 0
        for part in self.split(separator: " ", omittingEmptySubsequences: false) {
            if part == word { return start..<start + part.count }
            start += part.count + 1
        }
        return 0..<self.count
    }
}
