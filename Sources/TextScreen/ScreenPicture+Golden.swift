extension ScreenPicture {
    /// The picture of a golden screen; nil for text that is none.
    ///
    /// A golden screen has one letter for each cell, that of what lies over the text if anything
    /// does. So the text of a chosen row is drawn as ordinary text there.
    package init?(goldenScreen text: String, theme: Theme, title: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let screen = lines.prefix { $0 != "roles" }
        let roles = lines.dropFirst(screen.count + 1).prefix { !$0.isEmpty }
        guard !screen.isEmpty, screen.count == roles.count else { return nil }
        let rows = zip(screen, roles).map(Self.cells)
        guard rows.allSatisfy({ $0 != nil }) else { return nil }
        self.init(rows: rows.compactMap(\.self), theme: theme, title: title)
    }

    /// The cells of one row; nil when characters and letters do not fit together.
    private static func cells(text: Substring, roles: Substring) -> [Cell]? {
        guard let text = Self.unframed(text), let roles = Self.unframed(roles) else { return nil }
        var codes = roles
        var cells: [Cell] = []
        for scalar in text {
            switch CharacterWidth.cells(of: scalar) {
            case 0:
                guard let last = cells.lastIndex(where: { $0.span != .continuation }) else {
                    return nil
                }
                cells[last].combine(scalar)
            case 1:
                guard let code = codes.popFirst(), let cell = Self.cell(scalar, code: code)
                else { return nil }
                cells.append(cell)
            case 2:
                guard let code = codes.popFirst(), codes.popFirst() != nil,
                    let cell = Self.cell(scalar, code: code, span: .wide),
                    let rest = Self.cell(" ", code: code, span: .continuation)
                else { return nil }
                cells += [cell, rest]
            default:
                return nil
            }
        }
        return codes.isEmpty ? cells : nil
    }

    private static func cell(
        _ scalar: Unicode.Scalar, code: Unicode.Scalar, span: Cell.Span = .narrow
    ) -> Cell? {
        guard let role = Role.allCases.first(where: { $0.code == Character(code) }) else {
            return nil
        }
        guard Self.overlays.contains(role) else { return Cell(scalar, role: role, span: span) }
        var cell = Cell(scalar, span: span)
        cell.overlay = role
        return cell
    }

    /// The roles that lie over text and are never its own.
    private static let overlays: Set<Role> = [
        .selection, .selectionInactive, .match, .matchCurrent,
    ]

    /// What stands between the two bars of a line.
    private static func unframed(_ line: Substring) -> Substring.UnicodeScalarView? {
        let scalars = line.unicodeScalars
        guard scalars.count >= 2, scalars.first == "|", scalars.last == "|" else { return nil }
        return scalars.dropFirst().dropLast()
    }
}
