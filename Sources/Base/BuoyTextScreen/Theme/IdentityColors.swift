/// The colours of channels or members. Each has the colour of its name, so that it is the same in
/// every session. If one that is there has that colour already, the newcomer gets the next colour
/// that the fewest have: the first six all differ. A name keeps its colour when it comes back.
package struct IdentityColors: Hashable, Sendable {
    /// The index of each name's colour among the accents.
    private var places: [String: Int] = [:]
    /// The names that are there now.
    private var current: Set<String> = []
    /// The number of current names with each colour.
    private var counts = Array(repeating: 0, count: Role.accents.count)

    /// The maximum number of names that are remembered.
    private static let limit = 10_000

    /// Creates an assignment without a name.
    package init() {}

    /// Gives a name a colour.
    package mutating func add(_ name: String) {
        guard !self.current.contains(name), self.places.count < Self.limit else { return }
        let place = self.places[name] ?? self.freePlace(for: name)
        self.current.insert(name)
        self.places[name] = place
        self.counts[place] += 1
    }

    /// Makes the colour of a name free for others.
    package mutating func remove(_ name: String) {
        guard self.current.remove(name) != nil, let place = self.places[name] else { return }
        self.counts[place] -= 1
    }

    /// Makes these names the current ones; the newcomers choose in this order.
    package mutating func set(_ names: [String]) {
        guard names.count != self.current.count || !self.current.isSuperset(of: names) else {
            return
        }
        let gone = self.current.subtracting(names)
        for name in gone { self.remove(name) }
        for name in names { self.add(name) }
    }

    /// The colour of a name.
    package func role(of name: String) -> Role {
        self.places[name].map { Role.accents[$0] } ?? Role.accent(for: name.utf8)
    }

    /// The first colour that the fewest have, from the name's own on.
    private func freePlace(for name: String) -> Int {
        let own = Role.accents.firstIndex(of: Role.accent(for: name.utf8)) ?? 0
        let order = self.counts.indices.map { (own + $0) % self.counts.count }
        return order.min { self.counts[$0] < self.counts[$1] } ?? own
    }
}
