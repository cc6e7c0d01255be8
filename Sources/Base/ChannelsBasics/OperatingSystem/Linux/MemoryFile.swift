internal import Glibc

/// memfd_create(2).
package enum MemoryFile {
    /// Opens one that no other program inherits; −1 if that fails.
    package static func open(_ name: String) -> Int32 {
        // Glibc's module does not include it.
        guard let symbol = dlsym(nil, "memfd_create") else { return -1 }
        let create = unsafeBitCast(
            symbol, to: (@convention(c) (UnsafePointer<CChar>, UInt32) -> Int32).self)
        let closedOnExec: UInt32 = 1
        return create(name, closedOnExec)
    }
}
