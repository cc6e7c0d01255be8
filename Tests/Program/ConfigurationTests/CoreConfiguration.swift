import Dashboard
import DashboardParts
import Scripts
import TextScreen

@testable import Configuration

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
        .core, sections: [.alerts], commandNames: ["watch", "tail", "help"])
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
