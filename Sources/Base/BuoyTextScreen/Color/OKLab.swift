extension RGB {
    package var isLight: Bool { OKLab(self).lightness > 0.565 }
}

/// The OKLab colour space (Björn Ottosson, 2020), in which equal distances look about equally
/// large.
struct OKLab: Hashable, Sendable {
    let lightness: Double
    let a: Double
    let b: Double

    init(_ color: RGB) {
        self.init(LinearRGB(color))
    }

    init(_ light: LinearRGB) {
        let (red, green, blue) = (light.red, light.green, light.blue)
        let long = Self.root(3, of: 0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
        let medium = Self.root(
            3, of: 0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
        let short = Self.root(
            3, of: 0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
        self.lightness = 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short
        self.a = 1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short
        self.b = 0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short
    }

    var chroma: Double { (self.a * self.a + self.b * self.b).squareRoot() }

    func squaredDistance(to other: OKLab) -> Double {
        let lightness = self.lightness - other.lightness
        let a = self.a - other.a
        let b = self.b - other.b
        return lightness * lightness + a * a + b * b
    }

    func distance(to other: OKLab) -> Double {
        self.squaredDistance(to: other).squareRoot()
    }

    /// The cosine of the hue angle; 1 for the same hue. Not for greys.
    func hueLikeness(to other: OKLab) -> Double {
        (self.a * other.a + self.b * other.b) / (self.chroma * other.chroma)
    }

    /// Newton's method, because this module imports no mathematics library. `value` must be between
    /// 0 and 1.
    static func root(_ degree: Int, of value: Double) -> Double {
        guard value > 0 else { return 0 }
        var root = 1.0
        for _ in 0..<64 {
            var power = root
            for _ in 2..<degree { power *= root }
            let next = root - (root - value / power) / Double(degree)
            if next >= root { break }
            root = next
        }
        return root
    }
}
