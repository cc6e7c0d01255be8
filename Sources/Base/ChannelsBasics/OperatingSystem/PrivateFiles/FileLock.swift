import Glibc

/// An exclusive lock on a file name, until it is released or the process ends in any way
/// (flock(2)).
package final class FileLock: Sendable {
    private let descriptor: Int32

    package enum Failure: Error, Hashable, Sendable {
        case held
        case impossible(String)
    }

    /// The file (mode 0600) stays: removing it would let two processes lock two files of one name.
    /// - Parameter patience: how long to wait for others; blocks the calling thread.
    package init(_ path: String, patience: Duration = .zero) throws(Failure) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY, 0o600)
        guard descriptor >= 0 else { throw .impossible(String(cString: strerror(errno))) }
        let end = ContinuousClock.now + patience
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            if code == EINTR { continue }
            guard code == EWOULDBLOCK, .now < end else {
                close(descriptor)
                throw code == EWOULDBLOCK ? .held : .impossible(String(cString: strerror(code)))
            }
            // Others hold it for milliseconds.
            poll(nil, 0, 5)
        }
        self.descriptor = descriptor
    }

    deinit { close(self.descriptor) }
}
