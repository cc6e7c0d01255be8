package import TextScreen

/// How the inspector shows data.
package enum DataView: String, CaseIterable, Hashable, Sendable {
    /// A row for each node; nodes fold.
    case tree
    /// Laid out for reading.
    case pretty
    /// As it came, everything hidden spelled as an escape.
    case raw
    /// Byte by byte.
    case hex

    /// The view that comes after it.
    package var next: DataView {
        switch self {
        case .tree: .pretty
        case .pretty: .raw
        case .raw: .hex
        case .hex: .tree
        }
    }
}

extension DataView {
    /// All views with the chosen one in brackets; `diff` follows them while it is shown.
    package static func title(chosen: DataView, showsDifference: Bool) -> StyledLine {
        var line = StyledLine()
        for view in Self.allCases {
            if line.width > 0 { line.append(" ", .muted) }
            let isChosen = view == chosen && !showsDifference
            line.append(view.label(isChosen: isChosen), isChosen ? .title : .muted)
        }
        if showsDifference {
            line.append(" ", .muted)
            line.append("[difference]", .title)
        }
        return line
    }

    /// The chosen view alone, where there is no room for all.
    package static func shortTitle(chosen: DataView, showsDifference: Bool) -> StyledLine {
        StyledLine(showsDifference ? "[difference]" : chosen.label(isChosen: true), .title)
    }

    private func label(isChosen: Bool) -> SafeText {
        SafeText(ours: isChosen ? "[\(self.rawValue)]" : self.rawValue)
    }
}
