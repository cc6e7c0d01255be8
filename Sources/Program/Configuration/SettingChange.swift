package import Dashboard
package import DashboardParts
import Scripts
import TOMLFiles

/// The result of setting a key inside the program.
package enum SettingChange: Hashable, Sendable {
    /// The changed settings.
    case now(DashboardSettings)
    /// The key takes effect only at the start; with the line of the configuration that sets it.
    case atStart(String)
}

/// Why a key cannot have a value.
package struct SettingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence without a full stop.
    package let description: String
}

extension ConfigurationKey {
    /// All keys, for completion in the dashboard.
    package static let forSetting = Self.allCases.map { key in
        SettingKey(name: key.name, values: key.entry.kind.values, expected: key.entry.kind.expected)
    }
}

extension ConfigurationKey.Kind {
    /// The possible values; empty if there are too many.
    fileprivate var values: [String] {
        switch self {
        case .theme, .layout, .count, .size: []
        case .word(let words): words
        case .flag: ["true", "false"]
        case .automaticFlag: ["auto", "true", "false"]
        case .automaticCount: ["auto"]
        }
    }

    /// A value in TOML syntax, because people do not type quotation marks.
    fileprivate func literal(_ value: String) -> String {
        let isQuoted = value.hasPrefix("\"")
        let isPlain =
            switch self {
            case .theme: value.hasPrefix("{")
            case .layout: false
            case .word: false
            case .flag, .automaticFlag: value == "true" || value == "false"
            case .count, .automaticCount, .size: value.allSatisfy { $0.isASCII && $0.isNumber }
            }
        return isQuoted || isPlain ? value : TOMLText.quoted(value)
    }
}

extension ConfigurationLoader {
    /// Changes a key in the settings, like the configuration does.
    package func changed(
        _ settings: DashboardSettings, key name: String, value: String
    ) throws(SettingError) -> SettingChange {
        guard let key = ConfigurationKey(rawValue: name) else {
            throw SettingError(description: "there is no key \(name)")
        }
        if key == .layout { return .now(try self.arranged(settings, as: value)) }
        let line = "\(name) = \(key.entry.kind.literal(value))"
        let file: ConfigurationFile
        do {
            file = try ConfigurationFile(
                text: line, file: "", themes: self.themes, catalog: self.catalog)
        } catch {
            let problem = error.errors.first.map { "\($0.problem)" }
            throw SettingError(description: problem ?? "\(name) cannot have this value")
        }
        guard let changed = self.taken(key, from: file, into: settings) else {
            return .atStart(line)
        }
        return .now(changed)
    }

    private func arranged(
        _ settings: DashboardSettings, as name: String
    ) throws(SettingError) -> DashboardSettings {
        guard let layout = settings.layout(named: name) else {
            let names = settings.layoutNames.joined(separator: ", ")
            throw SettingError(
                description: "there is no layout \(name); choose from \(names)")
        }
        var settings = settings
        settings.layout = layout
        return settings
    }

    /// - Returns: `nil` for a key that takes effect only at the start.
    private func taken(
        _ key: ConfigurationKey, from file: ConfigurationFile, into settings: DashboardSettings
    ) -> DashboardSettings? {
        var settings = settings
        switch key {
        case .theme: settings.theme = file.theme.name(isLight: self.isLight(file))
        case .times: settings.timeFormat = file.settings.timeFormat
        case .connectionRows: settings.showsSystemRows = file.settings.showsSystemRows
        case .mouse: settings.usesMouse = file.program.usesMouse ?? !self.isRemote
        case .confirmQuit: settings.confirmsQuit = file.settings.confirmsQuit
        case .channelsOrder: settings.channelOrder = file.settings.channelOrder
        case .membersOrder: settings.memberOrder = file.settings.memberOrder
        case .inspectorWrap: settings.wrapsInspector = file.settings.wrapsInspector
        case .background, .color, .ascii, .paintBackground, .layout, .title, .framesPerSecond,
            .escapeDelay, .historyEvents, .historyBytes:
            return nil
        }
        return settings
    }
}
