/// Words that a slip of the finger turns into each other.
enum NearName {
    /// Whether two words differ, and by no more than one letter: another, missing, additional or
    /// exchanged with its neighbour.
    static func isNear(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        let start = zip(left, right).prefix { $0 == $1 }.count
        let (a, b) = (left[start...], right[start...])
        guard !a.isEmpty || !b.isEmpty else { return false }
        return a.dropFirst() == b.dropFirst() || a.dropFirst() == b || a == b.dropFirst()
            || (a.dropFirst(2) == b.dropFirst(2)
                && a.prefix(2).elementsEqual(b.prefix(2).reversed()))
    }

    /// The first of the names that a word is near to.
    static func nearest(to word: String, in names: [String]) -> String? {
        names.first { self.isNear(word.lowercased(), $0) }
            ?? names.first { word.utf8.count > 2 && $0.utf8.starts(with: word.lowercased().utf8) }
    }
}
