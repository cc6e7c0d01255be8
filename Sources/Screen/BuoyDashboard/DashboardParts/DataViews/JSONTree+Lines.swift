import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

extension JSONTree {
    /// ```
    /// - {3}
    ///     "order": 42
    ///   + "items": […12]  {"sku":"A-100","qty":2},{"sku":
    ///   - "payload": {2} in a string
    /// ```
    func line(at index: Int, _ look: DataLineContext) -> StyledLine {
        guard self.rows.indices.contains(index) else { return StyledLine() }
        let row = self.rows[index]
        // Deep nesting must not push everything off the screen.
        let indent = String(repeating: "  ", count: min(row.depth, 40))
        var line = StyledLine(SafeText(ours: indent))
        let isOpenable = row.count > 0
        line.append(isOpenable ? (row.isFolded ? "+ " : "- ") : "  ", .title)
        switch row.step {
        case .member(let name):
            line.append(
                look.reveal(JSONValue.string(name).beginning(DataLineContext.lineByteLimit).utf8),
                .jsonKey
            )
            line.append(": ", .jsonPunctuation)
        case .element(let place): line.append("[\(place)] ", .muted)
        case nil: break
        }
        guard row.value.isContainer else {
            let text = look.reveal(row.value.beginning(DataLineContext.lineByteLimit).utf8)
            line.append(text, row.value.role)
            if case .member(let name)? = row.step {
                line.append(look.note(on: row.value, under: name, text))
            } else {
                line.append(look.note(on: row.value, under: nil, text))
            }
            return line
        }
        line.append(Self.braces(row, look.glyphs), .jsonPunctuation)
        if row.isDecoded { line.append(" in a string", .muted) }
        if row.isFolded, isOpenable {
            line.append("  ")
            line.append(Self.preview(of: row.value, look), .muted)
        }
        return line
    }

    func hanging(at index: Int) -> Int {
        self.rows.indices.contains(index) ? 2 * min(self.rows[index].depth, 40) + 4 : 0
    }

    private static func braces(_ row: Row, _ glyphs: GlyphSet) -> SafeText {
        let isObject = row.value.objectValue != nil
        guard row.count > 0 else { return isObject ? "{}" : "[]" }
        let dots: SafeText = row.isFolded ? "\(glyph: glyphs.ellipsis)" : ""
        let count = dots + SafeText(ours: Figures.grouped(row.count))
        return isObject ? "{\(count)}" : "[\(count)]"
    }

    private static func preview(of value: JSONValue, _ look: DataLineContext) -> SafeText {
        var text = value.beginning(300).dropFirst()
        if text.utf8.count <= 300 { text.removeLast() }
        return SafeText(sanitizing: text.utf8, limit: 1000, style: .reveal, alphabet: look.alphabet)
    }
}

extension JSONValue {
    var role: Role {
        switch self {
        case .null: .jsonNull
        case .bool: .jsonBoolean
        case .number: .jsonNumber
        case .string: .jsonString
        case .array, .object: .jsonPunctuation
        }
    }
}
