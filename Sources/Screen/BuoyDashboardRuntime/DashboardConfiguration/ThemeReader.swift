import BuoyTOMLFiles
import BuoyTextScreen
import ChannelsBasics

/// Reads a theme file key by key, and rejects unknown keys.
///
/// ```
/// name variant author license extends background      strings
/// [palette] [palette.16] [palette.256]                colours by name
/// [roles] [roles.state] … [roles.graph]               a colour, or { fg, bg, bold, dim, … }
/// [glyphs.unicode] [glyphs.vt] [glyphs.ascii]         a symbol for each state
/// ```
struct ThemeReader {
    private(set) var result = ThemeFile()
    private var errors: [ThemeError] = []

    private let document: TOMLDocument
    private let file: String

    private var root: TOMLTable { self.document.root }

    init(text: String, file: String) throws(ThemeError) {
        self.file = file
        do {
            self.document = try TOMLDocument(text)
        } catch {
            throw ThemeError(file: file, line: error.line, problem: .syntax(error.text))
        }
    }

    /// - Throws: all errors of the file as one.
    mutating func read() throws(ThemeError) {
        for key in self.root.keys {
            self.attempt { (reader) throws(ThemeError) in try reader.read(key) }
        }
        if let error = ThemeError.all(self.errors) { throw error }
    }

    private mutating func attempt(_ read: (inout ThemeReader) throws(ThemeError) -> Void) {
        do throws(ThemeError) { try read(&self) } catch { self.errors.append(error) }
    }

    private mutating func read(_ key: String) throws(ThemeError) {
        switch key {
        case "name": self.result.name = try self.text(self.root, key)
        case "author": self.result.author = try self.text(self.root, key)
        case "license": self.result.license = try self.text(self.root, key)
        case "extends":
            self.result.extends = ThemeFile.Base(
                name: try self.text(self.root, key), place: self.place(key))
        case "variant": self.result.variant = try self.variant()
        case "background": self.result.background = try self.background()
        case "palette": try self.readPalette(self.table(self.root, key, path: key))
        case "roles":
            try self.readRoles(self.table(self.root, key, path: key), group: "")
        case "glyphs": try self.readGlyphs(self.table(self.root, key, path: key))
        default: throw self.unknown(key, path: key, among: Self.topLevelKeys)
        }
    }

    private static let topLevelKeys = [
        "name", "variant", "author", "license", "extends", "background", "palette", "roles",
        "glyphs",
    ]

    private func variant() throws(ThemeError) -> Theme.Variant {
        guard let variant = Theme.Variant(rawValue: try self.text(self.root, "variant")) else {
            throw self.wrongKind("variant", expected: "\"dark\", \"light\" or \"any\"")
        }
        return variant
    }

    private func background() throws(ThemeError) -> ThemeFile.Entry {
        var entry = ThemeFile.Entry(place: self.place("background"))
        entry.background = try self.color(self.root["background"], path: "background")
        return entry
    }
}

extension ThemeReader {
    private mutating func readPalette(_ palette: TOMLTable) throws(ThemeError) {
        for name in palette.keys {
            self.attempt { (reader) throws(ThemeError) in
                try reader.readColor(name, of: palette)
            }
        }
    }

    private mutating func readColor(_ name: String, of palette: TOMLTable) throws(ThemeError) {
        switch name {
        case "16":
            try self.readFallbacks(palette, name, into: \.sixteen) { color in
                if case .indexed = color { false } else { color.reduced(to: .sixteen) == color }
            }
        case "256":
            try self.readFallbacks(palette, name, into: \.indexed) { color in
                color.reduced(to: .indexed) == color
            }
        default:
            let path = "palette." + name
            let unnamed = ThemeFile.PaletteColor(place: self.place(path))
            self.result.palette[name, default: unnamed].color =
                try self.color(palette[name], path: path)
        }
    }

    private mutating func readFallbacks(
        _ palette: TOMLTable,
        _ depth: String,
        into field: WritableKeyPath<ThemeFile.PaletteColor, Color?>,
        allowed: (Color) -> Bool
    ) throws(ThemeError) {
        let path = "palette." + depth
        let fallbacks = try self.table(palette, depth, path: path)
        for name in fallbacks.keys {
            let path = path + "." + name
            let text = try self.colorText(fallbacks[name], path: path)
            guard let color = Color(text), allowed(color) else {
                throw self.error(path, .badColor(key: path, value: text))
            }
            let unnamed = ThemeFile.PaletteColor(place: self.place(path))
            self.result.palette[name, default: unnamed][keyPath: field] = color
        }
    }
}

extension ThemeReader {
    /// Reads `[roles]` (no group) or a table in it, such as `[roles.state]`.
    private mutating func readRoles(_ table: TOMLTable, group: String) throws(ThemeError) {
        for key in table.keys {
            self.attempt { (reader) throws(ThemeError) in
                try reader.readRole(key, of: table, group: group)
            }
        }
    }

    private mutating func readRole(
        _ key: String, of table: TOMLTable, group: String
    ) throws(ThemeError) {
        let name = group.isEmpty ? key : group + "." + key
        let path = "roles." + name
        if group.isEmpty, Self.groups.contains(key) {
            try self.readRoles(self.table(table, key, path: path), group: key)
        } else if name == "event.accents" {
            try self.readAccents(table[key], path: path)
        } else if let role = Self.rolesByName[name] {
            self.result.roles[role] = try self.style(table[key], path: path)
        } else {
            throw self.unknown(name, path: path, among: Self.roleKeys)
        }
    }

