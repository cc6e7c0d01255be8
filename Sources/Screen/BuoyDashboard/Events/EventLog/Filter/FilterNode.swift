package indirect enum FilterNode: Hashable, Sendable {
    case all([FilterNode])
    case any([FilterNode])
    case not(FilterNode)
    case term(FilterTerm)

    static let everything = FilterNode.all([])

    /// Checks cheap conditions first, which does not change the result.
    static func every(_ nodes: [FilterNode]) -> FilterNode {
        nodes.count == 1 ? nodes[0] : .all(self.sorted(nodes))
    }

    static func either(_ nodes: [FilterNode]) -> FilterNode {
        nodes.count == 1 ? nodes[0] : .any(self.sorted(nodes))
    }

    private static func sorted(_ nodes: [FilterNode]) -> [FilterNode] {
        // Sorting is stable.
        nodes.map { (node: $0, cost: $0.cost) }.sorted { $0.cost < $1.cost }.map(\.node)
    }

    func holds(for subject: inout FilterSubject) -> Bool {
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

    package var asksForKind: Bool {
        switch self {
        case .term(.kind): true
        case .term: false
        case .not(let node): node.asksForKind
        case .all(let nodes), .any(let nodes): nodes.contains(where: \.asksForKind)
        }
    }

    private var cost: Int { self.sum(\.cost) }
    /// In plain searches, at worst.
    var weight: Int { self.sum(\.weight) }

    private func sum(_ value: (FilterTerm) -> Int) -> Int {
        switch self {
        case .term(let term): value(term)
        case .not(let node): node.sum(value)
        case .all(let nodes), .any(let nodes): nodes.reduce(0) { $0 + $1.sum(value) }
        }
    }
}
