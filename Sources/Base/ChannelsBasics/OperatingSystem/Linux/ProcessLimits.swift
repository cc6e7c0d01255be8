internal import Glibc

/// getrlimit(2). They can change while the process runs (prlimit(1)).
package enum ProcessLimits {
    package static var openFiles: Int? { self.openFilesLimit.map { Int(clamping: $0.rlim_cur) } }

    /// As far as the system allows; returns the limit afterwards, `nil` if unknown.
    package static func raiseOpenFiles(to most: Int) -> Int? {
        guard let limit = self.openFilesLimit else { return nil }
        guard limit.rlim_cur < limit.rlim_max else { return Int(clamping: limit.rlim_cur) }
        var raised = limit
        raised.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, rlim_t(clamping: most)))
        let isRaised = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0
        return Int(clamping: isRaised ? raised.rlim_cur : limit.rlim_cur)
    }

    private static var openFilesLimit: rlimit? {
        var limit = rlimit()
        let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
        return isKnown ? limit : nil
    }
}
