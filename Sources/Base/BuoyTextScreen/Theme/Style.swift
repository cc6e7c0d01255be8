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

extension Style {
    /// The escape sequence that selects this style (ECMA-48, 8.3.117).
    package var selectGraphicRendition: String { "\u{1B}[0\(self.parameters)m" }

    /// Each after a semicolon.
    private var parameters: String {
        let attributes: [(Attributes, String)] = [
            (.bold, ";1"), (.dim, ";2"), (.italic, ";3"), (.underline, ";4"), (.reverse, ";7"),
        ]
        return attributes.map { self.attributes.contains($0) ? $1 : "" }.joined()
            + Self.parameters(of: self.foreground, base: 30)
            + Self.parameters(of: self.background, base: 40)
    }

    private static func parameters(of color: Color, base: Int) -> String {
        switch color {
        case .standard: ""
        case .named(let name) where name.rawValue < 8: ";\(base + Int(name.rawValue))"
        case .named(let name): ";\(base + 52 + Int(name.rawValue))"
        case .indexed(let index): ";\(base + 8);5;\(index)"
        case .rgb(let color): ";\(base + 8);2;\(color.red);\(color.green);\(color.blue)"
        }
    }
}
