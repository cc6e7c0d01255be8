/// Linear amounts of light from 0 to 1: sRGB without its transfer curve. Contrast and colour
/// blindness are computed with these.
package struct LinearRGB: Hashable, Sendable {
    /// Red light.
    let red: Double

    /// Green light.
    let green: Double

    /// Blue light.
    let blue: Double

    /// Creates amounts of light, clamped to 0...1.
    init(red: Double, green: Double, blue: Double) {
        self.red = min(max(red, 0), 1)
        self.green = min(max(green, 0), 1)
        self.blue = min(max(blue, 0), 1)
    }

    /// The light of a colour on a screen.
    package init(_ color: RGB) {
        self.init(
            red: Self.amounts[Int(color.red)],
            green: Self.amounts[Int(color.green)],
            blue: Self.amounts[Int(color.blue)])
    }

    /// The relative luminance of WCAG 2, from 0 to 1.
    var luminance: Double {
        0.2126 * self.red + 0.7152 * self.green + 0.0722 * self.blue
    }

    /// The contrast ratio of WCAG 2, from 1 (the same) to 21 (black on white).
    package func contrast(to other: LinearRGB) -> Double {
        let bright = max(self.luminance, other.luminance)
        let dark = min(self.luminance, other.luminance)
        return (bright + 0.05) / (dark + 0.05)
    }

    private static let amounts = (UInt8.min...UInt8.max).map(Self.amount)

    /// The amount of light of an sRGB component: its 2.4th power, except for dark values.
    private static func amount(_ component: UInt8) -> Double {
        let value = Double(component) / 255
        guard value > 0.04045 else { return value / 12.92 }
        let base = (value + 0.055) / 1.055
        return base * base * OKLab.root(5, of: base * base)
    }
}
