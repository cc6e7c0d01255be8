/// A filter with a name, which other filters include as `@name`.
package struct SavedFilter: Hashable, Sendable {
    /// Letters, digits, `_`, `-` and `.`.
    package var name: String
    /// The filter as typed.
    package var source: String

    /// Creates a saved filter; neither part is checked.
    package init(name: String, source: String) {
        self.name = name
        self.source = source
    }

    /// Whether the name can be used in a filter after `@`.
    package static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.allSatisfy(self.isNameCharacter)
    }

    static func isNameCharacter(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber) || "_-.".contains(character)
    }
}
