internal import Glibc

/// The memory use of the process.
package enum ProcessMemory {
    /// The resident memory (proc(5), statm), in mebibytes; 0 if it cannot be read.
    package static var residentMebibytes: Int { self.residentBytes >> 20 }

    /// The same in bytes.
    package static var residentBytes: Int {
        let fields = SystemFile.text("/proc/self/statm").split(separator: " ")
        let pages = fields.dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }

    /// Keeps large arrays out of the heap, so that the heap is not fragmented. Otherwise, each time
    /// the C library frees a large array, it raises the size up to which arrays are put into the
    /// heap, between small blocks that stay: a dashboard of 10,000 channels had 65 MB after some
    /// reconnections instead of 45. Call this before other threads start. It has no effect with C
    /// libraries other than Glibc (mallopt(3)).
    package static func avoidHoles() {
        // Glibc's module lacks <malloc.h>.
        guard let symbol = dlsym(nil, "mallopt") else { return }
        let set = unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)
        let (trimThreshold, mapThreshold, arenaLimit) = (Int32(-1), Int32(-3), Int32(-8))
        _ = set(trimThreshold, 128 << 10)
        _ = set(mapThreshold, 128 << 10)
        _ = set(arenaLimit, 2)
    }

    /// Returns the memory that is needed only at startup: shortly afterwards, the free parts of the
    /// heap and all code are dropped, and code that is used is loaded again from the page cache.
    /// Waits until then, or until the task is cancelled.
    ///
    /// Code is mapped from files and never written, so nothing is lost (madvise(2), MADV_DONTNEED).
    package static func giveBackStartMemory() async {
        guard (try? await Task.sleep(for: .seconds(3))) != nil else { return }
        Self.giveBackFreed()
        for code in Self.code(inMap: SystemFile.text("/proc/self/maps")) {
            madvise(UnsafeMutableRawPointer(bitPattern: code.lowerBound), code.count, MADV_DONTNEED)
        }
    }

    /// Returns free memory that the C library keeps for reuse. Glibc returns memory between used
    /// blocks only on request (malloc_trim(3)). This has no effect with other C libraries.
    package static func giveBackFreed() {
        // Glibc's module lacks <malloc.h>.
        guard let symbol = dlsym(nil, "malloc_trim") else { return }
        _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)(0)
    }

    /// The addresses of code that is mapped from files and cannot be written (proc(5), maps).
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
