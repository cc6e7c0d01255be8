import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Testing

/// The ninth of the twelve things: copying works where nothing but the terminal is between, and
/// inside of tmux.
@Suite("Twelve things, 9: copying", .inTurn)
struct CopyingTests {
    private static let data = #"{"price":"29.00","note":"größer"}"#

    private static var rules: OutputRules {
        var rules = OutputRules()
        rules.allowsClipboard = true
        return rules
    }

    /// The program with one event, which is selected.
    private static func started(
        _ server: PlayedServer, data: String, environment: [String: String] = [:]
    ) throws -> PseudoTerminal {
        let terminal = try PseudoTerminal.watching(
            server, ["--subscribe", "news"], columns: 120, rows: 40, environment: environment)
        #expect(terminal.wait { _ in server.received.contains { $0.contains("subscribe") } })
        server.send("priced", on: "news", data: data)
        #expect(terminal.shows("priced"), "\(terminal.screen.text)")
        terminal.type("3G")
        terminal.settle()
        return terminal
    }

    @Test("y sends exactly the data of what is selected to the clipboard")
    func copies() throws {
        let server = try PlayedServer()
        let terminal = try Self.started(server, data: Self.data)
        #expect(ControlFunctions(terminal.output).commands(52) == [])
        terminal.type("y")
        #expect(terminal.wait { !ControlFunctions($0.output).commands(52).isEmpty })
        let payload = try #require(ControlFunctions(terminal.output).commands(52).first)
        #expect(payload == "c;" + Data(Self.data.utf8).base64EncodedString())
        #expect(terminal.shows("sent"), "\(terminal.screen.text)")
        terminal.type("Q")
        #expect(terminal.end() == 0)
        expectRulesKept(terminal, Self.rules)
    }

    @Test("Ctrl-Y sends the versions that a bug report needs")
    func versions() throws {
        let server = try PlayedServer()
        let terminal = try Self.started(server, data: Self.data)
        terminal.type("\u{19}")
        #expect(terminal.wait { !ControlFunctions($0.output).commands(52).isEmpty })
        let payload = try #require(ControlFunctions(terminal.output).commands(52).first)
        let copied = try #require(Data(base64Encoded: String(payload.dropFirst(2))))
        let lines = String(decoding: copied, as: UTF8.self).split(separator: "\n")
        for (name, pattern) in [
            ("program", /buoy [0-9]+\.[0-9]+\.[0-9]+.*/), ("system", /.+/),
            ("Swift", /[0-9]+\.[0-9]+(?: or later)?/), ("OpenSSL", /3\.[0-9]+\.[0-9]+.*/),
            ("ncurses", /6\.[0-9]+\.[0-9]+/),
        ] {
            let line = lines.first { $0.hasPrefix("  \(name): ") }?.dropFirst(name.count + 4)
            #expect(line?.wholeMatch(of: pattern) != nil, "\(name): \(line ?? "missing")")
        }
        terminal.type("Q")
        #expect(terminal.end() == 0)
        expectRulesKept(terminal, Self.rules)
    }

    /// Has a shell write the script. If this process had it open for writing, a program that
    /// another test starts meanwhile could inherit the descriptor, and running the script would
    /// fail with ETXTBSY (execve(2)).
    private static func writeProgram(_ script: String, to path: String) throws {
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", #"printf '%s' "$1" >"$0" && chmod 700 "$0""#, path, script]
        try shell.run()
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 0)
    }

    @Test("inside of tmux its own buffer gets the data")
    func tmux() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "buoy-tmux-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let fake = folder.appending(path: "tmux").path(percentEncoded: false)
        // It is asked for the features of the terminal, too.
        let script = """
            #!/bin/sh
            [ "$1" = load-buffer ] || exit 1
            echo "$@" >"$0.words"
            cat >"$0.part"
            mv "$0.part" "$0.text"

            """
        try Self.writeProgram(script, to: fake)
        let server = try PlayedServer()
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let terminal = try Self.started(
            server, data: Self.data,
            environment: [
                "TMUX": "/none,1,0", "TERM": "tmux-256color",
                "PATH": "\(folder.path(percentEncoded: false)):\(path)",
            ])
        terminal.type("y")
        #expect(
            terminal.wait { _ in FileManager.default.fileExists(atPath: "\(fake).text") },
            "\(terminal.screen.text)")
        #expect(try String(contentsOfFile: "\(fake).text", encoding: .utf8) == Self.data)
        let words = try String(contentsOfFile: "\(fake).words", encoding: .utf8)
        #expect(words == "load-buffer -w -\n")
        terminal.type("Q")
        #expect(terminal.end() == 0)
    }

    @Test("what no clipboard takes whole is refused, and the words say what to do")
    func tooLarge() throws {
        let server = try PlayedServer()
        let terminal = try Self.started(server, data: String(repeating: "x", count: 80_000))
        terminal.type("y")
        #expect(terminal.shows("exceeds the terminal clipboard limit"), "\(terminal.screen.text)")
        #expect(ControlFunctions(terminal.output).commands(52) == [])
        terminal.type("Q")
        #expect(terminal.end() == 0)
        expectRulesKept(terminal)
    }
}
