/// The window around the cells of a picture: a card with rounded corners and three buttons, and
/// the places of the rows in it.
struct ScreenWindow {
    private let columns: Int
    private let rows: Int
    private let ink: ScreenPictureInk

    init(columns: Int, rows: Int, theme: Theme) {
        self.columns = columns
        self.rows = rows
        self.ink = ScreenPictureInk(theme, role: .muted)
    }

    /// The left edge of the cells.
    static let margin = 12

    private static let barHeight = 40
    private static let corner = 10

    /// The width of the picture.
    var width: Int { self.columns * ScreenPicture.cellWidth + 2 * Self.margin }

    /// The height of the picture.
    var height: Int { self.rows * ScreenPicture.cellHeight + Self.barHeight + Self.margin }

    /// The upper edge of a row of cells.
    static func top(ofRow row: Int) -> Int { Self.barHeight + row * ScreenPicture.cellHeight }

    /// Adds the card and its buttons.
    func draw(on drawing: inout ScreenPictureDrawing) {
        let edge = self.ink.foreground.mixed(with: self.ink.background, percent: 40)
        let (width, height, radius) = (self.width - 1, self.height - 1, Self.corner)
        drawing.add(
            "<rect x=\"0.5\" y=\"0.5\" width=\"\(width)\" height=\"\(height)\" rx=\"\(radius)\" "
                + "fill=\"\(self.ink.background.hexadecimal)\" stroke=\"\(edge.hexadecimal)\"/>")
        for index in 0..<3 {
            drawing.add(
                "<circle cx=\"\(20 + index * 20)\" cy=\"18\" r=\"6\" fill=\"\(edge.hexadecimal)\"/>"
            )
        }
    }

    /// The words in the middle of the bar, as an element.
    func caption(_ text: String) -> String {
        "<text x=\"\(self.width / 2)\" y=\"23\" text-anchor=\"middle\" "
            + "fill=\"\(self.ink.foreground.hexadecimal)\">"
            + "\(ScreenPictureDrawing.escaped(text))</text>"
    }
}
