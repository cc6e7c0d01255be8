import ArgumentParser
import Glibc
import OperatingSystem
import Synchronization

/// Asks a command for a secret, such as one of a password manager.
package enum SecretCommand {
    /// The maximum size of the output, in bytes.
    private static let sizeLimit = 4096
    /// What commands have answered: a second use must not ask for a passphrase again.
    private static let answers = Mutex<[String: String]>([:])

    /// The first line that a command prints. `sh -c` runs it; it may use the terminal to ask for a
    /// passphrase.
    ///
    /// - Throws: `ValidationError`, without anything that the command printed, if it fails, or prints
    ///   no line of text.
    package static func firstLine(of command: String) throws -> String {
        try self.remembered(command) {
            try self.firstLine(in: self.output(of: command), of: "--secret-command")
        }
    }

    /// The first line that a program of the configuration prints. No shell reads its arguments.
    ///
    /// - Throws: `ValidationError`, without anything that the program printed, if it fails, does not
    ///   end in a minute, or prints no line of text.
    package static func firstLine(of words: [String]) throws -> String {
        try self.remembered(self.name(of: words)) {
            try self.firstLine(
                in: ChildProcess.runWaiting(words, input: [], limit: self.timeLimit), words)
        }
    }

    /// Asks a program of the configuration without keeping the caller's thread, so that the answer is
    /// known when it is needed.
    ///
    /// - Throws: as `firstLine(of:)`.
    package static func ask(_ words: [String]) async throws {
        guard self.answers.withLock({ $0[self.name(of: words)] }) == nil else { return }
        let output = await ChildProcess.run(words, input: [], limit: self.timeLimit)
        _ = try self.remembered(self.name(of: words)) { try self.firstLine(in: output, words) }
    }

    private static func name(of words: [String]) -> String { words.joined(separator: "\0") }

    private static func firstLine(
        in output: Result<[UInt8], ChildProcess.Problem>, _ words: [String]
    ) throws -> String {
        switch output {
        case .success(let bytes): return try self.firstLine(in: bytes, of: "secret_command")
        case .failure(let problem):
            throw ValidationError(
                "secret_command: \(words.first ?? "") failed, so there is no secret: \(problem).")
        }
    }

    /// How long a program of the configuration may take: somebody may have to type a passphrase.
    private static let timeLimit = Duration.seconds(60)

    private static func remembered(_ name: String, _ ask: () throws -> String) throws -> String {
        if let known = self.answers.withLock({ $0[name] }) { return known }
        let text = try ask()
        self.answers.withLock { $0[name] = text }
        return text
    }

    private static func firstLine(in bytes: [UInt8], of option: String) throws -> String {
        let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        guard !line.isEmpty else {
            throw ValidationError("\(option) printed nothing on its first line.")
        }
        guard bytes.count <= self.sizeLimit, let text = String(validating: line, as: UTF8.self)
        else {
            throw ValidationError(
                "\(option) printed something that is not a secret: more than "
                    + "\(self.sizeLimit) bytes, or no text.")
        }
        return text
    }

    private static func output(of command: String) throws -> [UInt8] {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw self.failure("could not be started") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        let process = self.start(command, output: ends[1])
        close(ends[1])
        guard let process else { throw self.failure("could not be started") }
        let bytes = self.read(ends[0])
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else {
            let isExit = status & 0x7F == 0
            throw self.failure(
                isExit ? "ended with \(status >> 8 & 0xFF)" : "was ended by signal \(status & 0x7F)"
            )
        }
        return bytes
    }

    /// Starts a shell that writes to a pipe. The signals that buoy ignores are not ignored in it.
    private static func start(_ command: String, output: Int32) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        sigaddset(&signals, SIGXFSZ)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        let words: [UnsafeMutablePointer<CChar>?] =
            [strdup("sh"), strdup("-c"), strdup(command), nil]
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        let result = posix_spawn(&process, "/bin/sh", &actions, &attributes, words, environ)
        return result == 0 ? process : nil
    }

    /// Everything that arrives, but not much more than the limit is kept.
    private static func read(_ descriptor: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: self.sizeLimit)
        while true {
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return bytes }
            if bytes.count <= self.sizeLimit { bytes += piece.prefix(count) }
        }
    }

    private static func failure(_ what: String) -> ValidationError {
        ValidationError("--secret-command \(what), so there is no secret.")
    }
}
