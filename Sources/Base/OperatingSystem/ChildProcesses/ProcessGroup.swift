internal import Glibc

/// Looks at the processes of a group.
enum ProcessGroup {
    /// Whether any process of the group is running. One that has ended, and that nobody waits for,
    /// as in a container whose first process does not, is not.
    static func isAlive(_ group: pid_t) -> Bool {
        guard kill(-group, 0) == 0 else { return false }
        guard let folder = opendir("/proc") else { return true }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let process = pid_t(name), Self.isRunning(process, in: group) { return true }
        }
        return false
    }

    /// Reads the state and the group of a process (proc(5), `stat`).
    private static func isRunning(_ process: pid_t, in group: pid_t) -> Bool {
        guard getpgid(process) == group else { return false }
        let descriptor = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 512)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        // The state follows the name, which may contain anything.
        let text = buffer.prefix(max(count, 0))
        guard let end = text.lastIndex(of: UInt8(ascii: ")")), end + 2 < text.endIndex else {
            return true
        }
        return text[end + 2] != UInt8(ascii: "Z")
    }
}
