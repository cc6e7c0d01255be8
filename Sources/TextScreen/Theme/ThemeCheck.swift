/// Says where a theme is hard to read.
///
/// What is looked at: whether text stands out from what is behind it, whether a selected row can
/// be seen, and whether the five states of a connection can be told apart: with any colour, with
/// 256 and 16 colours, without, and by people who see fewer colours.
///
/// The terminal's own colours are the user's choice. Where a theme asks for them alone, nothing is
/// measured; where it mixes them with colours of its own, black and white stand for the terminal's
/// background and text, and the colours that xterm starts with for the other sixteen.
package struct ThemeCheck: Sendable {
    /// What is asked of a theme.
    package struct Requirements: Hashable, Sendable {
        /// The contrast of what is read: text, titles, notices, states. 4.5 is level AA of WCAG 2.
        package var text: Double

        /// The contrast of everything else that is read, and of all text on a selected row but
        /// the ordinary one. 3 is what WCAG 2 asks of large text and of symbols.
        package var other: Double

        /// How far apart the colours of two states are (OKLab).
        package var distance: Double

        /// Whether a state that is underlined counts as different from one that is not.
        package var countsLines: Bool

        /// What a finding is then.
        package var severity: ThemeFinding.Severity

        /// What is asked of any theme: colours that can just be told apart are 0.02 apart when
        /// they lie side by side, and states do not.
        package static let usual = Requirements(
            text: 4.5, other: 3, distance: 0.05, countsLines: true, severity: .warning)
    }

    let theme: Theme
    let requirements: Requirements

    /// A check of a theme; nothing is computed yet.
    package init(_ theme: Theme, requirements: Requirements = .usual) {
        self.theme = theme
        self.requirements = requirements
    }

    /// Everything that was found, what matters most first.
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
    /// What stands for the terminal's own background and text.
    struct Ground: Hashable {
        let background: RGB
        let foreground: RGB

        static let dark = Ground(background: RGB(0, 0, 0), foreground: RGB(255, 255, 255))
        static let light = Ground(background: RGB(255, 255, 255), foreground: RGB(0, 0, 0))
    }

    /// The grounds that the theme says it is made for.
    var grounds: [Ground] {
        switch self.theme.variant {
        case .dark: [.dark]
        case .light: [.light]
        case .any: [.dark, .light]
        }
    }

    /// The colours of a style as they come to the eye, with reverse carried out.
    func light(
        of style: Style, on ground: Ground
    ) -> (foreground: LinearRGB, background: LinearRGB) {
        let front = LinearRGB(style.foreground.rgb ?? ground.foreground)
        let back = LinearRGB(style.background.rgb ?? ground.background)
        return style.attributes.contains(.reverse) ? (back, front) : (front, back)
    }
}

extension ColorDepth {
    /// Words for a sentence.
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
    /// The colour as light; the sixteen as xterm starts with them. Nil for the terminal's own.
    var rgb: RGB? {
        switch self {
        case .standard: nil
        case .named(let name): RGB(index: name.rawValue)
        case .indexed(let index): RGB(index: index)
        case .rgb(let rgb): rgb
        }
    }

    /// Whether the user has chosen it and not the theme.
    var isTerminals: Bool {
        switch self {
        case .standard, .named: true
        case .indexed(let index): index < 16
        case .rgb: false
        }
    }
}

/// A figure with one decimal or more, without a mathematics library: `4.5`, `0.031`.
func figure(_ value: Double, decimals: Int) -> String {
    let scale = (0..<decimals).reduce(1) { product, _ in product * 10 }
    let digits = Int((min(max(value, 0), 1_000) * Double(scale)).rounded(.down))
    let fraction = String(digits % scale)
    let zeros = String(repeating: "0", count: max(decimals - fraction.count, 0))
    return "\(digits / scale).\(zeros)\(fraction)"
}
