import ChannelsBasics

/// The files around the state file.
enum StatePaths {
    /// How long to wait for other programs that save at the same time. Each takes milliseconds, and
    /// the end of buoy must not wait for a second.
    private static let patience = Duration.milliseconds(500)

    /// Takes the lock for changing a file. If the file is a link, the lock is that of its target.
    static func lock(_ path: String) throws(FileLock.Failure) -> FileLock {
        try FileLock(AtomicFile.resolved(path) + ".lock", patience: Self.patience)
    }

    /// The folder of a file, or of the target of a link.
    static func folder(of path: String) -> String {
        let path = AtomicFile.resolved(path)
        return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }
}
