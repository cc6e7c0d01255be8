import ChannelsBasics

enum StatePaths {
    /// How long to wait for other programs that save now. Each takes milliseconds, and quitting
    /// must not take a second.
    private static let patience = Duration.milliseconds(500)

    /// If the file is a link, the lock is that of its target.
    static func lock(_ path: String) throws(FileLock.Failure) -> FileLock {
        try FileLock(AtomicFile.resolved(path) + ".lock", patience: Self.patience)
    }

    static func folder(of path: String) -> String {
        let path = AtomicFile.resolved(path)
        return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }
}
