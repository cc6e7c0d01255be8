/// The attributes of a character besides its colours.
package struct Attributes: OptionSet, Hashable, Sendable {
    /// The bits of the attributes.
    package let rawValue: UInt8

    /// Creates a set of attributes from bits.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Heavier, or brighter on some terminals.
    package static let bold = Attributes(rawValue: 1)

    /// Fainter.
    package static let dim = Attributes(rawValue: 2)

    /// Slanted.
    package static let italic = Attributes(rawValue: 4)

    package static let underline = Attributes(rawValue: 8)

    /// Foreground and background exchanged.
    package static let reverse = Attributes(rawValue: 16)
}

/// The look of a cell on a terminal: available colours, and attributes.
package struct Style: Hashable, Sendable {
    /// The colour of the character.
    package let foreground: Color

    /// The colour behind it.
    package let background: Color

    /// The other attributes.
    package let attributes: Attributes

    /// Creates a style; by default, that of the terminal.
    package init(
        foreground: Color = .standard, background: Color = .standard, attributes: Attributes = []
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }
}
