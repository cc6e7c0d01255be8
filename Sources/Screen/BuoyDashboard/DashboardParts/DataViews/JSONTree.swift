import ChannelsProtocol

/// A JSON value as rows, one for each node that is not in a folded one. Rows are content only; they
/// are formatted when they are drawn.
struct JSONTree: Hashable, Sendable {
    /// A node.
    struct Row: Hashable, Sendable {
        /// The number of enclosing nodes.
        let depth: Int
        /// The step from the parent; `nil` for the root.
        let step: EventData.Step?
        /// The value; for a string that contains JSON, the parsed value.
        let value: JSON
        /// Whether the value was parsed from a string.
        let isDecoded: Bool
        /// Whether its children have no rows; for strings, whether it is cut at the end of its row.
        let isFolded: Bool

        /// The number of its children.
        var count: Int { self.value.childCount }
    }

    private(set) var rows: [Row] = []
    /// Whether there are more rows than the limit.
    private(set) var isCut = false
    private let root: JSON

    /// The maximum number of rows, so that unfolding a value of many megabytes does not fill the
    /// memory.
    static let rowLimit = 100_000
    /// How many levels of JSON in strings are decoded.
    private static let decodingLimit = 4

    private struct Waiting {
        let row: Row
        /// Empty unless paths matter.
        let path: NodePath
        /// The number of enclosing strings.
        let decoded: Int
    }

    /// - Parameters:
    ///   - section: the section in the memory.
    ///   - isRootFolded: whether the root is initially folded.
    init(_ root: JSON, _ memory: FoldMemory, section: Int = 0, isRootFolded: Bool = false) {
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

// MARK: Paths

extension JSONTree {
    /// The row of the parent; `nil` for the root.
    func parent(of index: Int) -> Int? {
        guard self.rows.indices.contains(index), self.rows[index].depth > 0 else { return nil }
        return self.rows[..<index].lastIndex { $0.depth < self.rows[index].depth }
    }

    /// The path to a row.
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

    /// The row at the end of a path, or the nearest existing row on the way.
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

    /// The value of a row as in its parent: a string that contains JSON is a string.
    func original(of index: Int) -> JSON? {
        guard self.rows.indices.contains(index) else { return nil }
        let row = self.rows[index]
        guard row.isDecoded, let parent = self.parent(of: index), let step = row.step else {
            return row.value
        }
        return self.rows[parent].value.child(at: step)
    }
}

extension JSON {
    /// Whether it may contain values.
    var isContainer: Bool {
        switch self {
        case .object, .array: true
        case .null, .bool, .number, .string: false
        }
    }

    /// The number of direct children.
    var childCount: Int {
        switch self {
        case .object(let object): object.members.count
        case .array(let elements): elements.count
        case .null, .bool, .number, .string: 0
        }
    }

    /// A direct child by its index, and the step to it.
    func child(at index: Int) -> (EventData.Step, JSON)? {
        switch self {
        case .object(let object) where object.members.indices.contains(index):
            let member = object.members[index]
            return (.member(member.key), member.value)
        case .array(let elements) where elements.indices.contains(index):
            return (.element(index), elements[index])
        default: return nil
        }
    }

    /// The child that a step leads to.
    func child(at step: EventData.Step) -> JSON? {
        switch step {
        case .member(let name): self[name]
        case .element(let index): self[index]
        }
    }

    /// The object or array in a string; `nil` for other values.
    var decodedContainer: JSON? {
        guard case .string(let text) = self, let first = text.utf8.first,
            first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        else { return nil }
        return JSON.parse(text).flatMap { $0.isContainer ? $0 : nil }
    }
}
