import ChannelsPOSIX

/// An exclusive lock on a file or folder, until it is released or the process ends in any way
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
        self.descriptor = open(
            path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY, 0o600)
        try self.lock(patience)
    }

    /// Locks a folder while names of files in it are chosen; leaves nothing behind.
    package init(folder: String, patience: Duration) throws(Failure) {
        self.descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try self.lock(patience)
    }

    /// Locks an open file until it is closed.
    /// - Returns: whether nobody else has it locked.
    package static func lock(_ descriptor: Int32) -> Bool {
        flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }

    /// Whether anybody, in this process or another, has a file locked.
    package static func isHeld(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    private func lock(_ patience: Duration) throws(Failure) {
        guard self.descriptor >= 0 else { throw .impossible(FileProblem.systemWords(errno)) }
        let end = ContinuousClock.now + patience
        while flock(self.descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            if code == EINTR { continue }
            guard code == EWOULDBLOCK, .now < end else {
                throw code == EWOULDBLOCK ? .held : .impossible(FileProblem.systemWords(code))
            }
            // Others hold it for milliseconds.
            poll(nil, 0, 5)
        }
    }

    deinit { if self.descriptor >= 0 { close(self.descriptor) } }
}
