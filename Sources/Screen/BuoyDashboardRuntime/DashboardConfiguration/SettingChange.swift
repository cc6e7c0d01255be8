import BuoyDashboard
import BuoyScripts
import BuoyTOMLFiles
import ChannelsBasics

enum SettingChange: Hashable, Sendable {
    case now(DashboardSettings)
    /// With the line of the configuration that would set it.
    case atStart(String)
}

extension ConfigurationKey {
    static let forSetting = Self.allCases.map { key in
        SettingKey(name: key.name, values: key.entry.form.values, expected: key.entry.form.expected)
    }
}

extension SettingForm {
    /// Empty if there are too many to list.
    var values: [String] {
        switch self {
        case .text, .written, .filter, .file, .program, .fields, .channels, .layout, .firstLayout,
            .theme, .themes, .number, .size:
            []
        case .word(let words): words
        case .flag: ["true", "false"]
        case .automaticFlag: ["auto", "true", "false"]
        case .automaticNumber: ["auto"]
        }
    }

    /// Adds TOML syntax, because people do not type quotation marks.
    fileprivate func literal(_ value: String) -> String {
        let isQuoted = value.hasPrefix("\"")
        let isPlain =
            switch self {
            case .themes, .fields: value.hasPrefix("{")
            case .program, .channels: value.hasPrefix("[")
            case .text, .written, .filter, .file, .layout, .firstLayout, .theme, .word: false
            case .flag, .automaticFlag: value == "true" || value == "false"
            case .number, .automaticNumber, .size: value.allSatisfy { $0.isASCII && $0.isNumber }
            }
        return isQuoted || isPlain ? value : TOMLText.quoted(value)
    }
}

/// `KEY=VALUE`, as typed for `--set`.
struct SettingArgument: Sendable {
    let key: String
    let value: String

    init(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        self.key = String(parts[0])
        self.value = parts.count == 2 ? String(parts[1]) : ""
    }

    fileprivate static let option = "--set"

    func errors(_ problem: ConfigurationError.Problem) -> ConfigurationErrors {
        ConfigurationErrors(errors: [ConfigurationError(file: Self.option, problem: problem)])
    }
}

extension ConfigurationErrors {
    /// Whether they are about `--set` rather than about a file.
    var isAboutArguments: Bool { self.errors.allSatisfy { $0.file == SettingArgument.option } }
}

extension ConfigurationLoader {
    func changed(
        _ settings: DashboardSettings, key name: String, value: String
    ) throws(ConfigurationError.Problem) -> SettingChange {
        let key = try ConfigurationKey(typed: name)
        if key == .layout { return .now(try self.arranged(settings, as: value)) }
        let file = try self.file(key, value, ConfigurationFile(self.subject.catalog))
        switch key.entry.effect {
        case .atStart: return .atStart(key.line(value))
        case .now(let take):
            var changed = settings
            take(self, file, &changed)
            return .now(changed)
        }
    }

    func changed(
        _ settings: DashboardSettings, _ arguments: [SettingArgument]
    ) throws(ConfigurationErrors) -> DashboardSettings {
        var settings = settings
        for argument in arguments {
            do throws(ConfigurationError.Problem) {
                let change = try self.changed(
                    settings, key: argument.key, value: argument.value)
                if case .now(let changed) = change { settings = changed }
            } catch { throw argument.errors(error) }
        }
        return settings
    }

    /// Sets the keys that take effect only at the start.
    func start(
        _ file: inout ConfigurationFile, with arguments: [SettingArgument]
    ) throws(ConfigurationErrors) {
        for argument in arguments {
            do throws(ConfigurationError.Problem) {
                let key = try ConfigurationKey(typed: argument.key)
                guard case .atStart = key.entry.effect else { continue }
                let changed = try self.file(key, argument.value, file)
                (file.program, file.background) = (changed.program, changed.background)
            } catch { throw argument.errors(error) }
        }
    }

    /// A configuration with only this key, and the program options of `base`.
    private func file(
        _ key: ConfigurationKey, _ value: String, _ base: ConfigurationFile
    ) throws(ConfigurationError.Problem) -> ConfigurationFile {
        do {
            return try ConfigurationFile(
                text: key.line(value), file: "", home: self.paths.home, themes: self.themes,
                for: self.subject, base: base)
        } catch {
            throw error.errors.first?.problem
                ?? .wrongKind(key: key.name, expected: key.entry.form.expected)
        }
    }

    private func arranged(
        _ settings: DashboardSettings, as name: String
    ) throws(ConfigurationError.Problem) -> DashboardSettings {
        guard let layout = settings.layout(named: name) else {
            let names = settings.layoutNames
            throw .unknownWord(
                key: "layout", word: name, suggestion: Suggestion.nearest(to: name, among: names),
                known: names)
        }
        var settings = settings
        settings.layout = layout
        return settings
    }
}

extension ConfigurationKey {
    fileprivate init(typed name: String) throws(ConfigurationError.Problem) {
        guard let key = Self.named(name) else {
            throw .unknownKey(
                name,
                suggestion: Suggestion.nearest(to: name, among: Self.allCases.map(\.name)))
        }
        self = key
    }

    /// The line of the configuration that sets it.
    fileprivate func line(_ value: String) -> String {
        "\(self.name) = \(self.entry.form.literal(value))"
    }
}
