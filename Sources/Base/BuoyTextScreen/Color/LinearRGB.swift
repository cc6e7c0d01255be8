/// Linear light from 0 to 1: sRGB without its transfer curve. For contrast and colour
/// blindness.
package struct LinearRGB: Hashable, Sendable {
    let red: Double

    let green: Double

    let blue: Double

    init(red: Double, green: Double, blue: Double) {
        self.red = min(max(red, 0), 1)
        self.green = min(max(green, 0), 1)
        self.blue = min(max(blue, 0), 1)
    }

    package init(_ color: RGB) {
        self.init(
            red: Self.amounts[Int(color.red)],
            green: Self.amounts[Int(color.green)],
            blue: Self.amounts[Int(color.blue)])
    }

    /// WCAG 2 relative luminance, from 0 to 1.
    var luminance: Double {
        0.2126 * self.red + 0.7152 * self.green + 0.0722 * self.blue
    }

    /// WCAG 2 contrast ratio, from 1 (the same) to 21 (black on white).
    package func contrast(to other: LinearRGB) -> Double {
        let bright = max(self.luminance, other.luminance)
        let dark = min(self.luminance, other.luminance)
        return (bright + 0.05) / (dark + 0.05)
    }

    private static let amounts = (UInt8.min...UInt8.max).map(Self.amount)

    /// The sRGB transfer curve: a 2.4th power, except for dark values.
    private static func amount(_ component: UInt8) -> Double {
        let value = Double(component) / 255
        guard value > 0.04045 else { return value / 12.92 }
        let base = (value + 0.055) / 1.055
        return base * base * OKLab.root(5, of: base * base)
    }
}
