/// "Did you mean …?" for misspelled words.
package enum Suggestion {
    package static func question(_ meant: String?) -> String? {
        meant.map { "did you mean \"\($0)\"?" }
    }

    /// `unknown layout "x"; did you mean "y"?`, or `…; choose from a, b, c`.
    /// - Parameters:
    ///   - limit: the number of names listed if nothing similar is known.
    ///   - advice: replaces the list.
    package static func unknown(
        _ noun: String, _ word: String, among names: [String], listing limit: Int = .max,
        advice: String? = nil
    ) -> String {
        let meant =
            Self.nearest(toTyped: word, among: names) ?? Self.nearest(to: word, among: names)
        let hint = Self.question(meant) ?? advice ?? Self.choice(of: names, limit)
        return "unknown \(noun) \"\(Self.shortened(word))\"" + (hint.map { "; \($0)" } ?? "")
    }

    /// A long word is a mistake, and would hide the message about it.
    private static func shortened(_ word: String) -> String {
        word.count > 40 ? word.prefix(39) + "…" : word
    }

    private static func choice(of names: [String], _ limit: Int) -> String? {
        guard !names.isEmpty, limit > 0 else { return nil }
        let rest = names.count > limit ? " and \(names.count - limit) more" : ""
        return "choose from \(names.prefix(limit).joined(separator: ", "))\(rest)"
    }

    /// At most a third of the letters may differ.
    package static func nearest(to word: String, among words: some Sequence<String>) -> String? {
        guard word.utf8.count <= 4 * Self.longest else { return nil }
        let limit = max(word.count / 3, 1)
        return
            words
            .map { (word: $0, distance: Self.distance(word.lowercased(), $0.lowercased())) }
            .filter { $0.distance <= limit }
            .min { ($0.distance, $0.word) < ($1.distance, $1.word) }?
            .word
    }

    /// The first name that matches at least three typed letters, allowing one slip or a prefix.
    package static func nearest(toTyped word: String, among names: [String]) -> String? {
        let word = word.lowercased()
        let letters = Array(word)
        return names.first { self.isOneSlip(letters, Array($0)) }
            ?? names.first { word.utf8.count > 2 && $0.utf8.starts(with: word.utf8) }
    }

    /// One letter changed, added or removed, or two neighbours swapped.
    private static func isOneSlip(_ word: [Character], _ other: [Character]) -> Bool {
        guard abs(word.count - other.count) <= 1 else { return false }
        let same = zip(word, other).prefix { $0 == $1 }.count
        let (rest, otherRest) = (word.dropFirst(same), other.dropFirst(same))
        guard let letter = rest.first, let otherLetter = otherRest.first else {
            return word.count != other.count
        }
        if rest.count != otherRest.count {
            return rest.count < otherRest.count
                ? rest == otherRest.dropFirst() : rest.dropFirst() == otherRest
        }
        return rest.dropFirst() == otherRest.dropFirst()
            || (rest.dropFirst().first == otherLetter && otherRest.dropFirst().first == letter
                && rest.dropFirst(2) == otherRest.dropFirst(2))
    }

    /// In characters.
    private static let longest = 64

    private static func distance(_ left: String, _ right: String) -> Int {
        let left = Array(left)
        let right = Array(right)
        // Words this long are not typing errors, and the table below grows with the product of the
        // lengths.
        guard left.count <= Self.longest, right.count <= Self.longest else { return .max }
        var rows = [Array(0...right.count)]
        for (i, letter) in left.enumerated() {
            var row = [i + 1]
            for (j, other) in right.enumerated() {
                var best = min(row[j], rows[i][j + 1]) + 1
                best = min(best, rows[i][j] + (letter == other ? 0 : 1))
                if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other {
                    best = min(best, rows[i - 1][j - 1] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
