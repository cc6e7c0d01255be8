internal import Glibc

/// Keeps the open files of this process from the programs that it starts.
enum InheritedFiles {
    /// Makes a program that is started with these actions inherit only its standard files.
    static func keepBack(_ actions: inout posix_spawn_file_actions_t) {
        if let closeFrom = self.closeFrom {
            _ = closeFrom(&actions, STDERR_FILENO + 1)
        } else {
            self.closeAllOnExec()
        }
    }

    private typealias CloseFrom =
        @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

    /// `posix_spawn_file_actions_addclosefrom_np`, which Glibc has had since 2.34 but its module
    /// does not include. Nothing else also covers files that other threads open at that moment:
    /// SwiftNIO's sockets would be inherited.
    private static let closeFrom: CloseFrom? = {
        let name = "posix_spawn_file_actions_addclosefrom_np"
        guard let symbol = dlsym(nil, name) else { return nil }
        return unsafeBitCast(symbol, to: CloseFrom.self)
    }()

    /// For an older Glibc: marks all open files, so that a program inherits none of them.
    private static func closeAllOnExec() {
        for descriptor in SystemFile.numbers(in: "/proc/self/fd") ?? []
        where descriptor > STDERR_FILENO {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
    }
}
