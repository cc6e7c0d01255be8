import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

enum DataPart: Hashable, Sendable {
    case lines([DataLine])
    case tree(JSONTree)
    case pretty([JSONLine])
    case text(TextLines)
    case raw(TextLines)
    case hex(HexLines)
    case difference([DifferenceLine])

    static let prettyLimit = 20_000

    init(_ section: DataSection, as view: DataView, _ memory: FoldMemory, index: Int) {
        switch (view, section.json) {
        case (.hex, _): self = .hex(HexLines(section.bytes))
        case (.raw, let json):
            self = .raw(
                TextLines(section.bytes, keepsLineEnds: true, doublesBackslashes: json == nil))
        case (.tree, let json?) where json.isContainer:
            self = .tree(
                JSONTree(json, memory, section: index, isRootFolded: section.isAside))
        case (_, let json?): self = .pretty(json.prettyLines(limit: Self.prettyLimit))
        case (_, nil): self = .text(TextLines(section.bytes))
        }
    }

    func count(width: Int) -> Int {
        switch self {
        case .lines(let lines): lines.count
        case .tree(let tree): tree.rows.count
        case .pretty(let lines): lines.count
        case .text(let lines), .raw(let lines): lines.count
        case .hex(let lines): lines.count(width: width)
        case .difference(let lines): lines.count
        }
    }

    var nodeCount: Int {
        if case .tree(let tree) = self { tree.rows.count } else { 0 }
    }

    /// Data may extend beyond the edge, text about data may not.
    var canUnwrap: Bool {
        switch self {
        case .pretty, .text, .raw, .difference: true
        case .lines, .tree, .hex: false
        }
    }

    func line(at index: Int, width: Int, _ look: DataLineContext) -> DataLine {
        switch self {
        case .lines(let lines):
            lines.indices.contains(index) ? lines[index] : DataLine(text: StyledLine())
        case .tree(let tree): Self.line(tree, index, look)
        case .pretty(let lines): Self.line(lines, index, look)
        case .text(let lines):
            DataLine(
                text: StyledLine(lines.line(at: index, look)), fit: .wrappedAtSpaces)
        case .raw(let lines): DataLine(text: StyledLine(lines.line(at: index, look)))
        case .hex(let lines):
            DataLine(text: lines.line(at: index, width: width), fit: .cut)
        case .difference(let lines):
            lines.indices.contains(index)
                ? lines[index].line(look) : DataLine(text: StyledLine())
        }
    }

    private static func line(_ tree: JSONTree, _ index: Int, _ look: DataLineContext) -> DataLine {
        guard tree.rows.indices.contains(index) else { return DataLine(text: StyledLine()) }
        let row = tree.rows[index]
        let isOpen = row.count == 0 && !row.isFolded
        return DataLine(
            text: tree.line(at: index, look), hanging: tree.hanging(at: index),
            fit: isOpen ? .wrapped : .cut)
    }

    private static func line(
        _ lines: [JSONLine], _ index: Int, _ look: DataLineContext
    ) -> DataLine {
        guard lines.indices.contains(index) else { return DataLine(text: StyledLine()) }
        if index == Self.prettyLimit - 1 {
            let words = "More than \(Figures.grouped(Self.prettyLimit)) lines; see raw for all."
            return DataLine(text: StyledLine(SafeText(ours: words), .flashWarn))
        }
        let line = lines[index]
        // Deep nesting must not push everything off the screen.
        let indent = 2 * min(line.depth, 40)
        var styled = StyledLine(SafeText(ours: String(repeating: " ", count: indent)))
        var note = StyledLine()
        for token in line.tokens {
            let text = look.reveal(token.text.utf8)
            styled.append(text, token.kind.role)
            switch token.kind {
            case .number:
                note = look.note(on: .number(token.text), under: Self.name(of: line), text)
            case .string: note = look.note(on: .null, under: nil, text)
            default: break
            }
        }
        styled.append(note)
        return DataLine(text: styled, hanging: indent + 2, fit: .wrappedAtSpaces)
    }

    private static func name(of line: JSONLine) -> String? {
        guard let key = line.tokens.first, key.kind == .key, key.text.utf8.count <= 100 else {
            return nil
        }
        return JSONValue.parse(key.text)?.stringValue
    }
}

extension JSONToken.Kind {
    var role: Role {
        switch self {
        case .key: .jsonKey
        case .string: .jsonString
        case .number: .jsonNumber
        case .bool: .jsonBoolean
        case .null: .jsonNull
        case .punctuation: .jsonPunctuation
        }
    }
}
