import Foundation
import TestBasics
import TestSupport
import Testing

/// The screen that the README shows, beside the one that its first command shows.
@Suite(.ownThread)
struct FirstScreenTests {
    @Test("the README's picture has the channels and panes that the program shows without a server")
    func readmePicture() throws {
        let rows = try Self.picture()
        #expect(rows.count == 24)
        let terminal = try PseudoTerminal(BuiltProgram.path, [], columns: 80, rows: 24)
        #expect(terminal.shows("presence-lobby", seconds: 10))
        let channels = rows.compactMap { $0.firstMatch(of: /^[▸ ]● (\S+)/)?.1 }
        #expect(channels.count == 5)
        for channel in channels {
            #expect(terminal.shows(String(channel)), "\(terminal.screen.text)")
        }
        for words in ["1 Channels 5", "2 Members", "3 Events", "CONNECTED  sandbox"] {
            #expect(rows.contains { $0.contains(words) }, "\(words)")
            #expect(terminal.shows(words), "\(terminal.screen.text)")
        }
        terminal.type("Q")
        _ = terminal.end()
    }

    /// The rows of the first block of text in the README.
    private static func picture() throws -> [Substring] {
        let text = try SourceTree.text("README.md")
        let block = try #require(text.components(separatedBy: "```text\n").dropFirst().first)
        let picture = try #require(block.components(separatedBy: "\n```").first)
        return picture.split(separator: "\n", omittingEmptySubsequences: false)
    }
}
