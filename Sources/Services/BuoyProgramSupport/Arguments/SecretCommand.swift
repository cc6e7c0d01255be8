import ArgumentParser
import ChannelsBasics
import Glibc
import Synchronization

package enum SecretCommand {
    /// In bytes.
    private static let sizeLimit = 4096
    /// The answers of commands: a second use must not ask for a passphrase again.
    private static let answers = Mutex<[String: String]>([:])

    /// `sh -c` runs the command; it may use the terminal to ask for a passphrase.
    ///
    /// - Throws: `ValidationError`, without anything that the command printed, if it fails, prints
    ///   more than 64 KiB, or prints no line of text.
    static func firstLine(of command: String) throws -> String {
        try self.remembered(command) {
            let output = ChildProcess.runWaiting(
                ["/bin/sh", "-c", command], input: [], limit: nil, manner: .conversation)
            switch output {
            case .success(let bytes): return try self.firstLine(in: bytes, of: "--secret-command")
            case .failure(let problem):
                throw ValidationError(
                    "--secret-command \(self.words(for: problem)), so there is no secret.")
            }
        }
    }

    /// No shell reads the arguments. Throws as for a command, and after a minute.
    static func firstLine(of words: [String]) throws -> String {
        try self.remembered(self.name(of: words)) {
            try self.firstLine(
                in: ChildProcess.runWaiting(
                    words, input: [], limit: self.timeLimit, manner: .question), words)
        }
    }

    /// Does not block the caller's thread, so that the answer is known when it is needed.
    package static func ask(_ words: [String]) async throws {
        guard self.answers.withLock({ $0[self.name(of: words)] }) == nil else { return }
        let output = await ChildProcess.run(
            words, input: [], limit: self.timeLimit, manner: .question)
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
                "secret_command: \(words.first ?? "") failed, so there is no secret: \(problem)")
        }
    }

    /// The time limit for a program of the configuration: somebody may have to type a passphrase.
    private static let timeLimit = Duration.seconds(60)

    private static func remembered(_ name: String, _ ask: () throws -> String) throws -> String {
        if let known = self.answers.withLock({ $0[name] }) { return known }
        let text = try ask()
        self.answers.withLock { $0[name] = text }
        return text
    }

    private static func words(for problem: ChildProcess.Problem) -> String {
        switch problem {
        case .refused(let status) where status > 128: "was killed by signal \(status - 128)"
        case .refused(let status): "exited with \(status)"
        case .tooMuchOutput: "printed more than \(ChildProcess.outputLimit >> 10) KiB"
        case .notRun, .unread, .noAnswer, .cancelled: "could not be run: \(problem)"
        }
    }

    private static func firstLine(in bytes: [UInt8], of option: String) throws -> String {
        let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        guard !line.isEmpty else {
            throw ValidationError("\(option) printed an empty first line.")
        }
        guard line.count <= self.sizeLimit, let text = String(validating: line, as: UTF8.self)
        else {
            throw ValidationError(
                "\(option) printed no usable secret: its first line is longer than "
                    + "\(self.sizeLimit) bytes, or not text.")
        }
        return text
    }
}
