import BuoyTextScreen

struct DataLine: Hashable, Sendable {
    enum Fit: Hashable, Sendable {
        case cut
        case wrapped
        case wrappedAtSpaces
    }

    var text: StyledLine
    /// Of continuation rows, in cells.
    var hanging = 0
    var fit = Fit.wrapped

    init(text: StyledLine, hanging: Int = 0, fit: Fit = .wrapped) {
        self.text = text
        self.hanging = hanging
        self.fit = fit
    }

    func rows(width: Int) -> [StyledLine] {
        switch self.fit {
        case .cut: [self.text]
        case .wrapped: self.text.rows(width: width, hanging: self.hanging, atSpaces: false)
        case .wrappedAtSpaces: self.text.rows(width: width, hanging: self.hanging, atSpaces: true)
        }
    }
}

extension StyledLine {
    /// - Parameter hanging: the indentation of continuation rows; at most half of the width.
    func rows(width: Int, hanging: Int = 0, atSpaces: Bool = false) -> [StyledLine] {
        guard self.width > width else { return [self] }
        let indent = min(max(hanging, 0), width / 2)
        let lead = StyledLine(SafeText(ours: String(repeating: " ", count: indent)))
        var rows = [StyledLine()]
        for run in self.runs {
            if atSpaces, rows[rows.count - 1].isTooNarrow(for: run.text, width, indent) {
                rows.append(lead)
            }
            let room = width - rows[rows.count - 1].width
            let pieces = run.text.rows(first: room, width: width - indent, atSpaces: atSpaces)
            for (index, piece) in pieces.enumerated() {
                if index > 0 { rows.append(lead) }
                rows[rows.count - 1].append(piece, run.role)
            }
        }
        return rows
    }

    private func isTooNarrow(for text: SafeText, _ width: Int, _ indent: Int) -> Bool {
        let word = SafeText(ours: String(text.string.prefix { $0 != " " })).width
        return self.width > indent && word > width - self.width && word <= width - indent
    }
}
