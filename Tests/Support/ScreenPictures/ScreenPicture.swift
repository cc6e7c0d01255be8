package import TextScreen

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
    /// - Parameter title: what the window is called, and what is read out to those who do not see
    ///   it.
    package init(of canvas: Canvas, theme: Theme, title: String) {
        self.rows = (0..<canvas.size.rows).map { Array(canvas.row($0)) }
        self.theme = theme
        self.title = title
    }

    /// The picture as a file.
    package var svg: String {
        var drawing = ScreenPictureDrawing()
        self.drawWindow(&drawing)
        for (index, row) in self.rows.enumerated() {
            drawing.draw(
                ScreenPictureRow(
                    cells: row, x: Self.margin, y: Self.barHeight + index * Self.cellHeight,
                    theme: self.theme))
        }
        return drawing.file(width: self.width, height: self.height, title: self.title)
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

    private static let margin = 12
    private static let barHeight = 40
    private static let corner = 10

    private var width: Int {
        (self.rows.map(\.count).max() ?? 0) * Self.cellWidth + 2 * Self.margin
    }

    private var height: Int { self.rows.count * Self.cellHeight + Self.barHeight + Self.margin }

    /// The window around the cells: a card with rounded corners, three buttons and a title.
    private func drawWindow(_ drawing: inout ScreenPictureDrawing) {
        let ink = ScreenPictureInk(self.theme, role: .muted)
        let edge = ink.foreground.mixed(with: ink.background, percent: 40)
        let (width, height, radius) = (self.width - 1, self.height - 1, Self.corner)
        drawing.add(
            "<rect x=\"0.5\" y=\"0.5\" width=\"\(width)\" height=\"\(height)\" rx=\"\(radius)\" "
                + "fill=\"\(ink.background.hexadecimal)\" stroke=\"\(edge.hexadecimal)\"/>")
        for index in 0..<3 {
            drawing.add(
                "<circle cx=\"\(20 + index * 20)\" cy=\"18\" r=\"6\" fill=\"\(edge.hexadecimal)\"/>"
            )
        }
        drawing.add(
            "<text x=\"\(self.width / 2)\" y=\"23\" text-anchor=\"middle\" "
                + "fill=\"\(ink.foreground.hexadecimal)\">"
                + "\(ScreenPictureDrawing.escaped(self.title))</text>")
    }
}