    private mutating func readAccents(
        _ value: TOMLNode?, path: String
    ) throws(ThemeError) {
        guard let accents = value?.list, accents.count == Role.accents.count else {
            throw self.wrongKind(path, expected: "a list of \(Role.accents.count) colours")
        }
        for (role, value) in zip(Role.accents, accents) {
            self.result.roles[role] = try self.style(value, path: path)
        }
    }

    private func style(
        _ value: TOMLNode?, path: String
    ) throws(ThemeError) -> ThemeFile.Entry {
        var entry = ThemeFile.Entry(place: self.place(path))
        guard let style = value?.table else {
            entry.foreground = try self.color(value, path: path)
            return entry
        }
        for key in style.keys {
            switch key {
            case "fg": entry.foreground = try self.color(style[key], path: path)
            case "bg": entry.background = try self.color(style[key], path: path)
            default:
                guard let attribute = Self.attributes[key] else {
                    let known = ["fg", "bg"] + Self.attributes.keys
                    throw self.unknown(key, path: path, among: known)
                }
                guard let isOn = style[key]?.flag else {
                    throw self.wrongKind(path, key: key, expected: "true or false")
                }
                if isOn { entry.attributes.insert(attribute) }
            }
        }
        return entry
    }

    private static let rolesByName = Dictionary(
        uniqueKeysWithValues: Role.allCases.map { ($0.name, $0) })

    private static let groups = Set(
        Role.allCases.compactMap { role in
            role.name.firstIndex(of: ".").map { String(role.name[..<$0]) }
        })

    private static let roleKeys =
        Role.allCases.filter { !Role.accents.contains($0) }.map(\.name) + ["event.accents"]

    private static let attributes: [String: Attributes] = [
        "bold": .bold, "dim": .dim, "italic": .italic, "underline": .underline,
        "reverse": .reverse,
    ]
}

extension ThemeReader {
    /// A table such as `[glyphs.unicode]`: a symbol for each state, by the state's name.
    private mutating func readGlyphs(_ glyphs: TOMLTable) throws(ThemeError) {
        for key in glyphs.keys {
            let path = "glyphs." + key
            guard let alphabet = ThemeGlyphs.Alphabet(rawValue: key) else {
                let known = ThemeGlyphs.Alphabet.allCases.map(\.rawValue)
                throw self.unknown(key, path: path, among: known)
            }
            let states = try self.table(glyphs, key, path: path)
            for state in states.keys {
                let path = path + "." + state
                guard let role = Self.states[state] else {
                    throw self.unknown(state, path: path, among: Self.states.keys)
                }
                let text = try self.text(states, state, path: path)
                let symbols = text.unicodeScalars
                guard let symbol = symbols.first, symbols.count == 1, alphabet.allows(symbol) else {
                    throw self.error(path, .badSymbol(key: path, value: text))
                }
                self.result.glyphs[alphabet, role] = symbol
            }
        }
    }

    private static let states = Dictionary(
        uniqueKeysWithValues: ThemeGlyphs.roles.map {
            (String($0.name.dropFirst("state.".count)), $0)
        })
}

extension ThemeReader {
    private func place(_ path: String) -> ThemeFile.Place {
        ThemeFile.Place(file: self.file, line: self.document.line(of: path))
    }

    private func text(
        _ table: TOMLTable, _ key: String, path: String? = nil
    ) throws(ThemeError) -> String {
        guard let text = table[key]?.text else {
            throw self.wrongKind(path ?? key, expected: "a quoted string")
        }
        return text
    }

    private func table(
        _ table: TOMLTable, _ key: String, path: String
    ) throws(ThemeError) -> TOMLTable {
        guard let found = table[key]?.table else {
            throw self.wrongKind(path, expected: "a table")
        }
        return found
    }

    /// A string or, for the 256-colour palette, a number.
    private func colorText(
        _ value: TOMLNode?, path: String
    ) throws(ThemeError) -> String {
        if let text = value?.text { return text }
        if let number = value?.integer { return String(number) }
        throw self.wrongKind(path, expected: "a colour")
    }

    private func color(
        _ value: TOMLNode?, path: String
    ) throws(ThemeError) -> ThemeFile.ColorReference {
        let text = try self.colorText(value, path: path)
        if text.hasPrefix("$") { return .palette(String(text.dropFirst())) }
        guard let color = Color(text) else {
            throw self.error(path, .badColor(key: path, value: text))
        }
        return .literal(color)
    }

    private func unknown(
        _ key: String, path: String, among keys: some Sequence<String>
    ) -> ThemeError {
        let suggestion = Suggestion.nearest(to: key, among: keys)
        return self.error(path, .unknownKey(key, suggestion: suggestion))
    }

    private func wrongKind(_ path: String, key: String? = nil, expected: String) -> ThemeError {
        let full = key.map { path + "." + $0 } ?? path
        return self.error(path, .wrongKind(key: full, expected: expected))
    }

    private func error(_ path: String, _ problem: ThemeError.Problem) -> ThemeError {
        ThemeError(self.place(path), problem: problem)
    }
}
