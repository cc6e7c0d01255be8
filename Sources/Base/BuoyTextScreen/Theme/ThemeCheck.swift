/// Checks the legibility of a theme.
///
/// It checks whether text contrasts with its background, whether a selected row is visible, and
/// whether the five states of a connection can be distinguished: with any colour, with 256 and 16
/// colours, without colours, and by people with colour blindness.
///
/// The terminal's own colours are the user's choice. If a theme uses only those, nothing is
/// measured. If it mixes them with its own, black and white stand for the terminal's background and
/// text, and xterm's defaults for the other sixteen.
package struct ThemeCheck: Sendable {
    package struct Requirements: Hashable, Sendable {
        /// The contrast of important text: titles, notices, states. 4.5 is level AA of WCAG 2.
        package var text: Double

        /// The contrast of all other text, and of text on a selected row except ordinary text. 3 is
        /// the requirement of WCAG 2 for large text and symbols.
        package var other: Double

        /// The distance between the colours of two states (OKLab).
        package var distance: Double

        /// Whether a state that is underlined counts as different from one that is not.
        package var countsLines: Bool

        package var severity: ThemeFinding.Severity

        /// The requirements for any theme. Colours that are 0.02 apart can just be distinguished
        /// side by side, which states are not.
        package static let usual = Requirements(
            text: 4.5, other: 3, distance: 0.05, countsLines: true, severity: .warning)
    }

    let theme: Theme
    let requirements: Requirements

    /// Creates a check of a theme, without computing anything.
    package init(_ theme: Theme, requirements: Requirements = .usual) {
        self.theme = theme
        self.requirements = requirements
    }

    /// All findings, the most important first.
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
    /// Colours that stand for the terminal's own background and text.
    struct Ground: Hashable {
        let background: RGB
        let foreground: RGB

        static let dark = Ground(background: RGB(0, 0, 0), foreground: RGB(255, 255, 255))
        static let light = Ground(background: RGB(255, 255, 255), foreground: RGB(0, 0, 0))
    }

    /// The backgrounds that the theme is made for.
    var grounds: [Ground] {
        switch self.theme.variant {
        case .dark: [.dark]
        case .light: [.light]
        case .any: [.dark, .light]
        }
    }

    /// The visible colours of a style, with reverse applied.
    func light(
        of style: Style, on ground: Ground
    ) -> (foreground: LinearRGB, background: LinearRGB) {
        let front = LinearRGB(style.foreground.rgb ?? ground.foreground)
        let back = LinearRGB(style.background.rgb ?? ground.background)
        return style.attributes.contains(.reverse) ? (back, front) : (front, back)
    }
}

extension ColorDepth {
    /// The depth as part of a sentence.
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
    /// The colour as light, with xterm's defaults for the sixteen; `nil` for the terminal's own.
    var rgb: RGB? {
        switch self {
        case .standard: nil
        case .named(let name): RGB(index: name.rawValue)
        case .indexed(let index): RGB(index: index)
        case .rgb(let rgb): rgb
        }
    }

    /// Whether it is chosen by the user, not by the theme.
    var isTerminals: Bool {
        switch self {
        case .standard, .named: true
        case .indexed(let index): index < 16
        case .rgb: false
        }
    }
}

/// A number with one or more decimals, without a mathematics library: `4.5`, `0.031`.
func figure(_ value: Double, decimals: Int) -> String {
    let scale = (0..<decimals).reduce(1) { product, _ in product * 10 }
    let digits = Int((min(max(value, 0), 1_000) * Double(scale)).rounded(.down))
    let fraction = String(digits % scale)
    let zeros = String(repeating: "0", count: max(decimals - fraction.count, 0))
    return "\(digits / scale).\(zeros)\(fraction)"
}
