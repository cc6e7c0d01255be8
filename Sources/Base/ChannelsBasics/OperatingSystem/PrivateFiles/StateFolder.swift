/// The folder of files that the program writes between runs, by the XDG base directory
/// specification: relative values of its variables are ignored.
package enum StateFolder {
    /// The path of the folder, which may not exist yet; `nil` without a home directory.
    package static func path(environment: [String: String]) -> String? {
        let absolute = { (name: String) in
            environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        let folder = absolute("XDG_STATE_HOME") ?? absolute("HOME").map { $0 + "/.local/state" }
        return folder.map { $0 + "/buoy" }
    }
}
