import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Testing

/// `--key-script`.
@Suite("Scripts of keys in the dashboard", .inTurn)
struct KeyScriptProgramTests {
    /// Runs the program with a script, in a terminal.
    private func play(_ script: String, _ look: (PseudoTerminal) throws -> Void) throws {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "buoy-keys-\(UUID().uuidString)")
        try script.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        try look(
            PseudoTerminal(BuiltProgram.path, ["--key-script", file.path], columns: 200, rows: 40))
    }

    @Test("keys are pressed in order, each when the screen is ready for it")
    func plays() throws {
        try self.play(
            """
            wait CONNECTED
            wait presence-lobby
            key s
            wait subscribe
            text cache-weather
            key Enter
            wait "1 Channels 6"
            """
        ) { terminal in
            #expect(terminal.shows("1 Channels 6"), "\(terminal.screen.text)")
            // The program continues, and takes keys.
            terminal.type("1Gu")
            #expect(terminal.shows("1 Channels 5"), "\(terminal.screen.text)")
            terminal.type("Q")
            #expect(terminal.end() == 0)
        }
    }

    @Test("a key of the script may end the program")
    func ends() throws {
        try self.play("wait CONNECTED\nkey Q\n") { #expect($0.end(seconds: 10) == 0) }
    }

    @Test("what does not appear ends it with 1 and the line, and the terminal is restored")
    func fails() throws {
        try self.play("wait CONNECTED\nwait nowhere within 100ms\n") { terminal in
            #expect(terminal.end(seconds: 10) == 1)
            #expect(
                terminal.shows("--key-script: line 2: \"nowhere\" did not appear within 100ms"),
                "\(terminal.screen.text)")
            #expect(!terminal.screen.modes.contains("?1049"))
        }
    }

    @Test("a script that cannot be read is refused before anything starts")
    func unreadable() throws {
        try self.play("weit CONNECTED\n") { terminal in
            #expect(terminal.end() == 2)
            #expect(
                terminal.shows("line 1: unknown step \"weit\"; did you mean \"wait\"?"),
                "\(terminal.screen.text)")
        }
    }
}

/// `--log-file`.
@Suite("The log of the program", .inTurn)
struct LogFileProgramTests {
    @Test("it says what the client did, without secrets and without the data of events")
    func log() throws {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "buoy-log-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        let run = try Run(["--sandbox", "--log-file", file, "--log-level", "debug"]) {
            $0.contains("order.") && $0.contains("presence-lobby")
        }
        #expect(run.status == 130)
        let log = try String(contentsOfFile: file, encoding: .utf8)
        #expect(log.contains(" info client buoy"))
        #expect(log.contains("connected"))
        #expect(log.contains(" debug sent {\"event\":\"pusher:subscribe\""))
        #expect(!log.contains(#"\"total\""#))
        #expect(!log.contains("buoy-sandbox-secret"))
        #expect(log.split(separator: "\n").allSatisfy { $0.hasPrefix("20") })
    }

    @Test("a file that cannot be written, and an unknown level, are refused")
    func refused() throws {
        let folder = try Run(["--sandbox", "--log-file", Nowhere.file])
        #expect(folder.status == 2)
        #expect(folder.errors.contains("--log-file: cannot write \(Nowhere.file): no such file"))
        let level = try Run(["--log-level", "loud"])
        #expect(level.status == 2)
        #expect(level.errors.contains("\"loud\""))
    }
}
