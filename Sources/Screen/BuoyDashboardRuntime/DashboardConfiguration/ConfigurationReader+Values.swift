import BuoyDashboard
import BuoyScripts
import BuoyTOMLFiles
import ChannelsBasics
import ChannelsProtocol

extension ConfigurationReader {
    mutating func read(_ key: ConfigurationKey, _ node: TOMLNode) {
        switch key.entry.reading {
        case .theme: self.readTheme(node)
        case .layout: self.readLayoutName(key, node)
        case .value(let set):
            if let value = self.value(node, key.entry.form, path: key.name) {
                set(&self.result, value)
            }
        }
    }

    /// `nil` after an error, and for `"auto"`.
    mutating func value(
        _ node: TOMLNode, _ form: SettingForm, path: String, label: String = ""
    ) -> SettingValue? {
        switch form {
        case .filter:
            return self.plainText(node, form, path)
                .flatMap { self.filter($0, path: path, label: label) }.map { .text($0) }
        case .text: return self.plainText(node, form, path).map { .text($0) }
        case .file: return self.plainText(node, form, path).map { .text(self.resolvedFile($0)) }
        case .layout:
            guard let name = self.plainText(node, form, path),
                self.layout(named: name, path: path) != nil
            else { return nil }
            return .text(name)
        case .theme, .themes: return self.theme(node, path: path).map { .text($0) }
        case .word(let words): return self.word(node, words, form, path).map { .text($0) }
        case .fields: return self.fields(node, form, path).map { .texts($0) }
        case .channels: return self.channels(node, form, path).map { .texts($0) }
        case .automaticFlag, .automaticNumber:
            if node.text == "auto" { return nil }
        case .firstLayout, .written, .number, .flag, .program, .size: break
        }
        if let value = form.plainValue(of: node) { return value }
        self.addWrongKind(path, form.expected)
        return nil
    }

    private mutating func plainText(
        _ node: TOMLNode, _ form: SettingForm, _ path: String
    ) -> String? {
        if let text = node.plainText { return text }
        if node.text?.isEmpty == false {
            self.addControls(path, form.expected)
        } else {
            self.addWrongKind(path, form.expected)
        }
        return nil
    }

    private mutating func word(
        _ node: TOMLNode, _ words: [String], _ form: SettingForm, _ path: String
    ) -> String? {
        // Words such as 16 and true may be unquoted.
        let takesUnquoted = words.contains { Int($0) != nil }
        let plain = node.integer.map(String.init) ?? node.flag.map(String.init)
        guard let word = node.text ?? (takesUnquoted ? plain : nil) else {
            self.addWrongKind(path, form.expected)
            return nil
        }
        if words.contains(word) { return word }
        self.addUnknownWord(path, word, among: words)
        return nil
    }

    /// Each field as `name=value` or `name=@FILE`, by name.
    private mutating func fields(
        _ node: TOMLNode, _ form: SettingForm, _ path: String
    ) -> [String]? {
        guard let table = node.table else {
            self.addWrongKind(path, form.expected)
            return nil
        }
        var fields: [String] = []
        for (name, value) in table.sorted(by: { $0.key < $1.key }) {
            guard let text = value.text, !name.contains("=") else {
                self.addWrongKind(path, form.expected)
                return nil
            }
            guard TOMLText.isPlain(name), TOMLText.isPlain(text) else {
                self.addControls(path, form.expected)
                return nil
            }
            let isFile = text.hasPrefix("@")
            if SecretNames.tells(name), !isFile {
                self.add("\(path).\(name)", .secretOfServer(Self.shortened(name)))
                return nil
            }
            let value = isFile ? "@" + self.resolvedFile(String(text.dropFirst())) : text
            fields.append("\(name)=\(value)")
        }
        return fields
    }

    private mutating func channels(
        _ node: TOMLNode, _ form: SettingForm, _ path: String
    ) -> [String]? {
        guard let names = node.texts else {
            self.addWrongKind(path, form.expected)
            return nil
        }
        for name in names {
            do { _ = try ChannelName(name) } catch {
                self.addWrongKind(path, "\(form.expected): \(Self.shortened(error.description))")
                return nil
            }
        }
        return names
    }

    mutating func addUnknownWord(_ path: String, _ word: String, among words: [String]) {
        self.add(
            path,
            .unknownWord(
                key: path, word: Self.shortened(word),
                suggestion: Suggestion.nearest(to: word, among: words), known: words))
    }
}

extension SettingForm {
    fileprivate func plainValue(of node: TOMLNode) -> SettingValue? {
        switch self {
        case .number(let range, _), .automaticNumber(let range):
            node.integer.flatMap { range.contains($0) ? .number($0) : nil }
        case .size(let range):
            (node.integer ?? node.text.flatMap { ByteSize($0)?.bytes })
                .flatMap { range.contains($0) ? .number($0) : nil }
        case .flag, .automaticFlag: node.flag.map { .flag($0) }
        case .program: node.program.map { .texts($0) }
        case .text, .file, .word, .fields, .channels, .layout, .firstLayout, .theme, .themes,
            .written, .filter:
            node.text.map { .text($0) }
        }
    }
}

extension TOMLNode {
    var texts: [String]? {
        guard let texts = self.list?.compactMap(\.text), texts.count == self.list?.count else {
            return nil
        }
        return texts
    }

    /// A name or a path, then arguments. An argument may be a script of several lines, but the
    /// system ends it at a NUL.
    var program: [String]? {
        guard let words = self.texts, let program = words.first, !program.isEmpty,
            TOMLText.isPlain(program), !words.contains(where: { $0.utf8.contains(0) })
        else { return nil }
        return words
    }
}

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
                self.addWrongKind("theme", "one theme, or a table with both dark and light")
                return nil as String?
            }
            return self.theme(value, path: "theme." + key)
        }
        guard let dark = themes[0], let light = themes[1] else { return }
        self.result.theme = .byBackground(dark: dark, light: light)
    }

    mutating func theme(_ value: TOMLNode, path: String) -> String? {
        guard let name = value.text, !name.isEmpty else {
            self.addWrongKind(path, SettingForm.themes.expected)
            return nil
        }
        guard TOMLText.isPlain(name) else {
            self.addControls(path, SettingForm.themes.expected)
            return nil
        }
        let theme = self.resolved(name)
        do {
            _ = try self.themes.find(theme).result.get()
            return theme
        } catch {
            self.add(path, .theme(error.description))
            return nil
        }
    }

    /// An absolute path, so that the program can open the theme from any directory.
    private func resolved(_ name: String) -> String {
        name.contains("/") ? self.resolvedFile(name) : name
    }
}
