/// Questions about an event, joined.
package indirect enum FilterNode: Hashable, Sendable {
    case all([FilterNode])
    case any([FilterNode])
    case not(FilterNode)
    case term(FilterTerm)

    /// Lets everything through.
    package static let everything = FilterNode.all([])

    /// All must hold. The cheap questions are asked first: the answer is the same.
    package static func every(_ nodes: [FilterNode]) -> FilterNode {
        nodes.count == 1 ? nodes[0] : .all(self.sorted(nodes))
    }

    /// One must hold.
    package static func either(_ nodes: [FilterNode]) -> FilterNode {
        nodes.count == 1 ? nodes[0] : .any(self.sorted(nodes))
    }

    private static func sorted(_ nodes: [FilterNode]) -> [FilterNode] {
        // Sorting keeps the order of equals.
        nodes.map { (node: $0, cost: $0.cost) }.sorted { $0.cost < $1.cost }.map(\.node)
    }

    /// Whether it is true of an event.
    package func holds(for subject: inout FilterSubject) -> Bool {
        switch self {
        case .term(let term): return term.holds(for: &subject)
        case .not(let node): return !node.holds(for: &subject)
        case .all(let nodes):
            for node in nodes where !node.holds(for: &subject) { return false }
            return true
        case .any(let nodes):
            for node in nodes where node.holds(for: &subject) { return true }
            return false
        }
    }

    /// About what it costs beside others.
    private var cost: Int { self.sum(\.cost) }
    /// About how many plain searches it costs at worst.
    package var weight: Int { self.sum(\.weight) }

    private func sum(_ value: (FilterTerm) -> Int) -> Int {
        switch self {
        case .term(let term): value(term)
        case .not(let node): node.sum(value)
        case .all(let nodes), .any(let nodes): nodes.reduce(0) { $0 + $1.sum(value) }
        }
    }
}
