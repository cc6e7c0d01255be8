/// A name's own colour is the same in every session; if it is in use, a newcomer gets the next
/// least-used one. A name keeps its colour when it comes back.
package struct IdentityColors: Hashable, Sendable {
    private var places: [String: Int] = [:]
    private var current: Set<String> = []
    private var counts = Array(repeating: 0, count: Role.accents.count)

    private static let limit = 10_000

    package init() {}

    package mutating func add(_ name: String) {
        guard !self.current.contains(name), self.places.count < Self.limit else { return }
        let place = self.places[name] ?? self.freePlace(for: name)
        self.current.insert(name)
        self.places[name] = place
        self.counts[place] += 1
    }

    package mutating func remove(_ name: String) {
        guard self.current.remove(name) != nil, let place = self.places[name] else { return }
        self.counts[place] -= 1
    }

    /// Newcomers choose their colours in this order.
    package mutating func set(_ names: [String]) {
        guard names.count != self.current.count || !self.current.isSuperset(of: names) else {
            return
        }
        let gone = self.current.subtracting(names)
        for name in gone { self.remove(name) }
        for name in names { self.add(name) }
    }

    package func role(of name: String) -> Role {
        self.places[name].map { Role.accents[$0] } ?? Role.accent(for: name.utf8)
    }

    /// The least-used colour, searching from the name's own.
    private func freePlace(for name: String) -> Int {
        let own = Role.accents.firstIndex(of: Role.accent(for: name.utf8)) ?? 0
        let order = self.counts.indices.map { (own + $0) % self.counts.count }
        return order.min { self.counts[$0] < self.counts[$1] } ?? own
    }
}
