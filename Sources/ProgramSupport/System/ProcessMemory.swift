internal import Glibc

/// The memory use of the process.
package enum ProcessMemory {
    /// The resident memory (proc(5), statm), in mebibytes; 0 if it cannot be read.
    package static var residentMebibytes: Int { self.residentBytes >> 20 }

    /// The resident memory (proc(5), statm), in bytes; 0 if it cannot be read.
    package static var residentBytes: Int {
        let fields = ProcFile.text("/proc/self/statm").split(separator: " ")
        let pages = fields.dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }

    /// Keeps large arrays out of the heap, and the heap in few pieces. Otherwise the C library learns from each large
    /// array that it frees to put the next one into the heap, between small blocks that stay: a dashboard of 10,000
    /// channels had 65 MB after some reconnections instead of 45. To be called before other threads start; nothing
    /// happens with another library than that of GNU (mallopt(3)).
    package static func avoidHoles() {
        // Glibc's module lacks <malloc.h>.
        guard let symbol = dlsym(nil, "mallopt") else { return }
        let set = unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)
        let (trimThreshold, mapThreshold, arenaLimit) = (Int32(-1), Int32(-3), Int32(-8))
        _ = set(trimThreshold, 128 << 10)
        _ = set(mapThreshold, 128 << 10)
        _ = set(arenaLimit, 2)
    }
}
