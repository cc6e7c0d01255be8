package struct Attributes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let bold = Attributes(rawValue: 1)

    package static let dim = Attributes(rawValue: 2)

    package static let italic = Attributes(rawValue: 4)

    package static let underline = Attributes(rawValue: 8)

    package static let reverse = Attributes(rawValue: 16)
}

package struct Style: Hashable, Sendable {
    package let foreground: Color

    package let background: Color

    package let attributes: Attributes

    package init(
        foreground: Color = .standard, background: Color = .standard, attributes: Attributes = []
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }
}
