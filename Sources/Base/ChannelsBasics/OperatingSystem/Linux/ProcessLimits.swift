internal import Glibc

/// The limits of this process (getrlimit(2)). They can change while it runs (prlimit(1)).
package enum ProcessLimits {
    /// How many descriptors may be open; `nil` if the system does not say.
    package static var openFiles: Int? { self.openFilesLimit.map { Int(clamping: $0.rlim_cur) } }

    /// Raises the limit on open descriptors as far as the system allows, to at most this number.
    ///
    /// - Returns: the limit afterwards; `nil` if the system does not say.
    package static func raiseOpenFiles(to most: Int) -> Int? {
        guard let limit = self.openFilesLimit else { return nil }
        guard limit.rlim_cur < limit.rlim_max else { return Int(clamping: limit.rlim_cur) }
        var raised = limit
        raised.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, rlim_t(clamping: most)))
        let isRaised = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0
        return Int(clamping: isRaised ? raised.rlim_cur : limit.rlim_cur)
    }

    /// Disables core files, which contain the memory of a process that has crashed.
    package static func forbidCoreFiles() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    }

    private static var openFilesLimit: rlimit? {
        var limit = rlimit()
        let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
        return isKnown ? limit : nil
    }
}
