import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

/// Each kind of change has its own symbol:
///
/// ```
/// ~ $.bid  60120.5 → 60121.5   +1
/// + $.items[1]  {"sku":"B-7"}
/// - $.note  "at the door"
/// ```
enum DifferenceLine: Hashable, Sendable {
    case heading(String)
    case change(DataDifference.Change)
    case text(LineDifference.Line)

    func line(_ look: DataLineContext) -> DataLine {
        switch self {
        case .heading(let text):
            DataLine(text: StyledLine(SafeText(ours: text), .muted), fit: .wrappedAtSpaces)
        case .change(let change):
            DataLine(text: Self.line(change, look), hanging: 4, fit: .wrappedAtSpaces)
        case .text(let line):
            DataLine(text: Self.line(line, look), hanging: 2, fit: .wrappedAtSpaces)
        }
    }

    private static func line(_ change: DataDifference.Change, _ look: DataLineContext) -> StyledLine
    {
        switch change {
        case .added(let path, let value):
            return Self.line("+ ", .flashOk, path, [value], look)
        case .removed(let path, let value):
            return Self.line("- ", .flashError, path, [value], look)
        case .changed(let path, let old, let new):
            return Self.line("~ ", .flashWarn, path, [old, new], look)
        }
    }

    private static func line(
        _ symbol: SafeText, _ role: Role, _ path: NodePath, _ values: [JSONValue],
        _ look: DataLineContext
    ) -> StyledLine {
        var line = StyledLine(symbol, role)
        line.append(look.reveal(path.text.utf8), .jsonKey)
        line.append("  ")
        for (index, value) in values.enumerated() {
            if index > 0 { line.append(" \(glyph: look.glyphs.right) ", role) }
            let text = SafeText(
                sanitizing: value.beginning(2000), limit: 2000, style: .reveal,
                alphabet: look.alphabet)
            line.append(text, value.role)
            if text.isCut { line.append("\(glyph: look.glyphs.ellipsis)", .muted) }
        }
        if case .number(let old)? = values.first, values.count == 2,
            case .number(let new) = values[1],
            let growth = NumberChange.words(from: old, to: new)
        {
            line.append("   \(growth)", .muted)
        }
        return line
    }

    private static func line(_ line: LineDifference.Line, _ look: DataLineContext) -> StyledLine {
        let (symbol, role, bytes): (SafeText, Role, [UInt8])
        switch line {
        case .same(let text): (symbol, role, bytes) = ("  ", .muted, text)
        case .added(let text): (symbol, role, bytes) = ("+ ", .flashOk, text)
        case .removed(let text): (symbol, role, bytes) = ("- ", .flashError, text)
        case .skipped(let count):
            let words = "\(Figures.counted(count, "line")) unchanged"
            return StyledLine("\(glyph: look.glyphs.ellipsis) \(words)", .muted)
        }
        var styled = StyledLine(symbol, role)
        styled.append(look.reveal(bytes), role == .muted ? .muted : .text)
        return styled
    }
}

extension DifferenceLine {
    static func lines(from old: DataSection, to new: DataSection) -> [DifferenceLine] {
        guard let before = old.json, let after = new.json else {
            let difference = LineDifference(from: old.bytes, to: new.bytes)
            guard !difference.isEmpty else { return [.heading("Nothing changed.")] }
            return difference.lines.map(Self.text)
        }
        let difference = DataDifference(from: before, to: after)
        guard !difference.changes.isEmpty else { return [.heading(Self.sameWords(old, new))] }
        let lines = [Self.heading(Self.summary(difference))] + difference.changes.map(Self.change)
        return difference.isCut ? lines + [.heading("Further changes not shown.")] : lines
    }

    private static func sameWords(_ old: DataSection, _ new: DataSection) -> String {
        old.bytes == new.bytes
            ? "Nothing changed."
            : "Only the formatting changed: key order, spaces or escapes."
    }

    private static func summary(_ difference: DataDifference) -> String {
        var (added, removed, changed) = (0, 0, 0)
        for change in difference.changes {
            switch change {
            case .added: added += 1
            case .removed: removed += 1
            case .changed: changed += 1
            }
        }
        let parts = [(changed, "changed"), (added, "added"), (removed, "removed")]
        return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ") + ":"
    }
}
