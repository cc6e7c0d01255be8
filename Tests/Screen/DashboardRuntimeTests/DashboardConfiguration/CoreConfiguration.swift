import BuoyDashboard
import BuoyScripts
import BuoyTextScreen

@testable import BuoyDashboardRuntime

// These tests are about the configuration of the core: features have nothing to say in it.
extension ConfigurationFile {
    init(
        text: String, file: String, home: String? = nil, themes: ThemeSearch = .builtIn
    ) throws(ConfigurationErrors) {
        try self.init(text: text, file: file, home: home, themes: themes, for: .core)
    }
}

extension ConfigurationSubject {
    static let core = ConfigurationSubject(
        .core, sections: [], commandNames: ["watch", "tail", "help"])
}

extension Keymap {
    static var standard: Keymap { Catalog.core.keymap }

    func command(for key: KeyPress, in pane: PaneID) -> Command? {
        Catalog.core.command(for: key, in: pane, self)
    }
}

extension ConfigurationLoader {
    init(
        environment: [String: String], configuration: String? = nil, server: String? = nil,
        named: String? = nil
    ) {
        self.init(
            environment: environment, configuration: configuration, server: server, named: named,
            for: .core)
    }
}

extension StatePlace {
    init(isRemote: Bool = false, server: String? = nil) {
        self.init(catalog: .core, isRemote: isRemote, server: server)
    }
}

extension StateFile {
    func applied(to configured: DashboardSettings) -> DashboardSettings {
        self.applied(to: configured, at: StatePlace())
    }

    mutating func take(
        _ now: DashboardSettings, since before: DashboardSettings, configured: DashboardSettings
    ) {
        self.take(now, since: before, configured: configured, at: StatePlace())
    }
}

/// A feature that keeps a word and lines, and has a command whose lines are confidential.
enum KeepingFeature: DashboardFeature, SettingFeature {
    static let catalog = Catalog([KeepingFeature.self])

    static func panes(_ facts: FeatureFacts) -> [any Pane] { [] }

    static let commands = [
        Command(
            "whisper", .channels, keys: [], title: "Whisper", summary: "Says nothing.",
            argument: .words("TEXT", asks: "a text", isConfidential: true) { _, _ in [] },
            change: { _ in })
    ]

    static let settings: [FeatureSetting] = [
        .word("kept.word", standard: "name"), .lines("kept.lines"),
    ]
}
