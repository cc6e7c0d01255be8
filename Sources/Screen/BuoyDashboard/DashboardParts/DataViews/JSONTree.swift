import ChannelsProtocol

/// A row for each node that is not in a folded one. Rows are formatted when they are drawn.
struct JSONTree: Hashable, Sendable {
    struct Row: Hashable, Sendable {
        let depth: Int
        let step: EventData.Step?
        /// For a string that contains JSON, the parsed value.
        let value: JSONValue
        let isDecoded: Bool
        /// For strings, whether it is cut at the end of its row.
        let isFolded: Bool

        var count: Int { self.value.childCount }
    }

    private(set) var rows: [Row] = []
    private(set) var isCut = false
    private let root: JSONValue

    /// Unfolding a value of many megabytes must not fill the memory.
    static let rowLimit = 100_000
    private static let decodingLimit = 4

    private struct Waiting {
        let row: Row
        let path: NodePath
        let decoded: Int
    }

    init(_ root: JSONValue, _ memory: FoldMemory, section: Int = 0, isRootFolded: Bool = false) {
        self.root = root
        let first = Row(
            depth: 0, step: nil, value: root, isDecoded: false,
            isFolded: memory.choice(NodePath(), inSection: section)
                ?? (!root.isContainer || isRootFolded && memory.rule != .noneFolded))
        // An explicit stack, so that the nesting depth of the data does not matter.
        var waiting = [Waiting(row: first, path: NodePath(), decoded: 0)]
        while let next = waiting.popLast() {
            guard self.rows.count < Self.rowLimit else {
                self.isCut = true
                return
            }
            self.rows.append(next.row)
            if !next.row.isFolded, next.row.count > 0 {
                Self.addChildren(of: next, memory, section, to: &waiting)
            }
        }
    }

    private static func addChildren(
        of parent: Waiting, _ memory: FoldMemory, _ section: Int, to waiting: inout [Waiting]
    ) {
        let siblings = parent.row.count
        for index in (0..<siblings).reversed() {
            guard let (step, value) = parent.row.value.child(at: index) else { continue }
            let inside = parent.decoded < Self.decodingLimit ? value.decodedContainer : nil
            let path =
                memory.hasChoices
                ? parent.path.appending(step, isInText: parent.row.isDecoded) : NodePath()
            let shown = inside ?? value
            let depth = parent.row.depth + 1
            let byRule =
                !shown.isContainer
                || memory.isFolded(depth: depth, count: shown.childCount, siblings: siblings)
            let row = Row(
                depth: depth, step: step, value: shown, isDecoded: inside != nil,
                isFolded: memory.choice(path, inSection: section) ?? byRule)
            waiting.append(
                Waiting(row: row, path: path, decoded: parent.decoded + (inside == nil ? 0 : 1)))
        }
    }
}

extension JSONTree {
    func parent(of index: Int) -> Int? {
        guard self.rows.indices.contains(index), self.rows[index].depth > 0 else { return nil }
        return self.rows[..<index].lastIndex { $0.depth < self.rows[index].depth }
    }

    func path(of index: Int) -> NodePath {
        var chain: [Int] = []
        var place: Int? = index
        while let row = place, self.rows.indices.contains(row), self.rows[row].step != nil {
            chain.append(row)
            place = self.parent(of: row)
        }
        return chain.reversed().reduce(into: NodePath()) { path, row in
            guard let step = self.rows[row].step else { return }
            let isInText = self.parent(of: row).map { self.rows[$0].isDecoded } ?? false
            path = path.appending(step, isInText: isInText)
        }
    }

    func row(at path: NodePath) -> Int {
        var found = 0
        for (depth, step) in path.steps.enumerated() {
            let rest = self.rows[(found + 1)...]
            // The last of several members with the same name, as readers expect.
            let end = rest.firstIndex { $0.depth <= depth } ?? self.rows.endIndex
            guard
                let next = self.rows[found + 1..<end].lastIndex(where: {
                    $0.depth == depth + 1 && $0.step == step
                })
            else { return found }
            found = next
        }
        return found
    }

    func original(of index: Int) -> JSONValue? {
        guard self.rows.indices.contains(index) else { return nil }
        let row = self.rows[index]
        guard row.isDecoded, let parent = self.parent(of: index), let step = row.step else {
            return row.value
        }
        return self.rows[parent].value.child(at: step)
    }
}

extension JSONValue {
    var isContainer: Bool {
        switch self {
        case .object, .array: true
        case .null, .bool, .number, .string: false
        }
    }

    var childCount: Int {
        switch self {
        case .object(let object): object.members.count
        case .array(let elements): elements.count
        case .null, .bool, .number, .string: 0
        }
    }

    func child(at index: Int) -> (EventData.Step, JSONValue)? {
        switch self {
        case .object(let object) where object.members.indices.contains(index):
            let member = object.members[index]
            return (.member(member.key), member.value)
        case .array(let elements) where elements.indices.contains(index):
            return (.element(index), elements[index])
        default: return nil
        }
    }

    func child(at step: EventData.Step) -> JSONValue? {
        switch step {
        case .member(let name): self[name]
        case .element(let index): self[index]
        }
    }

    var decodedContainer: JSONValue? {
        guard case .string(let text) = self, let first = text.utf8.first,
            first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        else { return nil }
        return JSONValue.parse(text).flatMap { $0.isContainer ? $0 : nil }
    }
}
