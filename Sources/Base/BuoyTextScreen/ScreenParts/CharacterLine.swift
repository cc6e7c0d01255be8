/// Characters with a gap where the last edit was, so that an edit next to it moves none of the
/// others.
package struct CharacterLine: RandomAccessCollection, Hashable, Sendable {
    private var before: [Character] = []
    /// Last first.
    private var after: [Character] = []
    /// In UTF-8.
    package private(set) var byteCount = 0

    package var startIndex: Int { 0 }
    package var endIndex: Int { self.before.count + self.after.count }

    package subscript(place: Int) -> Character {
        place < self.before.count
            ? self.before[place] : self.after[self.endIndex - 1 - place]
    }

    package mutating func replace(_ range: Range<Int>, with characters: [Character]) {
        self.moveGap(to: range.upperBound)
        self.byteCount += Self.bytes(characters) - Self.bytes(self.before.suffix(range.count))
        self.before.removeLast(range.count)
        self.before += characters
    }

    private mutating func moveGap(to place: Int) {
        let distance = place - self.before.count
        if distance > 0 {
            self.before += self.after.suffix(distance).reversed()
            self.after.removeLast(distance)
        } else if distance < 0 {
            self.after += self.before.suffix(-distance).reversed()
            self.before.removeLast(-distance)
        }
    }

    private static func bytes(_ characters: some Sequence<Character>) -> Int {
        characters.reduce(0) { $0 + $1.utf8.count }
    }

    package static func == (one: Self, other: Self) -> Bool { one.elementsEqual(other) }

    package func hash(into hasher: inout Hasher) {
        for character in self { hasher.combine(character) }
    }
}
