/// Files kept between runs, by the XDG base directory specification: relative values are
/// ignored.
package enum StateFolder {
    /// May not exist yet; `nil` without a home directory.
    package static func path(environment: [String: String]) -> String? {
        let absolute = { (name: String) in
            environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        let folder = absolute("XDG_STATE_HOME") ?? absolute("HOME").map { $0 + "/.local/state" }
        return folder.map { $0 + "/buoy" }
    }
}
