import Glibc

/// Memory that is free and that the C library keeps for later.
enum FreedMemory {
    /// Gives it back to the system. The GNU library does that with holes only when it is asked to
    /// (malloc_trim(3)); nothing happens with another one.
    static func giveBack() {
        // Glibc's module lacks <malloc.h>.
        guard let symbol = dlsym(nil, "malloc_trim") else { return }
        _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)(0)
    }
}
