import DashboardParts
import Scripts
import TOMLFiles
import TextCoding

// Keys that have a single value.
extension ConfigurationReader {
    mutating func read(_ key: ConfigurationKey, _ value: TOMLNode) {
        switch key.entry.kind {
        case .theme: self.readTheme(value)
        case .layout: self.readLayoutName(key, value)
        case .word(let words): self.readWord(key, value, words)
        case .flag: if let flag = self.flag(key, value) { self.set(key, flag) }
        case .automaticFlag:
            guard value != .text("auto") else { return }
            if let flag = self.flag(key, value) { self.set(key, flag) }
        case .count(let range):
            if let count = self.count(key, value, range) { self.set(key, count) }
        case .automaticCount(let range):
            guard value != .text("auto") else { return }
            if let count = self.count(key, value, range) { self.set(key, count) }
        case .size(let range):
            let size = value.integer ?? value.text.flatMap { ByteSize($0)?.bytes }
            guard let size, range.contains(size) else {
                return self.addWrongKind(key.name, key.entry.kind.expected)
            }
            self.set(key, size)
        }
    }

    private mutating func flag(_ key: ConfigurationKey, _ value: TOMLNode) -> Bool? {
        if let flag = value.flag { return flag }
        self.addWrongKind(key.name, key.entry.kind.expected)
        return nil
    }

    private mutating func count(
        _ key: ConfigurationKey, _ value: TOMLNode, _ range: ClosedRange<Int>
    ) -> Int? {
        if let count = value.integer, range.contains(count) { return count }
        self.addWrongKind(key.name, key.entry.kind.expected)
        return nil
    }

    private mutating func readWord(
        _ key: ConfigurationKey, _ value: TOMLNode, _ words: [String]
    ) {
        // The number of colours may be unquoted.
        let plain =
            key == .color ? value.integer.map(String.init) ?? value.flag.map(String.init) : nil
        guard let word = value.text ?? plain else {
            return self.addWrongKind(key.name, key.entry.kind.expected)
        }
        guard words.contains(word) else {
            return self.addUnknownWord(key.name, word, among: words)
        }
        self.set(key, word)
    }

    mutating func addUnknownWord(_ path: String, _ word: String, among words: [String]) {
        self.add(
            path,
            .unknownWord(
                key: path, word: Self.shortened(word),
                suggestion: Suggestion.nearest(to: word, among: words), known: words))
    }

    private mutating func set(_ key: ConfigurationKey, _ flag: Bool) {
        switch key {
        case .ascii: self.result.program.usesASCII = flag
        case .paintBackground: self.result.program.paintsBackground = flag
        case .title: self.result.program.setsTitle = flag
        case .mouse: self.result.program.usesMouse = flag
        case .confirmQuit: self.result.settings.confirmsQuit = flag
        case .connectionRows: self.result.settings.showsSystemRows = flag
        case .inspectorWrap: self.result.settings.wrapsInspector = flag
        default: break
        }
    }

    private mutating func set(_ key: ConfigurationKey, _ number: Int) {
        switch key {
        case .framesPerSecond: self.result.program.framesPerSecond = number
        case .escapeDelay: self.result.program.escapeDelay = number
        case .historyEvents: self.result.program.eventLimit = number
        case .historyBytes: self.result.program.eventByteLimit = number
        default: break
        }
    }

    private mutating func set(_ key: ConfigurationKey, _ word: String) {
        switch key {
        case .background: self.result.background = TerminalBackground(rawValue: word) ?? .auto
        case .color:
            self.result.program.color = ProgramOptions.ColorUse(rawValue: word) ?? .auto
        case .times: self.result.settings.timeFormat = TimeFormat(rawValue: word) ?? .clock
        case .channelsOrder:
            self.result.settings.channelOrder = ChannelOrder(rawValue: word) ?? .added
        case .membersOrder:
            self.result.settings.memberOrder = MemberOrder(rawValue: word) ?? .joined
        default: break
        }
    }
}

// Themes.
extension ConfigurationReader {
    private mutating func readTheme(_ value: TOMLNode) {
        guard let table = value.table else {
            if let theme = self.theme(value, path: "theme") { self.result.theme = .one(theme) }
            return
        }
        for key in table.keys where key != "dark" && key != "light" {
            self.addUnknown(key, path: "theme." + key, among: ["dark", "light"])
        }
        let themes = ["dark", "light"].map { key in
            guard let value = table[key] else {
                self.addWrongKind("theme", "both dark and light, or one theme")
                return nil as String?
            }
            return self.theme(value, path: "theme." + key)
        }
        guard let dark = themes[0], let light = themes[1] else { return }
        self.result.theme = .byBackground(dark: dark, light: light)
    }

    /// The name of a theme or its absolute path, if the theme can be used.
    mutating func theme(_ value: TOMLNode, path: String) -> String? {
        guard let name = value.text, !name.isEmpty else {
            self.addWrongKind(path, ConfigurationKey.Kind.theme.expected)
            return nil
        }
        guard TOMLText.isPlain(name) else {
            self.addControls(path, ConfigurationKey.Kind.theme.expected)
            return nil
        }
        let theme = self.resolved(name)
        do {
            _ = try self.themes.find(theme).result.get()
            return theme
        } catch {
            self.add(path, .theme(String(describing: error)))
            return nil
        }
    }

    /// The path of a theme, so that the program can open it from any directory.
    private func resolved(_ name: String) -> String {
        name.contains("/") ? self.resolvedFile(name) : name
    }
}
