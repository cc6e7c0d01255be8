package import BuoyDashboard
import BuoyDashboardRuntime
import BuoyTestBasics
import BuoyTestSupport
package import BuoyTextScreen
import Foundation
package import Testing

/// A picture in `docs/pictures/`: a dashboard, and what to see in it.
/// `RECORD_DOCS=1` writes it again; a picture is then looked at, not trusted.
package struct DocumentPicture: Sendable, CustomTestStringConvertible {
    package let screen: String
    package let columns: Int
    package let rows: Int
    package let summary: String
    package let canvas: @Sendable (_ columns: Int, _ rows: Int) throws -> Canvas

    package init(
        _ screen: String, _ columns: Int, _ rows: Int, _ summary: String,
        canvas: @escaping @Sendable (_ columns: Int, _ rows: Int) throws -> Canvas
    ) {
        self.screen = screen
        self.columns = columns
        self.rows = rows
        self.summary = summary
        self.canvas = canvas
    }

    package init(
        _ screen: String, _ columns: Int, _ rows: Int, _ summary: String,
        _ dashboard: @escaping @Sendable (_ columns: Int, _ rows: Int) throws -> DashboardState
    ) {
        self.screen = screen
        self.columns = columns
        self.rows = rows
        self.summary = summary
        self.canvas = { try dashboard($0, $1).screen() }
    }

    package var size: String { "\(self.columns)x\(self.rows)" }

    package var file: String { "\(self.screen)-\(self.size).svg" }

    package var testDescription: String { self.file }

    /// The folder of the pictures.
    package static let folder = "docs/pictures"

    /// The theme of every picture.
    package static let theme = "tokyo-night"

    /// Compares the picture with the dashboard.
    package func expectCurrent(location: SourceLocation = #_sourceLocation) throws {
        let canvas = try self.canvas(self.columns, self.rows)
        let theme = try ThemeSearch.builtIn.theme(Self.theme)
        let drawn = ScreenPicture(of: canvas, theme: theme, title: self.summary).svg
        try Self.expect("\(Self.folder)/\(self.file)", toBe: drawn, location: location)
    }

    /// Compares a picture with what is drawn now.
    package static func expect(
        _ path: String, toBe drawn: String, location: SourceLocation = #_sourceLocation
    ) throws {
        let url = SourceTree.root.appending(path: path)
        if ProcessInfo.processInfo.environment["RECORD_DOCS"] != nil {
            try Data(drawn.utf8).write(to: url)
        }
        let found = try? String(contentsOf: url, encoding: .utf8)
        // A picture is too long to be shown by an expectation that fails.
        let isCurrent = found == drawn
        #expect(
            isCurrent, "\(path) is stale: RECORD_DOCS=1 swift test --filter Picture",
            sourceLocation: location)
    }
}
