import ChannelsProtocol

extension InspectorPane {
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

    package var nodeCount: Int { self.body.reduce(0) { $0 + $1.nodeCount } }

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

    var selectedNode: Int? { self.nodeCount > 0 ? self.selected : nil }

    var selectedPlace: Place? {
        self.selection.map { Place(section: $0.section, path: $0.tree.path(of: $0.row)) }
    }

    /// `$.items[0].sku`
    package var selectedPath: String? { self.selectedPlace?.path.text }

    mutating func select(_ node: Int) {
        self.selected = min(max(node, 0), max(self.nodeCount - 1, 0))
        if let place = self.selectedPlace { self.wanted = place }
    }

    var canFold: Bool { self.selection.map { $0.tree.rows[$0.row].canFold } ?? false }

    mutating func toggleFold() {
        guard let (section, tree, row) = self.selection, tree.rows[row].canFold else { return }
        let place = Place(section: section, path: tree.path(of: row))
        self.memory.set(place.path, inSection: section, isFolded: !tree.rows[row].isFolded)
        self.wanted = place
        self.rebuild()
    }

    mutating func foldAll(_ isFolded: Bool) {
        guard let place = self.selectedPlace else { return }
        self.wanted = place
        self.memory.reset(to: isFolded ? .allFolded : .noneFolded)
        self.rebuild()
        if let place = self.selectedPlace { self.wanted = place }
    }

    mutating func goOut() {
        guard let (_, tree, row) = self.selection else { return }
        if tree.rows[row].canFold, !tree.rows[row].isFolded, tree.rows[row].depth > 0 {
            self.toggleFold()
        } else if let parent = tree.parent(of: row) {
            self.select(self.selected - row + parent)
        }
    }

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

extension InspectorPane {
    var selectedText: String? {
        if let (_, tree, row) = self.selection, !self.showsDifference,
            let value = tree.original(of: row)
        {
            return value.compactText
        }
        return self.content.sections.first?.text
    }

    var selectedValue: (value: JSONValue, path: NodePath)? {
        guard let (_, tree, row) = self.selection, !self.showsDifference,
            let value = tree.original(of: row)
        else { return nil }
        let path = tree.path(of: row)
        return path.steps.isEmpty ? nil : (value, path)
    }

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

    struct NoFilter: Error, Hashable {
        /// A sentence without a full stop.
        let reason: String

        init(_ reason: String) { self.reason = reason }
    }
}

extension NodePath {
    /// `nil` for what filters cannot reach: inside JSON that is stored in a string.
    var dataPath: DataPath? { self.decodedAfter.isEmpty ? DataPath(self.steps) : nil }
}
