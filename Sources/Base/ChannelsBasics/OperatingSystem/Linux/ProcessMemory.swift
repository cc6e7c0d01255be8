internal import Glibc

package enum ProcessMemory {
    /// proc(5), statm; 0 if it cannot be read.
    package static var residentMebibytes: Int { self.residentBytes >> 20 }

    package static var residentBytes: Int {
        let fields = SystemFile.text("/proc/self/statm").split(separator: " ")
        let pages = fields.dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }

    /// Keeps large arrays out of the heap. Whenever Glibc frees one, it raises the size up to which
    /// they go between small blocks that stay, which fragments the heap: a dashboard of 10,000
    /// channels had 65 MB after some reconnections instead of 45. Call this before other threads
    /// start. No effect with other C libraries (mallopt(3)).
    package static func avoidHoles() {
        // Glibc's module lacks <malloc.h>.
        guard let symbol = dlsym(nil, "mallopt") else { return }
        let set = unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)
        let (trimThreshold, mapThreshold, arenaLimit) = (Int32(-1), Int32(-3), Int32(-8))
        _ = set(trimThreshold, 128 << 10)
        _ = set(mapThreshold, 128 << 10)
        _ = set(arenaLimit, 2)
    }

    /// Returns free heap memory shortly after startup, and drops all code, which is mapped from
    /// files and never written: what is used is loaded again from the page cache (madvise(2),
    /// MADV_DONTNEED).
    package static func giveBackStartMemory() async {
        guard (try? await Task.sleep(for: .seconds(3))) != nil else { return }
        Self.giveBackFreed()
        for code in Self.code(inMap: SystemFile.text("/proc/self/maps")) {
            madvise(UnsafeMutableRawPointer(bitPattern: code.lowerBound), code.count, MADV_DONTNEED)
        }
    }

    /// Glibc returns memory between used blocks only on request (malloc_trim(3)). No effect with
    /// other C libraries.
    package static func giveBackFreed() {
        // Glibc's module lacks <malloc.h>.
        guard let symbol = dlsym(nil, "malloc_trim") else { return }
        _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)(0)
    }

    /// Mapped from files and not writable (proc(5), maps).
    static func code(inMap map: String) -> [Range<UInt>] {
        map.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count > 5, fields[1] == "r-xp", fields[5].hasPrefix("/") else {
                return nil
            }
            let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            return ends.count == 2 && ends[0] < ends[1] ? ends[0]..<ends[1] : nil
        }
    }
}
