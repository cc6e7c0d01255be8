import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Synchronization
import Testing

@testable import buoy

/// The commands in the documents: each is parsed as the program parses it, or run against a sandbox
/// if it ends by itself.
@Suite("Commands of the documents", .inTurn)
struct DocumentCommandTests {
    /// Commands that end by themselves.
    private static let ending: Set<String> = [
        "check", "trigger", "channels", "users", "sign", "lab", "config", "info", "history",
        "report", "--generate-completion-script",
    ]

    /// Commands that are only parsed although they end, and why.
    private static let onlyParsed = [
        (words: "--clients", reason: "a laboratory of many clients takes minutes in a debug build"),
        (words: "--idle", reason: "it watches a silent connection for minutes"),
        (words: "--signature", reason: "it shows a signature that is wrong on purpose"),
        (words: "ws.example.com", reason: "the server is the reader's"),
        (words: "--origin", reason: "the server is the reader's"),
        (words: "@session-cookie", reason: "the file is the reader's"),
    ]

    /// Commands that are not parsed, because the parser reads their file.
    private static let unread = ["deploy.toml"]

    @Test("every command is accepted by the program's parser")
    func parsed() throws {
        let commands = Self.examples(of: try DocumentCommand.all())
        #expect(commands.count > 50)
        let refused = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: commands.count) { index in
            do {
                _ = try ProgramArguments(commands[index].words, environment: [:]).parsed()
            } catch {
                refused.withLock { $0.append("\(commands[index]): \(error)") }
            }
        }
        #expect(refused.withLock { $0 } == [])
    }

    @Test("commands that end work as they are written")
    func run() throws {
        let place = try DocumentPlace()
        let commands = try DocumentCommand.all().filter(Self.isRun)
        #expect(commands.count > 20)
        // A few at a time: most of the time goes into starting the program.
        for start in stride(from: 0, to: commands.count, by: 6) {
            let part = commands[start..<min(start + 6, commands.count)]
            let runs = try part.map { try (command: $0, running: place.start($0.words)) }
            for (command, running) in runs {
                let status = running.waitForEnd(seconds: 30)
                let texts = "\(running.output)\(running.errors)"
                #expect(status == 0, "\(command)\n\(texts)")
            }
        }
    }

    private static func isRun(_ command: DocumentCommand) -> Bool {
        self.isRun(words: command.words)
    }

    static func isRun(words: [String]) -> Bool {
        let text = words.joined(separator: " ")
        return self.ending.contains(words.first ?? "")
            && !self.onlyParsed.contains { text.contains($0.words) }
    }

    /// One command for each set of options, of those that are not run.
    private static func examples(of commands: [DocumentCommand]) -> [DocumentCommand] {
        var shapes: Set<[String]> = []
        return commands.filter { command in
            !self.isRun(command) && !self.unread.contains { command.text.contains($0) }
                && shapes.insert(command.shape).inserted
        }
    }
}

/// A command and the document that shows it.
struct DocumentCommand: CustomStringConvertible, Sendable {
    let document: String
    let words: [String]

    var text: String { self.words.joined(separator: " ") }
    var description: String { "\(self.document): buoy \(self.text)" }

    /// The command and its options, without values.
    var shape: [String] {
        self.words.prefix(1) + Set(self.words.filter { $0.hasPrefix("-") }).sorted()
    }

    /// The commands of all documents, each once.
    static func all() throws -> [DocumentCommand] {
        let blocks = try self.documents().flatMap { document in
            try self.blocks(of: document).map { (document: document, text: $0) }
        }
        var known: Set<[String]> = []
        return try self.commands(of: blocks.map(\.text)).compactMap { number, words in
            guard known.insert(words).inserted else { return nil }
            return DocumentCommand(document: blocks[number].document, words: words)
        }
    }

