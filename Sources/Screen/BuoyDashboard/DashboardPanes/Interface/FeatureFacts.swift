/// What is known at the start of a dashboard, for the panes and commands of features: one value of
/// each type, such as whether the HTTP API can be used.
package struct FeatureFacts: Hashable, Sendable {
    private struct Fact: Hashable, Sendable {
        let base: any Hashable & Sendable

        static func == (one: Self, other: Self) -> Bool { one.base.equals(other.base) }

        func hash(into hasher: inout Hasher) { self.base.hash(into: &hasher) }
    }

    private var facts: [Fact] = []

    /// Knows nothing.
    init() {}

    /// Knows some facts; of several with the same type, the last one.
    package init(_ facts: [any Hashable & Sendable]) {
        self.add(facts)
    }

    /// Adds facts, each in the place of one with the same type.
    package mutating func add(_ facts: [any Hashable & Sendable]) {
        for fact in facts { self.set(fact) }
    }

    /// The fact of a type; `nil` if it is not known.
    package subscript<F: Hashable & Sendable>(type: F.Type) -> F? {
        self.facts.lazy.compactMap { $0.base as? F }.first
    }

    /// Adds a fact, in the place of one with the same type.
    mutating func set<F: Hashable & Sendable>(_ fact: F) {
        self.facts.removeAll { $0.base is F }
        self.facts.append(Fact(base: fact))
    }
}
