internal import Channels
internal import Configuration
internal import CursesTerminal
internal import Glibc

/// What a crash leaves behind for a bug report.
enum CrashNotes {
    /// Where a report would be written, and what it begins with.
    ///
    /// - Returns: `nil` where there is no folder for it, and none can be made.
    static func options(_ paths: ConfigurationPaths, _ session: Session) -> CrashReportOptions? {
        guard paths.makeStateFolder() == nil,
            let path = paths.crashReport("\(time(nil))-\(getpid())")
        else { return nil }
        let header = """
            \(Version.text)
            watching: \(session.serverLabel.isEmpty ? "a server by its name" : session.serverLabel)
            terminal: \(Environment.current["TERM"] ?? "not set")

            """
        return CrashReportOptions(
            program: "buoy", path: path, header: Array(header.utf8), secrets: session.secrets)
    }
}