    /// The words of each command, with the number of its block.
    static func commands(of blocks: [Substring]) throws -> [(Int, [String])] {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "buoy-documents-\(UUID().uuidString)")
        for name in ["buoy", "fish/completions"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: ".config/\(name)"), withIntermediateDirectories: true)
        }
        defer { try? FileManager.default.removeItem(at: folder) }
        for (number, block) in blocks.enumerated() {
            try Data(block.utf8).write(to: folder.appending(path: "\(number).block"))
        }
        let path = folder.path(percentEncoded: false)
        let shell = try Running([], script: "cd '\(path)'\n\(self.recorder)")
        #expect(shell.waitForEnd() == 0, "\(shell.errors)")
        let noted = folder.appending(path: "commands")
        guard let text = try? String(contentsOf: noted, encoding: .utf8) else { return [] }
        return text.split(separator: "\u{1E}\u{1F}").compactMap { command in
            var words = command.split(separator: "\u{1F}", omittingEmptySubsequences: false)
                .dropLast()
            guard let number = words.popFirst().flatMap({ Int($0) }) else { return nil }
            return (number, words.map(String.init))
        }
    }

    static func documents() throws -> [String] {
        try ["README.md"]
            + FileManager.default.contentsOfDirectory(
                atPath: SourceTree.root.appending(path: "docs").path(percentEncoded: false)
            ).filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
    }

    /// The blocks that are marked as shell. Nothing runs in the background: a shell that a test
    /// starts may not notice that it ends.
    private static func blocks(of document: String) throws -> [Substring] {
        try SourceTree.text(document).matches(of: /(?ms)^ *```sh\n(.*?)^ *```$/).map(\.1)
            .filter { $0.contains("buoy") }.map { $0.replacing(" &\n", with: "\n") }
    }

    /// Runs each block with `buoy` as a function that notes its arguments. The blocks find no
    /// other program, so a loop that waits for one must end when it is missing.
    private static let recorder = #"""
        PATH=/nonexistent HOME=$PWD
        end=$(printf '\036')
        buoy() { printf '%s\037' "${block%.block}" "$@" "$end" >>commands; }
        for block in *.block; do
            (ulimit -t 10; . "./$block")
            [ $? -lt 128 ] || { echo "${block%.block} does not end" >&2; exit 1; }
        done
        exit 0
        """#
}

/// A sandbox and a folder with the files that the documents name.
final class DocumentPlace {
    private let folder: URL
    private let sandbox: Running
    let port: String

    init() throws {
        self.folder = FileManager.default.temporaryDirectory
            .appending(path: "buoy-documents-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: self.folder, withIntermediateDirectories: true)
        self.sandbox = try Running(["sandbox", "--listen", "0"])
        let greeting = try #require(self.sandbox.wait { $0.contains("new Pusher") })
        self.port = String(try #require(greeting.firstMatch(of: /127\.0\.0\.1:(\d+)/)).1)
        try self.writeFiles()
    }

    deinit {
        self.sandbox.interrupt()
        try? FileManager.default.removeItem(at: self.folder)
    }

    private func writeFiles() throws {
        let secret = "buoy-sandbox-secret\n"
        for name in ["secret", "app.secret"] { try self.write(secret, to: name) }
        for name in ["order.json", "body.json"] { try self.write(#"{"id":7}"#, to: name) }
        try self.write(#"{"channel":"orders","event":"paid","data":{"id":7}}"#, to: "events.jsonl")
        let app =
            "REVERB_APP_ID=1\nREVERB_APP_KEY=buoy-sandbox-key\n"
            + "REVERB_APP_SECRET=buoy-sandbox-secret\nREVERB_HOST=127.0.0.1\n"
        try self.write(
            "BROADCAST_CONNECTION=reverb\nQUEUE_CONNECTION=sync\n\(app)"
                + "REVERB_PORT=\(self.port)\nREVERB_SCHEME=http\n", to: ".env")
        let server =
            "host = \"127.0.0.1\"\nport = \(self.port)\ntls = false\n"
            + "key = \"buoy-sandbox-key\"\napp_id = \"1\"\nsecret_file = \"secret\"\n"
            + "channels = [\"ticker-BTC\", \"private-orders\"]\n"
        try self.write(
            "[servers.prod]\n\(server)\n[servers.staging]\n\(server)", to: "config.toml")
        let recording = try self.start(
            ["tail", "ticker-BTC", "--cluster", "eu", "--key", "APP_KEY", "--record-frames"]
                + ["--record", "session.jsonl", "--only", "events", "--count", "4"])
        #expect(recording.waitForEnd(seconds: 30) == 0, "\(recording.errors)")
    }

    private func write(_ text: String, to name: String) throws {
        let file = self.folder.appending(path: name)
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: file.path(percentEncoded: false))
    }

    /// Starts the program in the folder, with the sandbox in place of the reader's server.
    func start(_ words: [String]) throws -> Running {
        let folder = self.folder.path(percentEncoded: false)
        // Without a server, it takes the file in the folder.
        let server =
            words == ["check"]
            ? [:]
            : [
                "BUOY_CONFIG": folder + "/config.toml", "BUOY_KEY": "buoy-sandbox-key",
                "BUOY_APP_ID": "1", "BUOY_HOST": "127.0.0.1", "BUOY_PORT": self.port,
                "BUOY_NO_TLS": "1", "BUOY_SECRET_FILE": folder + "/secret",
            ]
        return try Running(
            self.replaced(words), environment: server,
            script: "cd '\(folder)' && exec \"$0\" \"$@\"")
    }

    private func replaced(_ words: [String]) -> [String] {
        var result: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--cluster", "-c":
                rest = rest.dropFirst()
                result += ["--host", "127.0.0.1", "--port", self.port, "--no-tls"]
            case "APP_KEY": result.append("buoy-sandbox-key")
            case "APP_ID": result.append("1")
            case "6001", "8080": result.append(self.port)
            default:
                let isEndpoint = word.hasPrefix("https://example.com/")
                result.append(isEndpoint ? "http://127.0.0.1:\(self.port)/pusher/auth" : word)
            }
        }
        return result
    }
}
