import ChannelsBasics
package import ChannelsMeasurements
import Glibc

/// The metrics of the process, with the names that Prometheus client libraries use.
package enum ProcessMetrics {
    package static let families = [build, memory, cpu, openFiles, fileLimit, startTime]

    private static let build = MetricFamily(
        "buoy_build", .info, labels: ["version"], help: "The version of buoy.")
    private static let memory = MetricFamily(
        "process_resident_memory_bytes", .gauge, unit: .bytes, help: "Resident memory.")
    private static let cpu = MetricFamily(
        "process_cpu_seconds", .counter, unit: .seconds,
        help: "CPU time used, in user and system mode.")
    private static let openFiles = MetricFamily(
        "process_open_fds", .gauge, help: "Open file descriptors.")
    private static let fileLimit = MetricFamily(
        "process_max_fds", .gauge, help: "The maximum number of open file descriptors.")
    private static let startTime = MetricFamily(
        "process_start_time_seconds", .gauge, unit: .seconds,
        help: "Start time of the process, in seconds since 1970.")

    /// Values that the system does not report are left out.
    static func current(version: String) -> [Measurement] {
        let values: [(MetricFamily, Double?)] = [
            (self.memory, Double(ProcessMemory.residentBytes)), (self.cpu, self.cpuSeconds),
            (self.openFiles, ProcessFacts.openFiles.map(Double.init)),
            (self.fileLimit, ProcessLimits.openFiles.map(Double.init)),
            (self.startTime, ProcessFacts.startTime),
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
}
