import BuoyCursesTerminal
import BuoyProgramSupport
import BuoyTextScreen
import Glibc

enum CrashNotes {
    /// - Parameters:
    ///   - server: what is watched; empty for a server that has no name here.
    ///   - secrets: values that must not be in the report.
    /// - Returns: `nil` if there is no folder for it and none can be created.
    static func options(
        _ paths: ConfigurationPaths, watching server: String, secrets: [[UInt8]]
    ) -> CrashReportOptions? {
        guard paths.makeStateFolder() == nil,
            let path = paths.crashReport("\(time(nil))-\(getpid())")
        else { return nil }
        let server = server.isEmpty ? "a named server" : server
        let terminal = Environment.current["TERM"] ?? "not set"
        let header = """
            \(Version.text)
            watching: \(PlainOutput.line(server))
            terminal: \(PlainOutput.line(terminal))

            """
        return CrashReportOptions(
            program: "buoy", path: path, header: Array(header.utf8), secrets: secrets,
            alphabet: Console.alphabet)
    }
}
