import BuoyDashboard
import BuoyScripts
import BuoyTOMLFiles
import ChannelsBasics

enum SettingChange: Hashable, Sendable {
    case now(DashboardSettings)
    /// With the line of the configuration that would set it.
    case atStart(String)
}

struct SettingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence without a full stop.
    let description: String
}

extension ConfigurationKey {
    static let forSetting = Self.allCases.map { key in
        SettingKey(name: key.name, values: key.entry.form.values, expected: key.entry.form.expected)
    }
}

extension SettingForm {
    /// Empty if there are too many to list.
    fileprivate var values: [String] {
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

extension ConfigurationLoader {
    func changed(
        _ settings: DashboardSettings, key name: String, value: String
    ) throws(SettingError) -> SettingChange {
        guard let key = ConfigurationKey.named(name) else {
            throw SettingError(description: "unknown key \"\(name)\"")
        }
        if key == .layout { return .now(try self.arranged(settings, as: value)) }
        let line = "\(name) = \(key.entry.form.literal(value))"
        let file: ConfigurationFile
        do {
            file = try ConfigurationFile(
                text: line, file: "", themes: self.themes, for: self.subject)
        } catch {
            let problem = error.errors.first.map { "\($0.problem)" }
            throw SettingError(description: problem ?? "invalid value for \(name)")
        }
        switch key.entry.effect {
        case .atStart: return .atStart(line)
        case .now(let take):
            var changed = settings
            take(self, file, &changed)
            return .now(changed)
        }
    }

    private func arranged(
        _ settings: DashboardSettings, as name: String
    ) throws(SettingError) -> DashboardSettings {
        guard let layout = settings.layout(named: name) else {
            throw SettingError(
                description: Suggestion.unknown("layout", name, among: settings.layoutNames))
        }
        var settings = settings
        settings.layout = layout
        return settings
    }
}
