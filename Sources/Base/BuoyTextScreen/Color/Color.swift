package enum Color: Hashable, Sendable {
    case standard

    case named(NamedColor)

    case indexed(UInt8)

    case rgb(RGB)
}

/// The sixteen terminal colours that users configure, with their usual numbers.
package enum NamedColor: UInt8, CaseIterable, Sendable {
    case black, red, green, yellow, blue, magenta, cyan, white
    case brightBlack, brightRed, brightGreen, brightYellow
    case brightBlue, brightMagenta, brightCyan, brightWhite

    var name: String {
        self.isBright ? "bright-" + self.dark.plainName : self.plainName
    }

    package var isBright: Bool { self.rawValue >= 8 }

    package var dark: NamedColor { NamedColor(rawValue: self.rawValue & 7) ?? self }

    private var plainName: String { String(describing: self) }

    /// Cached: a theme has dozens of colours, and `String(describing:)` is slow.
    fileprivate static let byName = Dictionary(
        uniqueKeysWithValues: Self.allCases.map { ($0.name, $0) })
}

package struct RGB: Hashable, Sendable {
    package let red: UInt8

    package let green: UInt8

    package let blue: UInt8

    package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }
}

extension Color {
    /// As in theme files: `default`, `bright-red`, `#bf616a`, or a number from 0 to 255.
    package init?(_ text: String) {
        if text == "default" {
            self = .standard
        } else if let named = NamedColor.byName[text] {
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
    /// This colour mixed with another: only this one at 100 percent, only the other at 0.
    package func mixed(with other: RGB, percent: Int) -> RGB {
        let share = min(max(percent, 0), 100)
        let mix = { (one: UInt8, other: UInt8) in
            UInt8(clamping: (Int(one) * share + Int(other) * (100 - share)) / 100)
        }
        return RGB(
            mix(self.red, other.red), mix(self.green, other.green), mix(self.blue, other.blue))
    }

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
