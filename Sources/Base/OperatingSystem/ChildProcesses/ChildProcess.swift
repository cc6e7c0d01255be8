import Dispatch
import Glibc

/// Runs another program, gives it a text, and waits for its end.
package enum ChildProcess {
    /// What went wrong.
    package enum Problem: Error, Hashable, Sendable {
        /// It could not be started, for this reason given by the system.
        case notRun(String)
        /// It ended with this exit status, as a shell counts it.
        case refused(status: Int32)
        /// It succeeded without reading all of the text.
        case unread
        /// It did not end in time, and was killed.
        case noAnswer
    }

    /// Runs a program away from the caller's actor.
    ///
    /// - Parameters:
    ///   - words: the program, looked up in `PATH`, and its arguments. No shell reads them.
    ///   - input: what it gets on standard input.
    ///   - limit: how long it may run; then it is killed.
    /// - Returns: the first 64 KiB of its standard output. Its standard error is discarded.
    @concurrent
    package static func run(
        _ words: [String], input: [UInt8], limit: Duration
    ) async -> Result<[UInt8], Problem> {
        await withCheckedContinuation { continuation in
            // A thread that may block; those of the concurrency runtime must not.
            DispatchQueue.global().async {
                let result = Self.runWaiting(words, input: input, limit: limit)
                continuation.resume(returning: result)
            }
        }
    }

    /// The same, but the caller's thread waits. For the start of a program, before anything else runs.
    package static func runWaiting(
        _ words: [String], input: [UInt8], limit: Duration
    ) -> Result<[UInt8], Problem> {
        // A socket, because writing to one whose other end is closed is an error, not a signal.
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return .failure(Self.problem(errno)) }
        let started = Self.start(words, socket: ends[1])
        close(ends[1])
        defer { close(ends[0]) }
        guard case .success(let process) = started else { return started.map { _ in [] } }
        let deadline = DispatchTime.now() + .milliseconds(Int(limit / .milliseconds(1)))
        let isWritten = Self.write(input, to: ends[0], before: deadline)
        shutdown(ends[0], Int32(SHUT_WR))
        let output = Self.read(ends[0], before: deadline)
        guard let status = Self.wait(for: process, before: deadline) else {
            return .failure(.noAnswer)
        }
        guard status == 0 else { return .failure(.refused(status: status)) }
        return isWritten ? .success(output) : .failure(.unread)
    }

    /// Starts the program without inheriting open files, or blocked or ignored signals.
    private static func start(_ words: [String], socket: Int32) -> Result<pid_t, Problem> {
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        posix_spawn_file_actions_adddup2(&files, socket, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&files, socket, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var process = pid_t()
        let error = posix_spawnp(&process, words[0], &files, &attributes, &arguments, environ)
        return error == 0 ? .success(process) : .failure(Self.problem(error))
    }

    private static func write(
        _ text: [UInt8], to descriptor: Int32, before deadline: DispatchTime
    ) -> Bool {
        var rest = text[...]
        while !rest.isEmpty, DispatchTime.now() < deadline {
            let count = rest.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count < 0, errno == EAGAIN || errno == EINTR {
                var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&state, 1, 50)
            } else {
                return false
            }
        }
        return rest.isEmpty
    }

    /// Reads until the other end is closed, up to a small limit.
    private static func read(_ descriptor: Int32, before deadline: DispatchTime) -> [UInt8] {
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1024)
        while output.count < 65_536, DispatchTime.now() < deadline {
            let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count > 0 {
                output += buffer[..<count]
            } else if count < 0, errno == EAGAIN || errno == EINTR {
                var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                poll(&state, 1, 50)
            } else {
                break
            }
        }
        return output
    }

    /// Returns the exit status, as a shell counts it; `nil` after the deadline. Never leaves a
    /// process behind.
    private static func wait(for process: pid_t, before deadline: DispatchTime) -> Int32? {
        var status: Int32 = 0
        while true {
            let result = waitpid(process, &status, WNOHANG)
            if result == process { break }
            if result < 0, errno != EINTR { return nil }
            guard DispatchTime.now() < deadline else {
                kill(process, SIGKILL)
                while waitpid(process, &status, 0) < 0, errno == EINTR {}
                return nil
            }
            poll(nil, 0, 5)
        }
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }

    private static func problem(_ error: Int32) -> Problem {
        .notRun(error == ENOENT ? "not found" : String(cString: strerror(error)))
    }
}

extension ChildProcess.Problem: CustomStringConvertible {
    /// A few words for a sentence about it.
    package var description: String {
        switch self {
        case .notRun(let reason): reason
        case .refused(let status): "exit status \(status)"
        case .unread: "it did not read all the text"
        case .noAnswer: "it did not end in time"
        }
    }
}
