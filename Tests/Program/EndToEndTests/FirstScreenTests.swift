import BuoyTestBasics
import BuoyTestSupport
import Testing

/// The first frame of the README's moving picture, beside the screen that its first command shows.
@Suite(.inTurn)
struct FirstScreenTests {
    @Test("the README's picture has the channels and panes that the program shows without a server")
    func readmePicture() throws {
        let readme = try SourceTree.text("README.md")
        let file = try #require(readme.firstMatch(of: /\n!\[[^\]]*\]\(([^)]+)\)/)).1
        let picture = try SourceTree.text(String(file))
        let terminal = try PseudoTerminal(BuiltProgram.path, [], columns: 80, rows: 24)
        #expect(terminal.shows("presence-lobby", seconds: 10))
        let channels = Set(
            picture.matches(of: />((?:ticker|private|presence)-[\w-]+)</).map(\.1))
        #expect(channels.count == 5)
        for words in channels.map(String.init) + [
            "1 Channels", "2 Members", "3 Events", "CONNECTED",
        ] {
            #expect(picture.contains(words), "\(words)")
            #expect(terminal.shows(words), "\(terminal.screen.text)")
        }
        terminal.type("Q")
        _ = terminal.end()
    }
}
