import Glibc

package enum StandardStreams {
    /// Opens those that the caller has closed on /dev/null. Otherwise the next file or socket that
    /// is opened has their number, and what is printed is written there (open(2): the lowest
    /// number that is free). They are opened for reading, so that printing still fails, as it did.
    ///
    /// Call it before anything else is opened.
    package static func open() {
        for descriptor in STDIN_FILENO...STDERR_FILENO
        where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
            _ = Glibc.open("/dev/null", O_RDONLY | O_NOCTTY)
        }
    }
}
