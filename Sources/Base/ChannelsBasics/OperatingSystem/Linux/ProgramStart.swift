internal import Glibc

/// posix_spawn(3), whose types differ from system to system.
struct ProgramStart {
    /// In the environment, such as `HOME=/root`.
    let variables: [String]
    /// Standard output, and standard input unless that is inherited.
    let socket: Int32
    /// Whether it has our standard input and standard error.
    let inheritsStreams: Bool
    let hasOwnGroup: Bool

    /// Without open files, or blocked or ignored signals.
    /// - Returns: the process, or an error of the system that is not 0.
    func callAsFunction(_ words: [String]) -> (process: pid_t, error: Int32) {
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        self.choose(&files)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        self.choose(&attributes)
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] =
            self.variables.map { strdup($0) } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var process = pid_t()
        let error = posix_spawnp(
            &process, words.first ?? "", &files, &attributes, &arguments, &variables)
        return (process, error)
    }

    private func choose(_ files: inout posix_spawn_file_actions_t) {
        if !self.inheritsStreams {
            posix_spawn_file_actions_adddup2(&files, self.socket, STDIN_FILENO)
        }
        posix_spawn_file_actions_adddup2(&files, self.socket, STDOUT_FILENO)
        if !self.inheritsStreams {
            posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        }
        InheritedFiles.keepBack(&files)
    }

    private func choose(_ attributes: inout posix_spawnattr_t) {
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        let group = self.hasOwnGroup ? POSIX_SPAWN_SETPGROUP : 0
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | group
        posix_spawnattr_setflags(&attributes, Int16(flags))
    }
}
