import Configuration
import Foundation
import Testing
import TextScreen

/// The pictures in `docs/pictures/`, made from golden screens, and the page that shows them.
/// `RECORD_DOCS=1` writes them anew; a picture is then looked at, not trusted.
@Suite("Pictures for documents")
struct PictureTests {
    /// A golden screen, and what its picture shows.
    struct Picture: Sendable, CustomTestStringConvertible {
        let screen: String
        let size: String
        let summary: String

        init(_ screen: String, _ size: String, _ summary: String) {
            self.screen = screen
            self.size = size
            self.summary = summary
        }

        var file: String { "\(self.screen)-\(self.size).svg" }
        var title: String { "buoy in \(self.size): \(self.summary)" }
        var testDescription: String { self.file }
    }

    static let pictures = [
        Picture("connected", "80x24", "connected"),
        Picture("connected", "120x40", "connected"),
        Picture("connected", "200x60", "connected"),
        Picture("reconnecting", "80x24", "reconnecting"),
        Picture("failed", "80x24", "failed, and why"),
        Picture("gap", "80x24", "a gap in the event log"),
        Picture("inspector", "120x40", "an event in the inspector"),
        Picture("help", "80x24", "help"),
    ]

    static let theme = "tokyo-night"

    @Test("every picture is its golden screen", arguments: Self.pictures)
    func picture(_ picture: Picture) throws {
        let name = "\(picture.screen).\(picture.size).screen"
        let screen = try String(
            contentsOf: Self.url("Tests/DashboardTests/Screens/\(name)"), encoding: .utf8)
        let theme = try ThemeSearch.builtIn.theme(Self.theme)
        let drawn = ScreenPicture(goldenScreen: screen, theme: theme, title: picture.title)
        try Self.expect(picture.file, toBe: #require(drawn).svg)
    }

    @Test("the page shows every picture")
    func page() throws {
        let sections = Self.pictures.map { picture in
            let heading = picture.summary.prefix(1).uppercased() + picture.summary.dropFirst()
            return "## \(heading), in \(picture.size)\n\n![\(picture.title)](\(picture.file))\n"
        }
        let introduction = """
            # Pictures

            The dashboard in the theme `\(Self.theme)`. The pictures are made from the screens that
            the tests compare, in `Tests/DashboardTests/Screens`, by
            `RECORD_DOCS=1 swift test --filter PictureTests`.

            """
        try Self.expect("README.md", toBe: ([introduction] + sections).joined(separator: "\n"))
    }

    @Test("there is no picture but these", .disabled(if: Self.isRecording))
    func folder() throws {
        let files = try FileManager.default.contentsOfDirectory(
            at: Self.url(Self.folder), includingPropertiesForKeys: nil)
        let expected = ["README.md"] + Self.pictures.map(\.file)
        #expect(files.map(\.lastPathComponent).sorted() == expected.sorted())
    }

    private static let folder = "docs/pictures"

    private static let isRecording = ProcessInfo.processInfo.environment["RECORD_DOCS"] != nil

    private static func expect(_ name: String, toBe expected: String) throws {
        let url = Self.url("\(Self.folder)/\(name)")
        if Self.isRecording {
            try Data(expected.utf8).write(to: url)
        }
        let found = try? String(contentsOf: url, encoding: .utf8)
        // A picture is too long to be shown by an expectation that fails.
        let isCurrent = found == expected
        #expect(isCurrent, "\(name) is stale: RECORD_DOCS=1 swift test --filter PictureTests")
    }

    private static func url(_ path: String) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: path)
    }
}
