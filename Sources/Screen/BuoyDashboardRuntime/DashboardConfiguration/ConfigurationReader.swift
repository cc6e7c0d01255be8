import BuoyDashboard
import BuoyScripts
import BuoyTOMLFiles
import ChannelsBasics

/// Collects all errors of a configuration, key by key.
///
/// ```
/// theme background color …                  ConfigurationKey, one value each
/// [history] [channels] [members] [inspector]
/// [layouts.NAME]                            preset, lists, inspector, left, right
/// [filters]                                 NAME = "filter"
/// [SECTION] [[SECTION]]                     SettingSection, such as [[alerts]]
/// [servers.NAME]                            ServerKey, one value each
/// [keys] [keys.PANE]                        command = ["key", …]
/// ```
struct ConfigurationReader {
    var result: ConfigurationFile
    let subject: ConfigurationSubject
    var errors: [ConfigurationError] = []
    let home: String?
    let themes: ThemeSearch

    var catalog: Catalog { self.subject.catalog }

    private let text: String
    private let file: String
    private var document = TOMLDocument()

    var layoutName: String?

    init(
        text: String, file: String, home: String?, themes: ThemeSearch,
        for subject: ConfigurationSubject
    ) {
        self.result = ConfigurationFile(subject.catalog)
        self.subject = subject
        self.text = text
        self.file = file
        self.home = home
        self.themes = themes
    }

    mutating func read() throws(ConfigurationErrors) -> ConfigurationFile {
        self.parse()
        guard self.errors.isEmpty else {
            let last = Int.max
            let sorted = self.errors.sorted {
                ($0.line ?? last, $0.column ?? 0, $0.description)
                    < ($1.line ?? last, $1.column ?? 0, $1.description)
            }
            throw ConfigurationErrors(errors: sorted)
        }
        return self.result
    }

    private mutating func parse() {
        do {
            self.document = try TOMLDocument(self.text)
            self.read(self.document.root)
        } catch {
            self.add(line: error.line, column: error.column, .syntax(error.text))
        }
    }

    private mutating func read(_ root: TOMLTable) {
        let sections = Self.sections(of: self.subject)
        for (key, value) in root where !sections.contains(key) {
            if let known = ConfigurationKey.named(key) {
                self.read(known, value)
            } else if ConfigurationKey.groups.contains(key) {
                self.readGroup(key, value)
            } else {
                self.addUnknown(key, path: key, among: Self.topLevel + sections)
            }
        }
        self.readLayouts(root["layouts"])
        self.readFilters(root["filters"])
        for section in self.subject.sections { self.read(section, root[section.name]) }
        self.readServers(root["servers"])
        self.readKeys(root["keys"])
        self.chooseLayout()
    }

    /// The tables whose keys are not those of `ConfigurationKey`.
    static func sections(of subject: ConfigurationSubject) -> [String] {
        ["layouts", "filters"] + subject.sections.map(\.name) + ["servers", "keys"]
    }

    private static let topLevel = ConfigurationKey.allCases.map(\.name) + ConfigurationKey.groups

    private mutating func readGroup(_ group: String, _ value: TOMLNode) {
        guard let members = self.table(value, path: group) else { return }
        for (key, value) in members {
            let path = group + "." + key
            if let known = ConfigurationKey.named(path) {
                self.read(known, value)
            } else {
                let known = ConfigurationKey.allCases.filter { $0.group == group }.map(\.ownName)
                self.addUnknown(key, path: path, among: known)
            }
        }
    }
}

extension ConfigurationReader {
    mutating func add(line: Int?, column: Int? = nil, _ problem: ConfigurationError.Problem) {
        self.errors.append(
            ConfigurationError(file: self.file, line: line, column: column, problem: problem))
    }

    mutating func add(_ path: String, _ problem: ConfigurationError.Problem) {
        self.add(line: self.line(of: path), problem)
    }

    func line(of path: String) -> Int? { self.document.line(of: path) }

    mutating func warn(_ path: String, _ problem: ConfigurationError.Problem) {
        self.result.warnings.append(
            ConfigurationError(file: self.file, line: self.line(of: path), problem: problem))
    }

    mutating func addUnknown(_ key: String, path: String, among known: [String]) {
        let shown = Self.shortened(key)
        guard !SecretWords.occur(in: key) else { return self.add(path, .secret(shown)) }
        // Comparing names takes a while, if a file has thousands of them.
        guard self.errors.count < Self.mostSuggestions else {
            return self.add(path, .unknownKey(shown, suggestion: nil))
        }
        // A key of a table that is at the top level, or the other way round.
        let moved = ConfigurationKey.allCases.first { $0.ownName == key }?.name
        let suggestion = Suggestion.nearest(to: key, among: known) ?? moved
        self.add(path, .unknownKey(shown, suggestion: suggestion))
    }

    private static let mostSuggestions = 100

    mutating func addWrongKind(_ path: String, _ expected: String) {
        self.add(path, .wrongKind(key: Self.shortened(path), expected: expected))
    }

    /// For a string with control characters, which a terminal would obey.
    mutating func addControls(_ path: String, _ expected: String) {
        self.addWrongKind(path, expected + ", without control characters")
    }

    mutating func table(_ value: TOMLNode, path: String) -> TOMLTable? {
        if let table = value.table { return table }
        self.addWrongKind(path, "a table")
        return nil
    }

    /// A relative path starts at the folder of the configuration.
    func resolvedFile(_ path: String) -> String {
        guard !path.hasPrefix("/") else { return path }
        if path.hasPrefix("~/"), let home = self.home { return home + path.dropFirst() }
        // In the program, a slash marks a path.
        return (self.folder.isEmpty ? "./" : self.folder) + path
    }

    static func shortened(_ name: String) -> String {
        name.count > 80 ? name.prefix(79) + "…" : name
    }

    var folder: String { self.file.lastIndex(of: "/").map { String(self.file[...$0]) } ?? "" }
}

enum SecretWords {
    static func occur(in key: String) -> Bool {
        let key = key.lowercased()
        return ["secret", "password", "passwd", "token", "credential", "auth", "master"]
            .contains { key.contains($0) }
    }
}
