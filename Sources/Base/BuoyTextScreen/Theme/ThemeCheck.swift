/// Checks a theme's legibility: contrast of text, visible selection, and connection states that
/// differ at every colour depth and with colour blindness.
///
/// The terminal's own colours are the user's choice: a theme of only those is not measured. In
/// a mixed theme, black and white stand for the terminal's background and text, and xterm's
/// defaults for the other sixteen.
package struct ThemeCheck: Sendable {
    package struct Requirements: Hashable, Sendable {
        /// Contrast of titles, notices and states. 4.5 is level AA of WCAG 2.
        package var text: Double

        /// Contrast of other text and of selected rows. 3 is WCAG 2's minimum for large text and
        /// symbols.
        package var other: Double

        /// Between the colours of two states, in OKLab.
        package var distance: Double

        package var countsLines: Bool

        package var severity: ThemeFinding.Severity

        /// Colours 0.02 apart can just be told apart side by side, which states are not.
        package static let usual = Requirements(
            text: 4.5, other: 3, distance: 0.05, countsLines: true, severity: .warning)
    }

    let theme: Theme
    let requirements: Requirements

    package init(_ theme: Theme, requirements: Requirements = .usual) {
        self.theme = theme
        self.requirements = requirements
    }

    package var findings: [ThemeFinding] {
        self.contrastFindings + self.vanishingFindings + self.selectionFindings
            + self.stateFindings
    }

    func finding(
        _ roles: [Role], _ sentence: String, figures: ThemeFinding.Figures? = nil
    ) -> ThemeFinding {
        ThemeFinding(
            severity: self.requirements.severity, roles: roles, sentence: sentence,
            figures: figures)
    }
}

extension ThemeCheck {
    struct Ground: Hashable {
        let background: RGB
        let foreground: RGB

        static let dark = Ground(background: RGB(0, 0, 0), foreground: RGB(255, 255, 255))
        static let light = Ground(background: RGB(255, 255, 255), foreground: RGB(0, 0, 0))
    }

    var grounds: [Ground] {
        switch self.theme.variant {
        case .dark: [.dark]
        case .light: [.light]
        case .any: [.dark, .light]
        }
    }

    func light(
        of style: Style, on ground: Ground
    ) -> (foreground: LinearRGB, background: LinearRGB) {
        let front = LinearRGB(style.foreground.rgb ?? ground.foreground)
        let back = LinearRGB(style.background.rgb ?? ground.background)
        return style.attributes.contains(.reverse) ? (back, front) : (front, back)
    }
}

extension ColorDepth {
    var phrase: String {
        switch self {
        case .monochrome: "without colours"
        case .sixteen: "with 16 colours"
        case .indexed: "with 256 colours"
        case .direct: "with any colour"
        }
    }
}

extension Color {
    /// xterm's defaults for the sixteen; `nil` for the terminal's own colour.
    var rgb: RGB? {
        switch self {
        case .standard: nil
        case .named(let name): RGB(index: name.rawValue)
        case .indexed(let index): RGB(index: index)
        case .rgb(let rgb): rgb
        }
    }

    var isTerminals: Bool {
        switch self {
        case .standard, .named: true
        case .indexed(let index): index < 16
        case .rgb: false
        }
    }
}

/// Needs no mathematics library: `4.5`, `0.031`.
func figure(_ value: Double, decimals: Int) -> String {
    let scale = (0..<decimals).reduce(1) { product, _ in product * 10 }
    let digits = Int((min(max(value, 0), 1_000) * Double(scale)).rounded(.down))
    let fraction = String(digits % scale)
    let zeros = String(repeating: "0", count: max(decimals - fraction.count, 0))
    return "\(digits / scale).\(zeros)\(fraction)"
}
