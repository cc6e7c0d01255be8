import BuoyTextScreen

enum DataView: String, CaseIterable, Hashable, Sendable {
    case tree
    case pretty
    /// With hidden characters as escapes.
    case raw
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

    static func shortTitle(chosen: DataView, showsDifference: Bool) -> StyledLine {
        StyledLine(showsDifference ? "[difference]" : chosen.label(isChosen: true), .title)
    }

    private func label(isChosen: Bool) -> SafeText {
        SafeText(ours: isChosen ? "[\(self.rawValue)]" : self.rawValue)
    }
}
