/// A colour as a theme asks for it.
package enum Color: Hashable, Sendable {
    /// Whatever the terminal draws with when nobody asks for a colour.
    case standard

    /// One of the sixteen colours the user has set up.
    case named(NamedColor)

    /// A colour of the 256-colour palette.
    case indexed(UInt8)

    case rgb(RGB)
}

/// The sixteen colours of a terminal, with their usual numbers.
package enum NamedColor: UInt8, CaseIterable, Sendable {
    case black, red, green, yellow, blue, magenta, cyan, white
    case brightBlack, brightRed, brightGreen, brightYellow
    case brightBlue, brightMagenta, brightCyan, brightWhite

    /// The name in a theme file: `bright-red`.
    package var name: String {
        self.isBright ? "bright-" + self.dark.plainName : self.plainName
    }

    /// Whether it is one of the second eight.
    package var isBright: Bool { self.rawValue >= 8 }

    /// The same colour among the first eight.
    package var dark: NamedColor { NamedColor(rawValue: self.rawValue & 7) ?? self }

    private var plainName: String { String(describing: self) }
}

/// A colour by the amounts of light, as in `#rrggbb`.
package struct RGB: Hashable, Sendable {
    /// Red light, 0 to 255.
    package let red: UInt8

    /// Green light, 0 to 255.
    package let green: UInt8

    /// Blue light, 0 to 255.
    package let blue: UInt8

    /// A colour of red, green and blue light.
    package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }
}

extension Color {
    /// Reads what a theme file says: `default`, `bright-red`, `#bf616a`, or a number from 0 to 255.
    package init?(_ text: String) {
        if text == "default" {
            self = .standard
        } else if let named = NamedColor.allCases.first(where: { $0.name == text }) {
            self = .named(named)
        } else if text.hasPrefix("#"), let rgb = RGB(hexadecimal: text.dropFirst()) {
            self = .rgb(rgb)
        } else if text.utf8.first != UInt8(ascii: "+"), let index = UInt8(text) {
            self = .indexed(index)
        } else {
            return nil
        }
    }
}

extension RGB {
    fileprivate init?(hexadecimal text: Substring) {
        guard text.utf8.count == 6, text.allSatisfy(\.isHexDigit),
            let value = UInt32(text, radix: 16)
        else { return nil }
        self.init(
            UInt8(truncatingIfNeeded: value >> 16),
            UInt8(truncatingIfNeeded: value >> 8),
            UInt8(truncatingIfNeeded: value)
        )
    }
}
