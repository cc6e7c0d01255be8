package import ChannelsProtocol

/// A JSON value as rows, one for each node that is not inside of a folded one. Rows say what is
/// there; how they look is made when they are drawn.
package struct JSONTree: Hashable, Sendable {
    /// A node.
    package struct Row: Hashable, Sendable {
        /// How many nodes it is inside of.
        package let depth: Int
        /// The step from the node around it; `nil` for the root.
        package let step: EventData.Step?
        /// Its value. Of a text that holds JSON, what it holds.
        package let value: JSON
        /// Whether the value was parsed from a string.
        package let isDecoded: Bool
        /// Whether its children have no rows. For texts: whether it is cut at the end of its row.
        package let isFolded: Bool

        /// How many children it has.
        package var count: Int { self.value.childCount }
    }

    package private(set) var rows: [Row] = []
    /// Whether there would be more rows.
    package private(set) var isCut = false
    private let root: JSON

    /// The most rows: a value of many megabytes must not fill the memory when it is unfolded.
    package static let rowLimit = 100_000
    /// How often a text in a text is looked into.
    private static let decodingLimit = 4

    private struct Waiting {
        let row: Row
        /// Only where paths matter.
        let path: NodePath
        /// How many texts it is inside of.
        let decoded: Int
    }

    /// - Parameters:
    ///   - section: where the memory looks.
    ///   - isRootFolded: whether the root is folded until somebody unfolds it.
    package init(_ root: JSON, _ memory: FoldMemory, section: Int = 0, isRootFolded: Bool = false) {
        self.root = root
        let first = Row(
            depth: 0, step: nil, value: root, isDecoded: false,
            isFolded: memory.choice(NodePath(), inSection: section)
                ?? (!root.isContainer || isRootFolded && memory.rule != .noneFolded))
        // A stack of its own: how deep the data is must not matter.
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

// MARK: - Places

extension JSONTree {
    /// The row of the node around another one; `nil` for the root.
    package func parent(of index: Int) -> Int? {
        guard self.rows.indices.contains(index), self.rows[index].depth > 0 else { return nil }
        return self.rows[..<index].lastIndex { $0.depth < self.rows[index].depth }
    }

    /// The way to a row.
    package func path(of index: Int) -> NodePath {
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

    /// The row at the end of a way, or as far on the way as there are rows.
    package func row(at path: NodePath) -> Int {
        var found = 0
        for (depth, step) in path.steps.enumerated() {
            let rest = self.rows[(found + 1)...]
            // Of members that come twice, the last one is what everybody reads.
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

    /// The value of a row as its parent holds it: a text that holds JSON is a text.
    package func original(of index: Int) -> JSON? {
        guard self.rows.indices.contains(index) else { return nil }
        let row = self.rows[index]
        guard row.isDecoded, let parent = self.parent(of: index), let step = row.step else {
            return row.value
        }
        return self.rows[parent].value.child(at: step)
    }
}

extension JSON {
    /// Whether it may have values inside of it.
    package var isContainer: Bool {
        switch self {
        case .object, .array: true
        case .null, .bool, .number, .string: false
        }
    }

    /// How many values are directly inside.
    package var childCount: Int {
        switch self {
        case .object(let object): object.members.count
        case .array(let elements): elements.count
        case .null, .bool, .number, .string: 0
        }
    }

    /// A value directly inside, by its place, and the step to it.
    package func child(at index: Int) -> (EventData.Step, JSON)? {
        switch self {
        case .object(let object) where object.members.indices.contains(index):
            let member = object.members[index]
            return (.member(member.key), member.value)
        case .array(let elements) where elements.indices.contains(index):
            return (.element(index), elements[index])
        default: return nil
        }
    }

    /// The value behind a step.
    package func child(at step: EventData.Step) -> JSON? {
        switch step {
        case .member(let name): self[name]
        case .element(let index): self[index]
        }
    }

    /// The object or array that a text holds; `nil` for other texts and values.
    package var decodedContainer: JSON? {
        guard case .string(let text) = self, let first = text.utf8.first,
            first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        else { return nil }
        return JSON.parse(text).flatMap { $0.isContainer ? $0 : nil }
    }
}
