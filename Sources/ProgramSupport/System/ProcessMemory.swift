internal import Glibc

/// The memory use of the process.
package enum ProcessMemory {
    /// The resident memory (proc(5), statm); 0 if it cannot be read.
    package static var residentMebibytes: Int {
        let descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return 0 }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(descriptor, &bytes, bytes.count)
        let fields = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
            .split(separator: " ")
        let pages = fields.dropFirst().first.flatMap { Int($0) } ?? 0
        return (pages * sysconf(Int32(_SC_PAGESIZE))) >> 20
    }
}
