internal import Glibc

enum InheritedFiles {
    static func keepBack(_ actions: inout posix_spawn_file_actions_t) {
        if let closeFrom = self.closeFrom {
            _ = closeFrom(&actions, STDERR_FILENO + 1)
        } else {
            self.closeAllOnExec()
        }
    }

    private typealias CloseFrom =
        @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

    /// `posix_spawn_file_actions_addclosefrom_np`: in Glibc since 2.34, but not in its module. Only
    /// this also covers files that other threads open at the same moment, such as SwiftNIO's
    /// sockets.
    private static let closeFrom: CloseFrom? = {
        let name = "posix_spawn_file_actions_addclosefrom_np"
        guard let symbol = dlsym(nil, name) else { return nil }
        return unsafeBitCast(symbol, to: CloseFrom.self)
    }()

    private static func closeAllOnExec() {
        for descriptor in SystemFile.numbers(in: "/proc/self/fd") ?? []
        where descriptor > STDERR_FILENO {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
    }
}
