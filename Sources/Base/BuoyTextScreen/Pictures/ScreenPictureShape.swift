/// A line or block character as rectangles in its cell. Fonts draw these characters with gaps where
/// they do not fill the cell of the picture; shapes join.
struct ScreenPictureShape {
    /// The parts, in units of the picture, from the upper left corner of the cell.
    let rects: [Rect]

    /// How much of the colour there is, in percent: shades are less than full.
    let percent: Int

    /// Whether letters are built of it: parts that touch have no seam between them, at any scale.
    let isSolid: Bool

    /// Whether every part reaches from the left edge to the right, so that equal cells side by side
    /// are one longer shape.
    var isEndless: Bool { self.rects.allSatisfy { $0.width == ScreenPicture.cellWidth } }

    /// The shape of a character; nil for one that is left to the font.
    init?(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\u{2500}"..."\u{257F}":
            guard let rects = Self.lines[scalar] else { return nil }
            self.init(rects: rects)
        case "▁"..."█":
            let eighths = Int(scalar.value - 0x2580)
            let height = (eighths * ScreenPicture.cellHeight + 4) / 8
            self.init(
                rects: [Self.part(y: ScreenPicture.cellHeight - height, height: height)],
                isSolid: scalar == "▄" || scalar == "█")
        case "▀":
            self.init(rects: [Self.part(height: ScreenPicture.cellHeight / 2)], isSolid: true)
        case "▌":
            self.init(
                rects: [Self.part(width: Self.middleX + 1, height: ScreenPicture.cellHeight)],
                isSolid: true)
        case "░", "▒", "▓":
            let percent = 25 * Int(scalar.value - 0x2590)
            self.init(rects: [Self.part(height: ScreenPicture.cellHeight)], percent: percent)
        default:
            return nil
        }
    }

    private init(rects: [Rect], percent: Int = 100, isSolid: Bool = false) {
        self.rects = rects
        self.percent = percent
        self.isSolid = isSolid
    }

    private static let middleX = ScreenPicture.cellWidth / 2
    private static let middleY = ScreenPicture.cellHeight / 2

    /// A part of a cell; by default it is as wide and starts as high as the cell.
    private static func part(
        x: Int = 0, y: Int = 0, width: Int = ScreenPicture.cellWidth, height: Int
    ) -> Rect {
        Rect(x: x, y: y, width: width, height: height)
    }

    // Thin lines are one unit wide. The four arms meet in the middle, where they overlap.
    private static let rule = Self.part(y: Self.middleY, height: 1)
    private static let left = Self.part(y: Self.middleY, width: Self.middleX + 1, height: 1)
    private static let right = Self.part(
        x: Self.middleX, y: Self.middleY, width: ScreenPicture.cellWidth - Self.middleX, height: 1)
    private static let bar = Self.part(
        x: Self.middleX, width: 1, height: ScreenPicture.cellHeight)
    private static let top = Self.part(x: Self.middleX, width: 1, height: Self.middleY + 1)
    private static let bottom = Self.part(
        x: Self.middleX, y: Self.middleY, width: 1,
        height: ScreenPicture.cellHeight - Self.middleY)

    /// The lines that a `GlyphSet` has. Others are left to the font.
    private static let lines: [Unicode.Scalar: [Rect]] = [
        "─": [Self.rule],
        "━": [Self.part(y: Self.middleY - 1, height: 3)],
        "═": [
            Self.part(y: Self.middleY - 2, height: 1), Self.part(y: Self.middleY + 2, height: 1),
        ],
        "│": [Self.bar],
        "┬": [Self.rule, Self.bottom],
        "┴": [Self.rule, Self.top],
        "┌": [Self.right, Self.bottom],
        "┐": [Self.left, Self.bottom],
        "└": [Self.right, Self.top],
        "┘": [Self.left, Self.top],
    ]
}
