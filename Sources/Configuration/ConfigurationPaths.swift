import FoundationEssentials

/// Where the program reads and writes files of its own, as the XDG base directory specification has
/// it: relative values of its variables are ignored.
package struct ConfigurationPaths: Hashable, Sendable {
    /// The configuration: as asked for, from `BUOY_CONFIG`, or in its usual place. Without a home
    /// there is none.
    package let configuration: String?
    /// Whether somebody named the file, which has to be there then.
    package let isConfigurationNamed: Bool
    /// The folder of what is written between runs; made with 0700 when it is needed.
    package let stateFolder: String?
    /// The folders in which themes are looked for, in order.
    package let themeFolders: [String]
    /// The user's home, for `~/` in the configuration.
    let home: String?

    /// - Parameter configuration: the path that `--config` names.
    package init(environment: [String: String], configuration: String? = nil) {
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
        self.stateFolder = folder("XDG_STATE_HOME", ".local/state")
        self.themeFolders = ThemeSearch(environment: environment).directories
    }

    /// What was set inside the program, kept for the next run.
    package var state: String? { self.stateFolder.map { $0 + "/state.toml" } }

    /// What a crash leaves.
    /// - Parameter run: what tells this run from others, such as its time and the process id; `*` for
    ///   all of them. Anything but letters, digits, `-` and `*` is left out.
    package func crashReport(_ run: String) -> String? {
        let name = run.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-*".contains($0)) }
        return self.stateFolder.map { "\($0)/crash-\(name).txt" }
    }

    /// Makes the folder of what is written between runs, for a crash report to come.
    /// - Returns: why there is none.
    package func makeStateFolder() -> String? {
        guard let folder = self.stateFolder else {
            return "neither HOME nor XDG_STATE_HOME names a folder"
        }
        do {
            try AtomicFile.makeFolder(folder)
            return nil
        } catch {
            return "\(folder) cannot be created: \(error)"
        }
    }
}
