import BuoyTextScreen

struct FiguresOverlay {
    var title: SafeText = "Figures"
    let figures: [Action.Figure]

    func draw(on canvas: inout Canvas, in rect: Rect) {
        let rows = self.figures.map {
            (SafeText(sanitizing: $0.name, limit: 80), SafeText(sanitizing: $0.value, limit: 80))
        }
        let names = rows.map(\.0.width).max() ?? 0
        let values = rows.map(\.1.width).max() ?? 0
        let width = min(max(names + values + 6, self.title.width + 6), rect.width)
        let height = min(rows.count + 2, rect.height)
        let box = Rect(x: rect.endX - width, y: rect.y, width: width, height: height)
        canvas.fill(box)
        canvas.box(box)
        canvas.put(" \(self.title) ", x: box.x + 1, y: box.y, role: .title)
        canvas.draw(in: box.inset(horizontal: 2, vertical: 1)) { canvas in
            for (y, row) in rows.enumerated() {
                canvas.put(row.0, x: 0, y: y, role: .muted)
                canvas.put(
                    row.1, endX: canvas.width, y: y,
                    maxWidth: max(canvas.width - row.0.width - 1, 0))
            }
        }
    }
}
