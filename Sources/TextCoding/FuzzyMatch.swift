/// How well something typed fits a name, for lists that typing narrows: the letters need only come in
/// their order, so `grvdk` finds `gruvbox-dark`.
package enum FuzzyMatch {
    /// Lower is better: 0 for the same text, 10 where the name begins like it, 20 where a word in it
    /// does, 30 where it occurs elsewhere, 40 and more where its letters are strewn. `nil` when it
    /// does not fit. Upper and lower case are alike; nothing typed fits everything.
    package static func rank(of typed: String, in name: String) -> Int? {
        let typed = Array(typed.lowercased().unicodeScalars.prefix(Self.limit))
        let name = Array(name.lowercased().unicodeScalars.prefix(Self.limit))
        guard let first = typed.first else { return 10 }
        if name.starts(with: typed) { return name.count == typed.count ? 0 : 10 }
        let places = name.indices.filter { name[$0] == first }
        let isThere = { (place: Int) in name[place...].starts(with: typed) }
        if places.contains(where: { self.isWordStart($0, name) && isThere($0) }) { return 20 }
        guard typed.count > 1 else { return nil }
        if places.contains(where: isThere) { return 30 }
        // Two letters come in their order in almost any name.
        guard typed.count > 2 else { return nil }
        return places.filter { self.isWordStart($0, name) }
            .compactMap { self.skipped(typed, name, from: $0) }.min()
            .flatMap { $0 <= typed.count + 1 ? 40 + $0 : nil }
    }

    /// What fits, the best first; what fits alike stays in its order.
    package static func ranked<Item>(
        _ items: [Item], typed: String, by name: (Item) -> String
    ) -> [Item] {
        items.enumerated()
            .compactMap { index, item in
                self.rank(of: typed, in: name(item)).map { (rank: $0, index: index, item: item) }
            }
            .sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }
            .map(\.item)
    }

    /// More letters than a name has that somebody looks for.
    private static let limit = 200

    /// How many letters are passed over for the typed ones, but for those up to the start of a word;
    /// `nil` when they do not all come.
    private static func skipped(
        _ typed: [Unicode.Scalar], _ name: [Unicode.Scalar], from start: Int
    ) -> Int? {
        var (place, skipped) = (start, 0)
        for scalar in typed {
            guard let next = name[place...].firstIndex(of: scalar) else { return nil }
            if !self.isWordStart(next, name) { skipped += next - place }
            place = next + 1
        }
        return skipped
    }

    private static func isWordStart(_ place: Int, _ name: [Unicode.Scalar]) -> Bool {
        place == 0 || !name[place - 1].properties.isAlphabetic
    }
}
