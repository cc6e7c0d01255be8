/// A filter with a name: in other filters, `@name` stands for it.
package struct SavedFilter: Hashable, Sendable {
    /// Letters, digits, `_`, `-` and `.`.
    package var name: String
    /// As it would be typed.
    package var source: String

    /// A filter under a name; neither is checked.
    package init(name: String, source: String) {
        self.name = name
        self.source = source
    }

    /// Whether `@` and the name can be used in a filter.
    package static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.allSatisfy(self.isNameCharacter)
    }

    package static func isNameCharacter(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber) || "_-.".contains(character)
    }
}
