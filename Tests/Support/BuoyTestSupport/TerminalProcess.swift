import Foundation
package import Glibc

/// Starts processes that have a terminal, and looks at them from outside.
package enum TerminalProcess {
    /// Starts a program as the leader of a new session: the terminal it opens becomes its
    /// controlling terminal.
    static func start(
        _ command: [String], terminal: String, home: String, environment: [String: String]
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Who runs the tests may ignore signals, as a shell does for what is in the background.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes,
            Self.newSession | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
        let variables = Self.variables(home: home, environment)
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        var texts: [UnsafeMutablePointer<CChar>?] =
            variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + texts { free(text) } }
        var process: pid_t = 0
        let result = posix_spawn(
            &process, command[0], &actions, &attributes, &arguments, &texts)
        guard result == 0 else { throw PseudoTerminalError.notStarted(result) }
        return process
    }

    // What Glibc's module does not show of posix_spawn(3): POSIX_SPAWN_SETSID.
    private static let newSession: Int16 = 0x80

    /// The variables of a program that is tested: nothing of the user who runs the tests has a say
    /// in them. An empty text takes one away.
    package static func variables(
        home: String, _ environment: [String: String] = [:]
    ) -> [String: String] {
        var variables = ProcessInfo.processInfo.environment.filter { name, _ in
            !["BUOY_", "XDG_", "LC_", "SSH_"].contains { name.hasPrefix($0) }
                && !Self.misleading.contains(name)
        }
        variables["HOME"] = home
        variables["XDG_CONFIG_HOME"] = "\(home)/config"
        variables["XDG_STATE_HOME"] = "\(home)/state"
        variables["XDG_DATA_HOME"] = "\(home)/data"
        variables["XDG_CACHE_HOME"] = "\(home)/cache"
        variables["TERM"] = "xterm-256color"
        variables["LC_ALL"] = "C.UTF-8"
        variables["SWIFT_BACKTRACE"] = "enable=no"
        for (name, value) in environment { variables[name] = value.isEmpty ? nil : value }
        return variables
    }

    private static let misleading: Set<String> = [
        "NO_COLOR", "TMUX", "STY", "COLORTERM", "LANG", "LANGUAGE", "LINES", "COLUMNS", "ESCDELAY",
        "WAYLAND_DISPLAY", "DISPLAY", "http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY",
        "HTTPS_PROXY", "ALL_PROXY",
    ]

    /// The seconds of processor time that a process has used; `nil` when there is none.
    package static func processorSeconds(of process: pid_t) -> Double? {
        guard let fields = Self.status(of: process), fields.count > 12,
            let user = Double(fields[11]), let system = Double(fields[12])
        else { return nil }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// The MiB of a process that are in memory; `nil` when there is none.
    package static func residentMebibytes(of process: pid_t) -> Int? {
        guard let fields = Self.status(of: process), fields.count > 21, let pages = Int(fields[21])
        else { return nil }
        return (pages * sysconf(Int32(_SC_PAGESIZE))) >> 20
    }

    /// The state of a process as a letter: R runs, S sleeps, T is stopped, Z has ended.
    package static func state(of process: pid_t) -> Character? {
        Self.status(of: process)?.first?.first
    }

    /// Whether a signal that was sent to a process waits to be handled (proc(5), `ShdPnd`).
    package static func isPending(_ signal: Int32, of process: pid_t) -> Bool {
        let text = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("ShdPnd:") }
        let signals = line.flatMap { UInt64($0.dropFirst("ShdPnd:\t".count), radix: 16) } ?? 0
        return signals >> UInt64(signal - 1) & 1 == 1
    }

    /// The processes that a process has started.
    package static func children(of process: pid_t) -> [pid_t] {
        let path = "/proc/\(process)/task/\(process)/children"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.split(separator: " ").compactMap { pid_t($0) }
    }

    /// The fields of proc(5) `stat` behind the name, which may hold anything.
    private static func status(of process: pid_t) -> [Substring]? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return nil }
        return text[text.index(after: end)...].split(separator: " ")
    }
}
