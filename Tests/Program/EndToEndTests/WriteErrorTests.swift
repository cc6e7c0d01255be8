import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Testing

/// What cannot be written is told, and only a reader that has gone is no error.
@Suite("Output that cannot be written", .inTurn)
struct WriteErrorTests {
    @Test(
        "a full disk is a sentence and exit code 1",
        arguments: [
            ["config", "keys"], ["--sandbox"], ["tail", "--sandbox"],
            ["tail", "--sandbox", "--plain"], ["--help"],
            ["sandbox", "--listen", "0"],
        ])
    func fullDisk(arguments: [String]) throws {
        let program = try Running(arguments, script: "exec \"$0\" \"$@\" >/dev/full")
        #expect(program.waitForEnd() == 1)
        #expect(program.errors.contains("No space left on device"), "\(program.errors)")
        #expect(program.errors.split(separator: "\n").count == 1, "\(program.errors)")
    }

    @Test("output that is closed is an error too")
    func closed() throws {
        let program = try Running(["config", "keys"], script: "exec \"$0\" \"$@\" >&-")
        #expect(program.waitForEnd() == 1)
        #expect(program.errors.contains("standard output"), "\(program.errors)")
    }

    @Test("lines for a closed standard output go into no connection, and end the program")
    func closedLines() throws {
        let server = try PlayedServer()
        let program = try Running(
            [
                "tail", "news", "--key", "k", "--host", "127.0.0.1", "--port", "\(server.port)",
                "--no-tls",
            ], script: "exec \"$0\" \"$@\" >&-")
        #expect(program.waitForEnd() == 1)
        #expect(program.errors.contains("standard output"), "\(program.errors)")
    }

    @Test("a reader that has gone ends it without an error, also while nothing is printed")
    func readerGone() throws {
        let server = try PlayedServer()
        let program = try Running(
            ["--key", "k", "--host", "127.0.0.1", "--port", "\(server.port)", "--no-tls"],
            script: "{ \"$0\" \"$@\"; echo \"ended $?\" >&2; } | sed '/connected/q'")
        #expect(program.waitForEnd(seconds: 10) == 0)
        #expect(program.errors.contains("ended 0"), "\(program.errors)")
    }

    @Test("what the server says cannot pass for a line of the program, and --ascii holds for it")
    func forgedLine() throws {
        let server = try PlayedServer()
        let program = try Running([
            "--key", "k", "--host", "127.0.0.1", "--port", "\(server.port)", "--no-tls", "--ascii",
        ])
        _ = try #require(program.wait { $0.contains("connected") })
        server.close(code: 4001, reason: Array("no\nbuoy: all is well – é\u{1B}[2J".utf8))
        #expect(program.waitForEnd() == 3)
        #expect(program.errors.split(separator: "\n").count == 1, "\(program.errors)")
        #expect(program.errors.utf8.allSatisfy { $0 == 0x0A || 0x20..<0x7F ~= $0 })
    }

    @Test("where SIGINT is ignored, as for what a script starts in the background, it stays so")
    func interruptIgnored() throws {
        let program = try Running(["--sandbox"], script: "trap '' INT; exec \"$0\" \"$@\"")
        let before = try #require(program.wait { $0.contains("-> connected") })
        program.send(SIGINT)
        _ = try #require(program.wait { $0.utf8.count > before.utf8.count })
        program.send(SIGTERM)
        #expect(program.waitForEnd() == 143)
    }
}
