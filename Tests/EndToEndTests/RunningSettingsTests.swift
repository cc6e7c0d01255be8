import Foundation
import Glibc
import TestSupport
import Testing

/// What is set outside of the program while it runs, and inside of it just before it ends.
@Suite("Settings of a running program", .serialized)
struct RunningSettingsTests {
    @Test("SIGUSR2 reads the configuration again, and tells what is wrong in it")
    func reload() throws {
        let terminal = try PseudoTerminal(BuiltProgram.path, columns: 120, rows: 40)
        #expect(terminal.shows("CONNECTED"), "\(terminal.screen.text)")
        try Self.configure("theme = \"nord\"\n", terminal)
        terminal.send(signal: SIGUSR2)
        #expect(terminal.shows("the configuration was reloaded"), "\(terminal.screen.text)")
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
