/// Screens one after the other as one SVG picture that moves, for documents.
///
/// The picture plays in a browser without scripts, also as an image of a page, and starts again at
/// its end. Readers who prefer no motion, and programs that cannot play it, show one frame. Each
/// row of cells is in the file once, however many frames show it, at whatever height.
package struct ScreenAnimation: Sendable {
    /// A screen, and how long it stays.
    package struct Frame: Sendable {
        fileprivate let rows: [[Cell]]
        fileprivate let caption: String
        fileprivate let milliseconds: Int

        /// - Parameters:
        ///   - caption: the words in the bar of the window.
        ///   - milliseconds: how long the frame is shown.
        ///   - before: a frame whose rows this one shares where they are equal, to save memory.
        package init(
            _ canvas: Canvas, _ caption: String, milliseconds: Int, after before: Frame? = nil
        ) {
            self.rows = (0..<canvas.size.rows).map { y in
                let row = Array(canvas.row(y))
                guard let before, before.rows.indices.contains(y), before.rows[y] == row else {
                    return row
                }
                return before.rows[y]
            }
            self.caption = caption
            self.milliseconds = max(milliseconds, 1)
        }
    }

    private let frames: [Frame]
    private let still: Int
    private let theme: Theme
    private let title: String

    /// The moving picture of some frames.
    /// - Parameters:
    ///   - still: the number of the frame that stands for all where nothing may move.
    ///   - title: what the picture shows, for screen readers.
    package init(_ frames: [Frame], still: Int, theme: Theme, title: String) {
        self.frames = frames
        self.still = still
        self.theme = theme
        self.title = title
    }

    /// The picture as a file.
    package var svg: String {
        let rows = self.frames.map(\.rows.count).max() ?? 0
        let columns = self.frames.flatMap(\.rows).map(\.count).max() ?? 0
        let window = ScreenWindow(columns: columns, rows: rows, theme: self.theme)
        let parts = self.parts(in: window)
        let changing = parts.map(\.frames).filter { $0.count < self.frames.count }
        var numbers: [[Int]: Int] = [:]
        let timelines = changing.filter { frames in
            guard numbers[frames] == nil else { return false }
            numbers[frames] = numbers.count
            return true
        }
        var drawing = ScreenPictureDrawing()
        window.draw(on: &drawing)
        Self.draw(parts, numbers, still: self.still, on: &drawing)
        return drawing.file(
            width: window.width, height: window.height, title: self.title,
            style: self.style(timelines))
    }
}

extension ScreenAnimation {
    /// Elements at a height of the picture.
    private struct Place: Hashable {
        let elements: String
        let y: Int
    }

    /// Elements at a height, and the frames that show them there.
    private struct Part {
        let place: Place
        var frames: [Int]
    }

    /// The distinct rows of the frames, in the order of their first use.
    private func parts(in window: ScreenWindow) -> [Part] {
        var parts: [Part] = []
        var indices: [Place: Int] = [:]
        for (number, frame) in self.frames.enumerated() {
            var places = [Place(elements: window.caption(frame.caption), y: 0)]
            places += frame.rows.enumerated().map { row, cells in
                Place(elements: self.elements(cells), y: ScreenWindow.top(ofRow: row))
            }
            for place in places where !place.elements.isEmpty {
                if let index = indices[place] {
                    parts[index].frames.append(number)
                } else {
                    indices[place] = parts.count
                    parts.append(Part(place: place, frames: [number]))
                }
            }
        }
        return parts
    }

    /// A row at the upper edge of the picture.
    private func elements(_ cells: [Cell]) -> String {
        var drawing = ScreenPictureDrawing()
        drawing.draw(
            ScreenPictureRow(cells: cells, x: ScreenWindow.margin, y: 0, theme: self.theme))
        return drawing.elements.joined(separator: "\n")
    }

    /// Adds each piece once, and then the places where it is shown.
    private static func draw(
        _ parts: [Part], _ timelines: [[Int]: Int], still: Int,
        on drawing: inout ScreenPictureDrawing
    ) {
        var names: [String: Int] = [:]
        drawing.add("<defs>")
        for part in parts where names[part.place.elements] == nil {
            drawing.add("<g id=\"r\(names.count)\">\(part.place.elements)</g>")
            names[part.place.elements] = names.count
        }
        drawing.add("</defs>")
        for part in parts {
            let name = names[part.place.elements].map { "#r\($0)" } ?? ""
            var classes = timelines[part.frames].map { " class=\"t\($0)" } ?? ""
            if !classes.isEmpty { classes += part.frames.contains(still) ? " s\"" : "\"" }
            drawing.add("<use href=\"\(name)\" y=\"\(part.place.y)\"\(classes)/>")
        }
    }

    /// When each part is visible. Without animation, the parts of the still frame are.
    private func style(_ timelines: [[Int]]) -> [String] {
        var ends: [Int] = []
        for frame in self.frames { ends.append((ends.last ?? 0) + frame.milliseconds) }
        let total = max(ends.last ?? 0, 1)
        let duration = Self.decimal(total)
        let time = { (frame: Int) in
            Self.decimal((frame == 0 ? 0 : ends[frame - 1]) * 100_000 / total) + "%"
        }
        let rules = timelines.enumerated().map { number, shown in
            let steps = self.frames.indices.compactMap { frame -> String? in
                let isVisible = shown.contains(frame)
                guard frame == 0 || isVisible != shown.contains(frame - 1) else { return nil }
                return "\(time(frame)){visibility:\(isVisible ? "visible" : "hidden")}"
            }
            return "@keyframes t\(number){\(steps.joined())}"
                + ".t\(number){animation:t\(number) \(duration)s step-end infinite}"
        }
        return ["[class]{visibility:hidden}", ".s{visibility:visible}"] + rules
            + ["@media (prefers-reduced-motion:reduce){use{animation:none!important}}"]
    }

    /// A thousandth part of a whole number that is not negative.
    private static func decimal(_ thousandths: Int) -> String {
        let digits = String(thousandths % 1000 + 1000).dropFirst()
        return "\(thousandths / 1000).\(digits)"
    }
}
