internal import Glibc

enum ChildStart {
    /// Without open files, secrets, or blocked or ignored signals.
    /// - Parameter socket: standard output, and standard input unless it is a conversation.
    static func start(
        _ words: [String], socket: Int32, manner: ChildProcess.Manner
    ) throws(ChildProcess.Problem) -> pid_t {
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        self.choose(&files, socket: socket, manner: manner)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        self.choose(&attributes, manner: manner)
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] =
            SecretVariable.otherEntries.map { strdup($0) } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var process = pid_t()
        let error = posix_spawnp(
            &process, words.first ?? "", &files, &attributes, &arguments, &variables)
        guard error == 0 else { throw self.problem(error) }
        return process
    }

    static func problem(_ error: Int32) -> ChildProcess.Problem {
        .notRun(error == ENOENT ? "not found" : String(cString: strerror(error)))
    }

    private static func choose(
        _ files: inout posix_spawn_file_actions_t, socket: Int32, manner: ChildProcess.Manner
    ) {
        if manner != .conversation {
            posix_spawn_file_actions_adddup2(&files, socket, STDIN_FILENO)
        }
        posix_spawn_file_actions_adddup2(&files, socket, STDOUT_FILENO)
        if manner != .conversation {
            posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        }
        InheritedFiles.keepBack(&files)
    }

    private static func choose(
        _ attributes: inout posix_spawnattr_t, manner: ChildProcess.Manner
    ) {
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        let group = manner == .errand ? POSIX_SPAWN_SETPGROUP : 0
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | group
        posix_spawnattr_setflags(&attributes, Int16(flags))
    }
}
