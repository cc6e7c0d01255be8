internal import Glibc

enum ProcessGroup {
    /// A zombie does not count: in a container, the first process may never wait for it.
    static func isAlive(_ group: pid_t) -> Bool {
        guard kill(-group, 0) == 0 else { return false }
        guard let processes = SystemFile.numbers(in: "/proc") else { return true }
        return processes.contains { Self.isRunning($0, in: group) }
    }

    private static func isRunning(_ process: pid_t, in group: pid_t) -> Bool {
        guard getpgid(process) == group else { return false }
        let text = SystemFile.text("/proc/\(process)/stat").utf8
        guard !text.isEmpty else { return false }
        // The state follows the name, which may contain anything.
        guard let end = text.lastIndex(of: UInt8(ascii: ")")) else { return true }
        return text[end...].dropFirst(2).first != UInt8(ascii: "Z")
    }
}
