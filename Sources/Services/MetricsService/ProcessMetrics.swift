import Glibc
package import Measurements
import ProgramSupport

/// What is measured of the process, under the names that client libraries of Prometheus use.
package enum ProcessMetrics {
    /// All of them.
    package static let families = [build, memory, cpu, openFiles, fileLimit, startTime]

    private static let build = MetricFamily(
        "buoy_build", .info, labels: ["version"], help: "The version of buoy.")
    private static let memory = MetricFamily(
        "process_resident_memory_bytes", .gauge, unit: .bytes, help: "Resident memory.")
    private static let cpu = MetricFamily(
        "process_cpu_seconds", .counter, unit: .seconds,
        help: "The processor time that was used, by the program and by the system for it.")
    private static let openFiles = MetricFamily(
        "process_open_fds", .gauge, help: "Open file descriptors.")
    private static let fileLimit = MetricFamily(
        "process_max_fds", .gauge, help: "How many file descriptors may be open.")
    private static let startTime = MetricFamily(
        "process_start_time_seconds", .gauge, unit: .seconds,
        help: "When the process started, in seconds since 1970.")

    /// The current values. Those that the system does not report are left out.
    ///
    /// - Parameter version: the version of the program.
    package static func current(version: String) -> [Measurement] {
        let values: [(MetricFamily, Double?)] = [
            (self.memory, Double(ProcessMemory.residentBytes)), (self.cpu, self.cpuSeconds),
            (self.openFiles, self.openFileCount.map(Double.init)), (self.fileLimit, self.limit),
            (self.startTime, self.started),
        ]
        return [Measurement(self.build, [version], .set(1))]
            + values.compactMap { family, value in value.map { Measurement(family, .set($0)) } }
    }

    /// getrusage(2)
    private static var cpuSeconds: Double? {
        var usage = rusage()
        guard getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return nil }
        return [usage.ru_utime, usage.ru_stime].reduce(0) {
            $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1_000_000
        }
    }

    /// The entries of `/proc/self/fd`, without the one that reads it.
    private static var openFileCount: Int? {
        guard let folder = opendir("/proc/self/fd") else { return nil }
        defer { closedir(folder) }
        var count = 0
        while let entry = readdir(folder) {
            // `.` and `..`
            if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 }
        }
        return max(0, count - 1)
    }

    private static var limit: Double? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return nil
        }
        return Double(limit.rlim_cur)
    }

    private static var started: Double? {
        self.startTime(
            stat: ProcFile.text("/proc/self/stat"), systemStat: ProcFile.text("/proc/stat"),
            ticksPerSecond: sysconf(Int32(_SC_CLK_TCK)))
    }

    /// The start of a process, in seconds since 1970 (proc(5): field 22 of `stat`, and `btime`).
    ///
    /// - Returns: `nil` if one of the texts is not as described.
    package static func startTime(
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
