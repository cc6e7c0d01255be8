import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Testing

/// Alerts of the running program.
@Suite("Alerts in the dashboard", .inTurn)
struct AlertProgramTests {
    /// A folder with a configuration, in which `WRITTEN` is the path of a file in it.
    private func folder(_ rules: String) throws -> URL {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "buoy-alerts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try rules.replacing("WRITTEN", with: folder.appending(path: "written").path)
            .write(
                to: folder.appending(path: "config.toml"), atomically: true, encoding: .utf8)
        return folder
    }

    @Test("an event rings the bell, notifies, marks its row, and runs the program with its JSON")
    func event() throws {
        let folder = try self.folder(
            """
            title = false
            [[alerts]]
            name = "a price"
            when = "event:price"
            pause = "1h"
            notify = true
            exec = ["sh", "-c", "cat > WRITTEN.new && mv WRITTEN.new WRITTEN"]
            """)
        defer { try? FileManager.default.removeItem(at: folder) }
        let terminal = try PseudoTerminal(
            BuiltProgram.path, ["--config", folder.appending(path: "config.toml").path],
            columns: 120, rows: 40)
        #expect(terminal.shows("a price: price on ticker-"), "\(terminal.screen.text)")
        let written = folder.appending(path: "written").path
        #expect(terminal.wait { _ in FileManager.default.fileExists(atPath: written) })
        let line = try String(contentsOfFile: written, encoding: .utf8)
        let json = try JSONSerialization.jsonObject(with: Data(line.utf8))
        let object = try #require(json as? [String: Any])
        #expect(object["alert"] as? String == "a price")
        #expect((object["event"] as? [String: Any])?["event"] as? String == "price")
        terminal.type("6")
        #expect(terminal.shows("! alert: a price: price on ticker-"), "\(terminal.screen.text)")
        terminal.type("Q")
        #expect(terminal.end() == 0)
        let output = String(decoding: terminal.output, as: UTF8.self)
        #expect(output.contains("\u{1B}]9;buoy: a price: price on ticker-"))
        // The bell, and the end of the notification: no title is set.
        #expect(output.unicodeScalars.count { $0 == "\u{7}" } == 2)
    }

    @Test("a program that cannot be started is told in the log")
    func missingProgram() throws {
        let folder = try self.folder(
            """
            [[alerts]]
            name = "a price"
            when = "event:price"
            pause = "1h"
            exec = ["\(Nowhere.file)"]
            """)
        defer { try? FileManager.default.removeItem(at: folder) }
        let terminal = try PseudoTerminal(
            BuiltProgram.path, ["--config", folder.appending(path: "config.toml").path],
            columns: 120, rows: 40)
        #expect(terminal.shows("CONNECTED"))
        terminal.type("6")
        #expect(terminal.shows("(alert \"a price\") failed: not found"), "\(terminal.screen.text)")
        terminal.type("Q")
        #expect(terminal.end() == 0)
    }

    /// Programs of alerts that run for a minute, and a file for each with what they were given.
    private static let lasting = """
        confirm-quit = false
        [[alerts]]
        name = "a price"
        when = "event:price"
        pause = "1h"
        exec = ["sh", "-c", \"""
          sleep 60 & echo $! >WRITTEN.child
          (ls /proc/$$/fd; env) >WRITTEN.new && mv WRITTEN.new WRITTEN
          trap '' TERM; while :; do sleep 1; done\"""]
        """

    @Test(
        "the end does not wait for a program, which inherits nothing, and takes all of it along",
        arguments: ["Q", "\u{3}", "TERM", "HUP", "INT"])
    func end(how: String) throws {
        let folder = try self.folder(Self.lasting)
        defer { try? FileManager.default.removeItem(at: folder) }
        let written = folder.appending(path: "written").path(percentEncoded: false)
        let secret = "very-secret-\(UUID().uuidString)"
        let terminal = try PseudoTerminal(
            BuiltProgram.path,
            ["--config", folder.appending(path: "config.toml").path, "--metrics", "127.0.0.1:0"],
            columns: 120, rows: 40, environment: ["BUOY_SECRET": secret, "BUOY_PUSH_TOKEN": secret])
        #expect(terminal.wait { _ in FileManager.default.fileExists(atPath: written) })
        let given = try String(contentsOfFile: written, encoding: .utf8)
        #expect(given.hasPrefix("0\n1\n2\n") && given.contains("PATH="), "\(given)")
        #expect(!given.contains(secret))
        let child = try String(contentsOfFile: "\(written).child", encoding: .utf8)
        let process = try #require(pid_t(child.dropLast()))
        let start = ContinuousClock.now
        switch how {
        case "TERM": kill(terminal.process, SIGTERM)
        case "HUP": kill(terminal.process, SIGHUP)
        case "INT": kill(terminal.process, SIGINT)
        default: terminal.type(how)
        }
        let expected: [String: Int32] = ["TERM": 143, "HUP": 129, "INT": 130]
        #expect(terminal.end() == expected[how] ?? 0)
        // A second by itself, and some room for a busy machine. The program would run for a minute.
        #expect(.now - start < .seconds(5))
        #expect(terminal.wait { _ in (TerminalProcess.state(of: process) ?? "Z") == "Z" })
    }
}
