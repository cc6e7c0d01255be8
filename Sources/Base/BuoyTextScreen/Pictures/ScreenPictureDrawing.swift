/// The elements of an SVG picture, one after the other, and the file around them.
struct ScreenPictureDrawing {
    /// The elements, the ones in front last.
    private(set) var elements: [String] = []

    /// Adds an element that is ready.
    mutating func add(_ element: String) {
        self.elements.append(element)
    }

    /// Adds a rectangle of one colour.
    /// - Parameter isSolid: whether it reaches a little over its edges, so that it joins others.
    mutating func fill(_ rect: Rect, _ color: RGB, isSolid: Bool = false) {
        let edge = isSolid ? " stroke=\"\(color.hexadecimal)\" stroke-width=\".5\"" : ""
        self.add(
            "<rect x=\"\(rect.x)\" y=\"\(rect.y)\" width=\"\(rect.width)\" "
                + "height=\"\(rect.height)\" fill=\"\(color.hexadecimal)\"\(edge)/>")
    }

    /// Adds what is behind the cells of a row, and then what is on them.
    mutating func draw(_ row: ScreenPictureRow) {
        for run in row.runs where run.ink.background != row.ground {
            self.fill(run.bounds, run.ink.background)
        }
        for run in row.runs {
            self.draw(run)
        }
    }

    private mutating func draw(_ run: ScreenPictureRun) {
        for (rect, color, isSolid) in run.shapes {
            self.fill(rect, color, isSolid: isSolid)
        }
        for word in run.words {
            self.draw(word, run.ink)
        }
        if run.ink.attributes.contains(.underline) {
            let y = run.bounds.y + ScreenPicture.baseline + 2
            let line = Rect(x: run.bounds.x, y: y, width: run.bounds.width, height: 1)
            self.fill(line, run.ink.foreground)
        }
    }

    /// An ASCII word is stretched to the width of its cells. Any other character may come from
    /// another font, and is centred in its cells.
    private mutating func draw(_ word: ScreenPictureRun.Word, _ ink: ScreenPictureInk) {
        let y = word.bounds.y + ScreenPicture.baseline
        let (x, width) = (word.bounds.x, word.bounds.width)
        var attributes =
            word.isASCII
            ? "x=\"\(x)\" y=\"\(y)\" textLength=\"\(width)\""
            : "x=\"\(Self.half(2 * x + width))\" y=\"\(y)\" text-anchor=\"middle\""
        attributes += " fill=\"\(ink.foreground.hexadecimal)\""
        attributes += ink.attributes.contains(.bold) ? " font-weight=\"bold\"" : ""
        attributes += ink.attributes.contains(.italic) ? " font-style=\"italic\"" : ""
        self.add("<text \(attributes)>\(Self.escaped(word.text))</text>")
    }

    /// The picture of a size as a file.
    /// - Parameters:
    ///   - title: what a screen reader says.
    ///   - style: a style sheet, line by line.
    func file(width: Int, height: Int, title: String, style: [String] = []) -> String {
        let head = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="0 0 \(width) \(height)" role="img" \
            font-family="ui-monospace, &quot;DejaVu Sans Mono&quot;, monospace" \
            font-size="\(ScreenPicture.fontSize)">
            <title>\(Self.escaped(title))</title>
            """
        let sheet = style.isEmpty ? [] : ["<style>"] + style + ["</style>"]
        return ([head] + sheet + self.elements + ["</svg>"]).map { $0 + "\n" }.joined()
    }

    /// Text as XML writes it. What XML cannot hold becomes the replacement character.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\t", "\n", "\r": result += " "
            case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Half of a whole number that is not negative, as text.
    private static func half(_ value: Int) -> String {
        value.isMultiple(of: 2) ? "\(value / 2)" : "\(value / 2).5"
    }
}
