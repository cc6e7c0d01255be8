import BuoyTextScreen

/// The views of data in the inspector.
enum DataView: String, CaseIterable, Hashable, Sendable {
    /// A row for each node; nodes can be folded.
    case tree
    /// Pretty-printed.
    case pretty
    /// As received, with hidden characters as escapes.
    case raw
    /// Byte by byte.
    case hex

    var next: DataView {
        switch self {
        case .tree: .pretty
        case .pretty: .raw
        case .raw: .hex
        case .hex: .tree
        }
    }
}

extension DataView {
    /// All views with the chosen one in brackets, and `diff` while it is shown.
    static func title(chosen: DataView, showsDifference: Bool) -> StyledLine {
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

    /// Only the chosen view, for narrow panes.
    static func shortTitle(chosen: DataView, showsDifference: Bool) -> StyledLine {
        StyledLine(showsDifference ? "[difference]" : chosen.label(isChosen: true), .title)
    }

    private func label(isChosen: Bool) -> SafeText {
        SafeText(ours: isChosen ? "[\(self.rawValue)]" : self.rawValue)
    }
}
