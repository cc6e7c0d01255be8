import BuoyTextScreen

extension DashboardState {
    func settingWords(after words: [String]) -> [String] {
        guard let key = words.first else { return self.options.settingKeys.map(\.name) }
        guard words.count == 1 else { return [] }
        switch key {
        case "theme": return self.options.themes
        case "layout": return self.layoutNames
        default: return self.options.settingKeys.first { $0.name == key }?.values ?? []
        }
    }

    /// `times utc` or `times = utc`.
    func set(_ text: String) throws(PromptRefusal) -> [Effect] {
        let separators: Set<Character> = [" ", "="]
        let name = text.drop { $0 == " " }.prefix { !separators.contains($0) }
        guard !name.isEmpty else { return [] }
        let keys = self.options.settingKeys
        let chosen = try Command.Argument.chosen(
            String(name), from: keys.map(\.name), "configuration key")
        let rest = text.drop { $0 == " " }.dropFirst(name.count)
        let value = String(rest.drop(while: separators.contains)).trimmingSpaces
        guard !value.isEmpty else {
            let expected = keys.first { $0.name == chosen }?.expected ?? "a value"
            throw PromptRefusal(text: "\(chosen) takes \(expected)")
        }
        return [.file(.set(key: chosen, value: value))]
    }
}
