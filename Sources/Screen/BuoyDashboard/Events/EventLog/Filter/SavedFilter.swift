/// Other filters include it as `@name`.
package struct SavedFilter: Hashable, Sendable {
    /// Letters, digits, `_`, `-` and `.`.
    package var name: String
    package var source: String

    /// Checks neither part.
    package init(name: String, source: String) {
        self.name = name
        self.source = source
    }

    package static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.allSatisfy(self.isNameCharacter)
    }

    static func isNameCharacter(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber) || "_-.".contains(character)
    }
}
