import Foundation

/// What this process has used so far.
struct Usage {
    /// Seconds of CPU, of all threads.
    var cpu: Double
    var wall: Double

    static func now() -> Usage {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let seconds = { (time: timeval) in Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
        return Usage(
            cpu: seconds(usage.ru_utime) + seconds(usage.ru_stime),
            wall: ProcessInfo.processInfo.systemUptime)
    }

    static func - (end: Usage, start: Usage) -> Usage {
        Usage(cpu: end.cpu - start.cpu, wall: end.wall - start.wall)
    }

    /// Resident memory in MiB (proc(5), statm).
    static var residentMebibytes: Double {
        let statm = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let pages = statm.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
        return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
    }
}

/// One line of the report: a name, and figures that line up.
func report(_ name: String, _ figures: String) {
    let padding = String(repeating: " ", count: max(1, 46 - name.count))
    print("  \(name)\(padding)\(figures)")
}

extension Double {
    func rounded(to digits: Int) -> String { String(format: "%.\(digits)f", self) }
}
