/// Ranks names for type-to-filter lists. Letters only have to occur in order: `grvdk` finds
/// `gruvbox-dark`.
package enum FuzzyMatch {
    /// Lower is better: 0 for the same text, 10 for a prefix, 20 for the start of a word, 30
    /// elsewhere, 40 and more for scattered letters; `nil` for no match. Ignores case; empty text
    /// matches everything.
    package static func rank(of typed: String, in name: String) -> Int? {
        let typed = self.compared(typed)
        let name = self.compared(name)
        guard let first = typed.first else { return 10 }
        if name.starts(with: typed) { return name.count == typed.count ? 0 : 10 }
        let places = name.indices.filter { name[$0] == first }
        let isThere = { (place: Int) in name[place...].starts(with: typed) }
        if places.contains(where: { self.isWordStart($0, name) && isThere($0) }) { return 20 }
        guard typed.count > 1 else { return nil }
        if places.contains(where: isThere) { return 30 }
        // Two letters occur in order in almost any name.
        guard typed.count > 2 else { return nil }
        return places.filter { self.isWordStart($0, name) }
            .compactMap { self.skipped(typed, name, from: $0) }.min()
            .flatMap { $0 <= typed.count + 1 ? 40 + $0 : nil }
    }

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

    /// In Unicode scalars; what follows is not compared.
    package static let limit = 200

    private static func compared(_ text: String) -> [Unicode.Scalar] {
        let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(self.limit)))
        return Array(start.lowercased().unicodeScalars.prefix(self.limit))
    }

    /// Letters skipped between the typed ones, except before the start of a word; `nil` if some are
    /// missing.
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
