import ChannelsProtocol

// The selection and folding of tree nodes.
extension InspectorPane {
    /// The trees on show, with the indexes of their sections.
    var trees: [(section: Int, tree: JSONTree)] {
        var section = -1
        return self.body.compactMap { part in
            switch part {
            case .tree(let tree):
                section += 1
                return (section, tree)
            case .lines, .difference: return nil
            case .pretty, .text, .raw, .hex:
                section += 1
                return nil
            }
        }
    }

    /// The number of nodes that can be selected.
    package var nodeCount: Int { self.body.reduce(0) { $0 + $1.nodeCount } }

    /// The selected node: its section, its tree, and its row in the tree.
    private var selection: (section: Int, tree: JSONTree, row: Int)? {
        var before = 0
        for (section, tree) in self.trees {
            if self.selected < before + tree.rows.count {
                return (section, tree, self.selected - before)
            }
            before += tree.rows.count
        }
        return nil
    }

    func node(at place: Place) -> Int? {
        var before = 0
        for (section, tree) in self.trees {
            if section == place.section { return before + tree.row(at: place.path) }
            before += tree.rows.count
        }
        return nil
    }

    /// The index of the selected node; `nil` if none can be selected.
    var selectedNode: Int? { self.nodeCount > 0 ? self.selected : nil }

    /// The place of the selected node; `nil` if none can be selected.
    var selectedPlace: Place? {
        self.selection.map { Place(section: $0.section, path: $0.tree.path(of: $0.row)) }
    }

    /// The path of the selected node as people write it: `$.items[0].sku`.
    package var selectedPath: String? { self.selectedPlace?.path.text }

    mutating func select(_ node: Int) {
        self.selected = min(max(node, 0), max(self.nodeCount - 1, 0))
        if let place = self.selectedPlace { self.wanted = place }
    }

    /// Whether the selected node can be folded.
    var canFold: Bool { self.selection.map { $0.tree.rows[$0.row].canFold } ?? false }

    /// Folds or unfolds the selected node. A long text is shown whole, or in one row again.
    mutating func toggleFold() {
        guard let (section, tree, row) = self.selection, tree.rows[row].canFold else { return }
        let place = Place(section: section, path: tree.path(of: row))
        self.memory.set(place.path, inSection: section, isFolded: !tree.rows[row].isFolded)
        self.wanted = place
        self.rebuild()
    }

    /// Folds or unfolds all nodes.
    mutating func foldAll(_ isFolded: Bool) {
        guard let place = self.selectedPlace else { return }
        self.wanted = place
        self.memory.reset(to: isFolded ? .allFolded : .noneFolded)
        self.rebuild()
        if let place = self.selectedPlace { self.wanted = place }
    }

    /// Folds the selected node, or selects its parent.
    mutating func goOut() {
        guard let (_, tree, row) = self.selection else { return }
        if tree.rows[row].canFold, !tree.rows[row].isFolded, tree.rows[row].depth > 0 {
            self.toggleFold()
        } else if let parent = tree.parent(of: row) {
            self.select(self.selected - row + parent)
        }
    }

    /// Unfolds the selected node, or selects its first child.
    mutating func goIn() {
        guard let (_, tree, row) = self.selection, tree.rows[row].canFold else { return }
        if tree.rows[row].isFolded {
            self.toggleFold()
        } else if tree.rows[row].count > 0 {
            self.select(self.selected + 1)
        }
    }
}

extension JSONTree.Row {
    fileprivate var canFold: Bool {
        if case .string = self.value { true } else { self.count > 0 }
    }
}

// MARK: Copying and filtering

extension InspectorPane {
    /// The text to copy: the JSON text of the selected node, or all of the data.
    var selectedText: String? {
        if let (_, tree, row) = self.selection, !self.showsDifference,
            let value = tree.original(of: row)
        {
            return value.compactText
        }
        return self.content.sections.first?.text
    }

    /// The value of the selected node and its path; `nil` if it is the whole data, or if no node
    /// can be selected.
    var selectedValue: (value: JSON, path: NodePath)? {
        guard let (_, tree, row) = self.selection, !self.showsDifference,
            let value = tree.original(of: row)
        else { return nil }
        let path = tree.path(of: row)
        return path.steps.isEmpty ? nil : (value, path)
    }

    /// A filter for events with the same value at the same path as the selected node, or the reason
    /// why there isn't one.
    var selectedFilter: Result<EventFilter, NoFilter> {
        guard let (section, tree, row) = self.selection, let value = tree.original(of: row) else {
            return .failure(NoFilter("select a tree node to filter by; v shows the tree"))
        }
        guard self.content.sections.indices.contains(section),
            self.content.sections[section].isEventData
        else { return .failure(NoFilter("filters apply only to event data")) }
        guard let path = tree.path(of: row).dataPath else {
            return .failure(NoFilter("filters cannot look inside a string that contains JSON"))
        }
        do throws(EventFilterError) {
            return .success(try EventFilter(path: path, value: value))
        } catch {
            return .failure(NoFilter("the path to this value is too long for a filter"))
        }
    }

    /// The reason why a node cannot be used in a filter, as a sentence for the user.
    struct NoFilter: Error, Hashable {
        /// The sentence, without a full stop.
        let reason: String

        init(_ reason: String) { self.reason = reason }
    }
}

extension NodePath {
    /// The path as in filters; `nil` for places that filters cannot reach: inside JSON that is
    /// stored in a string.
    var dataPath: DataPath? { self.decodedAfter.isEmpty ? DataPath(self.steps) : nil }
}
