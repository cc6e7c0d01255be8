import CNcurses
import Dispatch
import Glibc

/// Gives text to tmux, by running `tmux load-buffer -w -`. Before version 3.2 tmux knows no `-w`, and
/// keeps the text to itself.
enum TmuxBuffer {
    /// What went wrong.
    enum Problem: Error, Hashable {
        /// It could not be run, for a reason of the system's.
        case notRun(String)

        /// It ended with this exit status, as a shell counts it.
        case refused(status: Int32)

        /// It ended well without having read everything.
        case unread

        /// It did not end, and was ended.
        case noAnswer
    }

    /// Milliseconds that the program may take. Without an answer it is ended.
    static let limit: Int = 2000

    /// Runs the program and waits for its end, away from the main actor. Nil when tmux took the
    /// text; otherwise what went wrong. `passesOn` asks tmux to give the text to its terminal too.
    @concurrent
    static func load(
        _ text: [UInt8], passesOn: Bool = true, program: String = "tmux"
    ) async -> Problem? {
        let words = [program, "load-buffer"] + (passesOn ? ["-w"] : []) + ["-"]
        return await withCheckedContinuation { continuation in
            // A thread that may wait; those of the concurrency runtime may not.
            DispatchQueue.global().async {
                continuation.resume(returning: Self.run(words, input: text))
            }
        }
    }

    private static func run(_ words: [String], input text: [UInt8]) -> Problem? {
        // A socket, as writing to one whose other end is closed is an error and no signal.
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return Self.problem(errno) }
        let started = Self.start(words, input: ends[1])
        close(ends[1])
        guard case .success(let process) = started else {
            close(ends[0])
            guard case .failure(let problem) = started else { return nil }
            return problem
        }
        let deadline = DispatchTime.now() + .milliseconds(Self.limit)
        let isWritten = Self.write(text, to: ends[0], before: deadline)
        close(ends[0])
        let status = Self.wait(for: process, before: deadline)
        guard let status else { return .noAnswer }
        guard status == 0 else { return .refused(status: status) }
        return isWritten ? nil : .unread
    }

    /// Starts the program with nothing of this one's: no open files, no blocked or ignored signals.
    private static func start(_ words: [String], input: Int32) -> Result<pid_t, Problem> {
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO)
        for output in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&files, output, "/dev/null", O_WRONLY, 0)
        }
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

    /// The exit status, as a shell counts it; nil when the time is over. Never leaves a process
    /// behind.
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

extension TmuxBuffer.Problem: CustomStringConvertible {
    /// A few words for a sentence about it.
    var description: String {
        switch self {
        case .notRun(let reason): reason
        case .refused(let status): "exit status \(status)"
        case .unread: "it did not read all the text"
        case .noAnswer: "no answer within \(TmuxBuffer.limit / 1000) s"
        }
    }
}
