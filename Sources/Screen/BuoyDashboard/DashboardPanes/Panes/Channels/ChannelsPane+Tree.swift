import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

/// A channel, or a branch of the tree with the sums of its channels.
struct ChannelLine {
    let item: ChannelTree.Item
    let rows: [ChannelsPane.Row]
    let name: NameForms.Name

    /// Of a branch over the same seconds for all of its channels.
    func rate(at second: Int64) -> Double {
        guard self.rows.count > 1 else { return self.rows.first?.rate.perSecond(at: second) ?? 0 }
        let since = self.rows.map(\.since.second).min() ?? second
        let seconds = Int(min(max(second &- since, 1), 10))
        return Double(self.history(seconds, before: second).reduce(0, +)) / Double(seconds)
    }

    func history(_ seconds: Int, before second: Int64) -> [Int] {
        self.rows.reduce(into: Array(repeating: 0, count: max(seconds, 1))) { sums, row in
            for (index, count) in row.rate.history(seconds, before: second).enumerated() {
                sums[index] &+= count
            }
        }
    }

    var population: Int? {
        let known = self.rows.compactMap(\.population)
        return known.isEmpty ? nil : known.reduce(0, &+)
    }

    var total: Int { self.rows.reduce(0) { $0 &+ $1.rate.total } }
    var unbound: Int { self.rows.reduce(0) { $0 &+ $1.unbound } }
    var lastEvent: ChannelsTimestamp? { self.rows.compactMap(\.lastEvent).max() }

    func mark(
        _ marks: GlyphSet.Marks, isConnected: Bool
    ) -> (glyph: Unicode.Scalar, role: Role) {
        let worst = self.rows.max { $0.severity < $1.severity }
        return worst.map { ChannelsPane.mark($0, marks, isConnected: isConnected) } ?? (" ", .text)
    }
}

extension ChannelsPane.Row {
    fileprivate var severity: Int {
        if self.isStuck { return 2 }
        return switch self.state {
        case .subscribed: 0
        case .requested, .authorizing, .subscribing, .unsubscribing, .unsubscribed: 1
        case .failed: 3
        }
    }
}

extension ChannelsPane {
    func line(_ item: ChannelTree.Item) -> ChannelLine {
        switch item {
        case .channel(let name):
            ChannelLine(
                item: item, rows: self.rows[name].map { [$0] } ?? [],
                name: self.name(name.text, of: item) ?? name.listed)
        case .branch(let branch):
            self.line(branch, self.tree.branches[branch]?.compactMap { self.rows[$0] } ?? [])
        }
    }

    private func line(_ branch: ChannelName, _ rows: [Row]) -> ChannelLine {
        let refused = rows.count { $0.isRefused }
        let words = refused == 0 ? "" : ", \(Figures.count(refused)) refused"
        let text = "\(branch.text)* \(Figures.count(rows.count))\(words)"
        let item = ChannelTree.Item.branch(branch)
        return ChannelLine(
            item: item, rows: rows,
            name: self.name(text, of: item) ?? ChannelName(wire: text).listed)
    }

    /// Without what the branch says already; `nil` outside of branches.
    private func name(_ text: String, of item: ChannelTree.Item) -> NameForms.Name? {
        self.tree.parent(of: item).map { parent in
            let indent = String(repeating: "  ", count: self.tree.depth(of: item))
            return NameForms.Name(indent + text.utf8.dropFirst(parent.text.utf8.count).text)
        }
    }

    // MARK: Folding

    var selectedBranch: ChannelName? {
        if case .branch(let branch)? = self.cursor.selected { branch } else { nil }
    }

    func isUnfolded(_ branch: ChannelName) -> Bool { self.unfolded.contains(branch) }

    mutating func toggleBranch() {
        guard let branch = self.selectedBranch else { return }
        self.setFolded(self.isUnfolded(branch), branch)
    }

    /// - Returns: whether there was something to fold or unfold.
    mutating func fold(_ step: Int) -> Bool {
        if let branch = self.selectedBranch, self.isUnfolded(branch) == (step < 0) {
            self.setFolded(step < 0, branch)
            return true
        }
        guard step < 0, let item = self.cursor.selected, let parent = self.tree.parent(of: item)
        else { return false }
        self.setFolded(true, parent)
        return true
    }
}

extension ChannelsPane.Row {
    fileprivate var isRefused: Bool {
        if case .failed = self.state { true } else { false }
    }
}

extension Substring.UTF8View {
    fileprivate var text: String { String(Substring(self)) }
}
