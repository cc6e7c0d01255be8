/// Ways to draw a character other than in a colour.
package struct Attributes: OptionSet, Hashable, Sendable {
    /// One bit for each attribute.
    package let rawValue: UInt8

    /// The attributes whose bits are set.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Heavier, or on some terminals brighter.
    package static let bold = Attributes(rawValue: 1)

    /// Fainter.
    package static let dim = Attributes(rawValue: 2)

    /// Slanted.
    package static let italic = Attributes(rawValue: 4)

    /// With a line below.
    package static let underline = Attributes(rawValue: 8)

    /// With foreground and background exchanged.
    package static let reverse = Attributes(rawValue: 16)
}

/// What a cell looks like on one terminal: colours it has, and attributes.
package struct Style: Hashable, Sendable {
    /// The colour of the character.
    package let foreground: Color

    /// The colour behind it.
    package let background: Color

    /// How it is drawn otherwise.
    package let attributes: Attributes

    /// By default, as the terminal draws when nobody asks for anything.
    package init(
        foreground: Color = .standard, background: Color = .standard, attributes: Attributes = []
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }
}
