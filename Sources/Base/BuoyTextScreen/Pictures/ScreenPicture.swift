/// A screen as an SVG picture, for documents: a window with the cells in the colours of a theme.
///
/// The picture is the same for the same screen and theme, byte for byte. Every word stands where
/// its cells are, so it lines up in whatever monospace font the reader has; lines and blocks are
/// drawn as shapes, so that they join.
package struct ScreenPicture: Sendable {
    private let rows: [[Cell]]
    private let theme: Theme
    private let title: String

    /// The picture of a screen.
    /// - Parameter title: what the picture shows, for screen readers.
    package init(of canvas: Canvas, theme: Theme, title: String) {
        self.rows = (0..<canvas.size.rows).map { Array(canvas.row($0)) }
        self.theme = theme
        self.title = title
    }

    /// The picture as a file.
    package var svg: String {
        let columns = self.rows.map(\.count).max() ?? 0
        let window = ScreenWindow(columns: columns, rows: self.rows.count, theme: self.theme)
        var drawing = ScreenPictureDrawing()
        window.draw(on: &drawing)
        for (index, row) in self.rows.enumerated() {
            drawing.draw(
                ScreenPictureRow(
                    cells: row, x: ScreenWindow.margin, y: ScreenWindow.top(ofRow: index),
                    theme: self.theme))
        }
        return drawing.file(width: window.width, height: window.height, title: self.title)
    }
}

// The measures of the picture, in its own units: pixels at the size it is meant for.
extension ScreenPicture {
    /// How wide a cell is: the advance of most monospace fonts at `fontSize`, and a whole number,
    /// so that edges are sharp.
    static let cellWidth = 9

    /// How high a cell is.
    static let cellHeight = 20

    /// The size of the letters.
    static let fontSize = 15

    /// From the top of a cell to the line that letters stand on.
    static let baseline = 15
}
