internal import Glibc

package enum ProcessFacts {
    package static var openFiles: Int? {
        // Without the descriptor that reads the folder.
        SystemFile.numbers(in: "/proc/self/fd").map { max(0, $0.count - 1) }
    }

    package static var startTime: Double? {
        self.startTime(
            stat: SystemFile.text("/proc/self/stat"), systemStat: SystemFile.text("/proc/stat"),
            ticksPerSecond: sysconf(Int32(_SC_CLK_TCK)))
    }

    /// In seconds since 1970 (proc(5): field 22 of `stat`, and `btime`); `nil` if malformed.
    static func startTime(
        stat: String, systemStat: String, ticksPerSecond: Int
    ) -> Double? {
        // The name of the program, in parentheses, may contain spaces and parentheses.
        guard let end = stat.lastIndex(of: ")"), ticksPerSecond > 0 else { return nil }
        let fields = stat[end...].dropFirst().split(separator: " ")
        let boot = systemStat.split(separator: "\n").first { $0.hasPrefix("btime ") }?
            .split(separator: " ").last.flatMap { Double($0) }
        guard fields.count > 19, let ticks = Double(fields[19]), let boot else { return nil }
        return boot + ticks / Double(ticksPerSecond)
    }
}
