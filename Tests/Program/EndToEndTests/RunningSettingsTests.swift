import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Glibc
import Testing

/// What is set outside of the program while it runs, and inside of it just before it ends.
@Suite("Settings of a running program", .inTurn)
struct RunningSettingsTests {
    @Test(":set changes a key at once, and says which count at the start")
    func set() throws {
        let server = try PlayedServer()
        let terminal = try PseudoTerminal.watching(server, ["--subscribe", "news"])
        // A later message would take the place of those that are waited for.
        #expect(terminal.shows("● news"), "\(terminal.screen.text)")
        terminal.type(":set con\t")
        #expect(terminal.shows("connection-rows"))
        terminal.type("\u{3}:set connection-rows false\r")
        #expect(terminal.shows("connection-rows is now false"), "\(terminal.screen.text)")
        let state = terminal.homePath + "/state/buoy/state.toml"
        #expect(
            terminal.wait { _ in
                (try? String(contentsOfFile: state, encoding: .utf8))?
                    .contains("connection-rows = { is = \"false\"") == true
            })
        terminal.type(":set history.events 1000\r")
        #expect(
            terminal.shows("history.events takes effect only at startup"),
            "\(terminal.screen.text)")
        terminal.type(":set times never\r")
        #expect(terminal.shows("unknown value"), "\(terminal.screen.text)")
        terminal.type("\u{3}Q")
        #expect(terminal.end() == 0)
    }

    @Test("SIGUSR2 reads the configuration again, and tells what is wrong in it")
    func reload() throws {
        let terminal = try PseudoTerminal(BuiltProgram.path, columns: 120, rows: 40)
        // Messages about the first subscriptions would take the place of those that are waited for.
        #expect(terminal.shows("order.created"), "\(terminal.screen.text)")
        try Self.configure("theme = \"nord\"\n", terminal)
        terminal.send(signal: SIGUSR2)
        #expect(terminal.shows("configuration reloaded"), "\(terminal.screen.text)")
        try Self.configure("thme = \"nord\"\n", terminal)
        terminal.send(signal: SIGUSR2)
        #expect(terminal.shows("unknown key \"thme\""), "\(terminal.screen.text)")
        terminal.type("Q")
        #expect(terminal.end() == 0)
    }

    private static func configure(_ text: String, _ terminal: PseudoTerminal) throws {
        let folder = terminal.homePath + "/config/buoy"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: folder + "/config.toml"))
    }

    @Test("of what is set in a row the last is kept, also just before the end")
    func lastMoment() throws {
        let terminal = try PseudoTerminal(BuiltProgram.path)
        #expect(terminal.shows("CONNECTED"), "\(terminal.screen.text)")
        terminal.type(":times utc\r:times delta\r:times ago\rQ")
        #expect(terminal.end() == 0)
        let file = try #require(
            terminal.files.first { $0.lastPathComponent == "state.toml" }, "\(terminal.files)")
        let state = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        #expect(state.contains("times = { is = \"ago\""), "\(state)")
    }
}
