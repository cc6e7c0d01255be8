import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Testing

@Suite("buoy stage", .inTurn)
struct StageProgramTests {
    /// A file with an act, removed with this value.
    private final class ActFile {
        let path: String

        init(_ text: String) throws {
            self.path = NSTemporaryDirectory() + "buoy-act-\(UUID().uuidString).toml"
            try text.write(toFile: self.path, atomically: true, encoding: .utf8)
        }

        deinit { try? FileManager.default.removeItem(atPath: self.path) }
    }

    @Test("Space plays a cue: a bot joins, speaks, and is gone")
    func playing() throws {
        let act = try ActFile(
            """
            [[cue]]
            name = "Ben joins"
            steps = ["bot add Ben", "bot say Ben Hello from Ben"]

            [[cue]]
            name = "Ben is gone"
            steps = ["bot leave Ben"]
            """)
        let terminal = try PseudoTerminal(
            BuiltProgram.path, ["stage", act.path, "--name", "Ana"], columns: 80, rows: 24)
        #expect(terminal.shows("Space: 1 of 2  Ben joins"))
        #expect(terminal.shows("presence-stage"))
        #expect(terminal.shows("Ana"))
        terminal.type(" ")
        #expect(terminal.shows("Ben  Hello from Ben"))
        #expect(terminal.shows("Space: 2 of 2  Ben is gone"))
        terminal.type(" ")
        #expect(terminal.shows("left"))
        terminal.type("Q")
        #expect(terminal.end() == 0)
        expectRulesKept(terminal)
    }

    @Test("an error in the file is told with its line, before the screen is taken")
    func error() throws {
        let act = try ActFile("[[cue]]\nsteps = [\n  \"bot dance\",\n]\n")
        let run = try Run(["stage", act.path])
        #expect(run.status == 2)
        #expect(run.errors.contains("\(act.path), line 3: unknown bot command \"dance\""))
    }
}
