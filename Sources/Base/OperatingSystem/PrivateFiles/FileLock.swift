import Glibc

/// An exclusive lock on a name, held until the value is released or the process ends, however it ends
/// (flock(2)).
package final class FileLock: Sendable {
    private let descriptor: Int32

    /// Why there is no lock.
    package enum Failure: Error, Hashable, Sendable {
        /// Another process, or another part of this one, has it.
        case held
        /// The system's reason.
        case impossible(String)
    }

    /// Takes the lock. Its file is created with mode 0600, and stays: removing it would let two
    /// processes lock two files of the same name.
    package init(_ path: String) throws(Failure) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .impossible(String(cString: strerror(errno))) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(descriptor)
            throw code == EWOULDBLOCK ? .held : .impossible(String(cString: strerror(code)))
        }
        self.descriptor = descriptor
    }

    deinit { close(self.descriptor) }
}
