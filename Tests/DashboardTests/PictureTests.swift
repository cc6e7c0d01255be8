import Configuration
import Foundation
import ScreenPictures
import TestSupport
import Testing
import TextScreen

@testable import Dashboard
@testable import DashboardPanes

/// The pictures in `docs/pictures/`, made from dashboards whose golden screens other suites compare,
/// and the page that shows them. `RECORD_DOCS=1` writes them anew; a picture is then looked at, not
/// trusted.
@Suite("Pictures for documents")
struct PictureTests {
    /// A dashboard, its golden screen, and what its picture shows.
    struct Picture: Sendable, CustomTestStringConvertible {
        let screen: String
        let columns: Int
        let rows: Int
        let theme: String
        let summary: String
        let canvas: @Sendable (_ columns: Int, _ rows: Int) throws -> Canvas

        init(
            _ screen: String, _ columns: Int, _ rows: Int, _ summary: String,
            canvas: @escaping @Sendable (_ columns: Int, _ rows: Int) throws -> Canvas
        ) {
            self.screen = screen
            self.columns = columns
            self.rows = rows
            self.theme = PictureTests.theme
            self.summary = summary
            self.canvas = canvas
        }

        init(
            _ screen: String, _ columns: Int, _ rows: Int, _ summary: String,
            theme: String = PictureTests.theme,
            _ dashboard: @escaping @Sendable (_ columns: Int, _ rows: Int) throws -> DashboardState
        ) {
            self.screen = screen
            self.columns = columns
            self.rows = rows
            self.theme = theme
            self.summary = summary
            self.canvas = { try dashboard($0, $1).screen() }
        }

        var size: String { "\(self.columns)x\(self.rows)" }

        var file: String {
            let theme = self.theme == PictureTests.theme ? "" : "-\(self.theme)"
            return "\(self.screen)-\(self.size)\(theme).svg"
        }

        var title: String { "buoy in \(self.size): \(self.summary)" }
        var testDescription: String { self.file }
    }

    static let theme = "tokyo-night"

    static let pictures =
        [(80, 24), (120, 40), (200, 60)].flatMap { columns, rows in
            [
                Picture("connected", columns, rows, "connected", Self.connected),
                Picture("reconnecting", columns, rows, "reconnecting", Self.reconnecting),
                Picture("inspector-tree", columns, rows, "an event in the inspector", Self.tree),
                Picture("help", columns, rows, "help, to read, search and run", Self.help),
            ]
        } + Self.details

    private static let details =
        [
            Picture("failed", 80, 24, "failed, and why") { _, _ in ScreenTests.failed() },
            Picture("gap", 80, 24, "a gap in the event log") { _, _ in ScreenTests.gap() },
            Picture("members-away", 120, 40, "who came and went during a reconnection") {
                ListScreenTests.reconnected($0, $1)
            },
            Picture("inspector-difference", 120, 40, "what changed since the event before") {
                InspectorScreenTests.difference($0, $1)
            },
            Picture("stage", 80, 24, "the stage while somebody joins") {
                StagePaneTests.livelyStage($0, $1)
            },
            Picture("stage", 200, 60, "the stage while somebody joins") {
                StagePaneTests.livelyStage($0, $1)
            },
            Picture("bots", 80, 24, "what bots can do") { _, _ in try StageBotsTests.menu() },
            Picture("stage-act", 80, 24, "an act before its first cue") {
                StageBotsTests.state($0, $1, act: StageBotsTests.act)
            },
            Picture("lab", 80, 24, "a restart, played against several policies") {
                try LabPaneTests.timelines($0, $1)
            },
            Picture("lab-herd", 120, 40, "a thousand clients after a long restart") {
                try LabPaneTests.herd($0, $1)
            },
            Picture("layout-debugging", 200, 60, "events, log and rates side by side") {
                LayoutScreenTests.dashboard("debugging", $0, $1)
            },
            Picture("themes", 80, 24, "trying the theme dracula", theme: "dracula") { _, _ in
                PaletteScreenTests.themes()
            },
            Picture(
                "connected", 120, 40, "in the light theme catppuccin-latte",
                theme: "catppuccin-latte",
                Self.connected),
            Picture(
                "reconnecting", 120, 40, "in the theme high-contrast-dark",
                theme: "high-contrast-dark", Self.reconnecting),
        ]
        + [(80, 24), (120, 40), (200, 60)].map { columns, rows in
            Picture("clients", columns, rows, "the clients of a proxy", ClientsPaneTests.clients)
        } + [
            Picture("client", 120, 40, "a client of a proxy in all panes", ClientsPaneTests.client)
        ]
        + [(80, 24), (200, 60)].flatMap { columns, rows in
            [
                Picture("servers-beside", columns, rows, "two servers at once") {
                    SeveralServersScreenTests.beside($0, $1)
                },
                Picture("servers-compared", columns, rows, "two servers compared in one log") {
                    SeveralServersScreenTests.compared($0, $1)
                },
            ]
        }

    @Test("every picture is its golden screen", arguments: Self.pictures)
    func picture(_ picture: Picture) throws {
        let canvas = try picture.canvas(picture.columns, picture.rows)
        let tests = Self.url("Tests/DashboardTests/PictureTests.swift").path()
        let differences = try GoldenScreen.differences(canvas, picture.screen, besides: tests)
        #expect(differences.isEmpty)
        let theme = try ThemeSearch.builtIn.theme(picture.theme)
        let drawn = ScreenPicture(of: canvas, theme: theme, title: picture.title)
        try Self.expect(picture.file, toBe: drawn.svg)
    }

    @Test("the page shows every picture")
    func page() throws {
        let sections = Self.pictures.map { picture in
            let heading = picture.summary.prefix(1).uppercased() + picture.summary.dropFirst()
            return "## \(heading), in \(picture.size)\n\n![\(picture.title)](\(picture.file))\n"
        }
        let introduction = """
            # Pictures

            The dashboard in the theme `\(Self.theme)`, where nothing else is said. The pictures are
            made from the screens that the tests compare, in `Tests/DashboardTests/Screens`, by
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

// MARK: - Dashboards in every size

extension PictureTests {
    @Sendable private static func connected(_ columns: Int, _ rows: Int) -> DashboardState {
        DashboardFixture.dashboard(.sandboxSession(), columns, rows)
    }

    @Sendable private static func reconnecting(_ columns: Int, _ rows: Int) -> DashboardState {
        ScreenTests.reconnecting(columns, rows)
    }

    @Sendable private static func tree(_ columns: Int, _ rows: Int) -> DashboardState {
        InspectorScreenTests.tree(columns, rows)
    }

    @Sendable private static func help(_ columns: Int, _ rows: Int) -> DashboardState {
        columns == 80 ? ScreenTests.help() : PaletteScreenTests.help(columns, rows)
    }
}
