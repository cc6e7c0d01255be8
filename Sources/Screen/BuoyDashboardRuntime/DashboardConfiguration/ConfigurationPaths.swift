import ChannelsBasics
import FoundationEssentials

/// The program's own files, located by the XDG base directory specification: relative values of its
/// variables are ignored.
package struct ConfigurationPaths: Hashable, Sendable {
    /// The configuration file: as requested, from `BUOY_CONFIG`, or in its usual place; `nil`
    /// without a home directory.
    package let configuration: String?
    /// Whether the file was named explicitly, so that it must exist.
    let isConfigurationNamed: Bool
    /// The folder of files written between runs; created with mode 0700 when it is needed.
    let stateFolder: String?
    /// In the order of precedence.
    package let themeFolders: [String]
    /// The user's home, for `~/` in the configuration.
    let home: String?

    init(environment: [String: String], configuration: String? = nil) {
        let absolute = { (name: String) in
            environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        self.home = absolute("HOME")
        let home = self.home
        let folder = { (name: String, usual: String) in
            (absolute(name) ?? home.map { $0 + "/" + usual }).map { $0 + "/buoy" }
        }
        let named = configuration ?? environment["BUOY_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
        self.isConfigurationNamed = named != nil
        self.configuration =
            named ?? folder("XDG_CONFIG_HOME", ".config").map { $0 + "/config.toml" }
        self.stateFolder = StateFolder.path(environment: environment)
        self.themeFolders = ThemeSearch(environment: environment).directories
    }

    package var state: String? { self.stateFolder.map { $0 + "/state.toml" } }

    /// - Parameter run: identifies the run, such as its time and process id; `*` for all. Anything
    ///   but letters, digits, `-` and `*` is left out.
    package func crashReport(_ run: String) -> String? {
        let name = run.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-*".contains($0)) }
        return self.stateFolder.map { "\($0)/crash-\(name).txt" }
    }

    /// - Returns: the reason if it cannot be created.
    func makeStateFolder() -> String? {
        guard let folder = self.stateFolder else {
            return "neither HOME nor XDG_STATE_HOME is an absolute path"
        }
        do {
            try AtomicFile.makeFolder(folder)
            return nil
        } catch {
            return FileProblem.cannot(.create, folder, reason: error.description)
        }
    }
}
