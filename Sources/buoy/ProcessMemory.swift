internal import FoundationEssentials
internal import Glibc

/// What the process takes of the machine's memory.
enum ProcessMemory {
    /// Resident memory (proc(5), statm); 0 where it cannot be read.
    static var residentMebibytes: Int {
        let fields =
            (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
            .split(separator: " ") ?? []
        let pages = fields.dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * sysconf(Int32(_SC_PAGESIZE)) >> 20
    }
}
