package struct FeatureFacts: Hashable, Sendable {
    private struct Fact: Hashable, Sendable {
        let base: any Hashable & Sendable

        static func == (one: Self, other: Self) -> Bool { one.base.equals(other.base) }

        func hash(into hasher: inout Hasher) { self.base.hash(into: &hasher) }
    }

    private var facts: [Fact] = []

    init() {}

    package init(_ facts: [any Hashable & Sendable]) {
        self.add(facts)
    }

    package mutating func add(_ facts: [any Hashable & Sendable]) {
        for fact in facts { self.set(fact) }
    }

    package subscript<F: Hashable & Sendable>(type: F.Type) -> F? {
        self.facts.lazy.compactMap { $0.base as? F }.first
    }

    mutating func set<F: Hashable & Sendable>(_ fact: F) {
        self.facts.removeAll { $0.base is F }
        self.facts.append(Fact(base: fact))
    }
}
