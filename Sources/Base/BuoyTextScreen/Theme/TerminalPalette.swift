/// The colours of a terminal's own palette, as far as it reported them.
package struct TerminalPalette: Hashable, Sendable {
    package var background: RGB?

    package var colors: [NamedColor: RGB]

    package init(background: RGB? = nil, colors: [NamedColor: RGB] = [:]) {
        self.background = background
        self.colors = colors
    }

    /// The Linux console answers no query, and nearly always has the colours of the VGA.
    package static let linuxConsole = TerminalPalette(
        background: RGB(0, 0, 0),
        colors: Dictionary(
            uniqueKeysWithValues: NamedColor.allCases.map { name in
                let (low, high): (UInt8, UInt8) = name.isBright ? (85, 255) : (0, 170)
                let part = { (bit: UInt8) in name.rawValue & bit == 0 ? low : high }
                let isBrown = name == .yellow
                return (name, RGB(part(1), isBrown ? 85 : part(2), part(4)))
            }))

    /// The minimum contrast of the terminal's colours to its background. Solarized and other
    /// low-contrast palettes have little more.
    package static let leastContrast = 2.5

    func contrast(of name: NamedColor) -> Double? {
        guard let background, let color = self.colors[name] else { return nil }
        return LinearRGB(color).contrast(to: LinearRGB(background))
    }

    /// The background, moved towards black or white until the contrast between them is reached.
    func tint(_ contrast: Double) -> RGB? {
        guard let background else { return nil }
        let far = background.isLight ? RGB(0, 0, 0) : RGB(255, 255, 255)
        let tints = (1...100).lazy.map { far.mixed(with: background, percent: $0) }
        return tints.first {
            LinearRGB($0).contrast(to: LinearRGB(background)) >= contrast
        }
    }
}

extension Theme {
    /// Whether it draws with the terminal's colours on the terminal's background.
    package var usesPalette: Bool {
        self.background == .standard
            && Role.allCases.contains {
                if case .named = self[$0].foreground.color { true } else { false }
            }
    }

    /// On a terminal with these colours: those that are hard to read there are replaced, and a
    /// selection in reverse becomes a tint, which keeps the colours of its row.
    package func suited(to palette: TerminalPalette, depth: ColorDepth) -> Theme {
        guard self.usesPalette, depth != .monochrome else { return self }
        var roles: [Role: RoleStyle] = [:]
        for role in Role.allCases { roles[role] = palette.legible(self[role]) }
        if depth >= .indexed, self[.selection].isPlainReverse,
            let strong = palette.tint(Self.strongTint), let quiet = palette.tint(Self.quietTint)
        {
            roles[.selection] = RoleStyle(background: .init(.rgb(strong)), attributes: .bold)
            roles[.selectionInactive] = RoleStyle(background: .init(.rgb(quiet)))
        }
        return Theme(
            name: self.name, variant: self.variant, glyphs: self.glyphs, roles: roles)
    }

    /// The contrast of a selected row's background to that of others; text loses as much.
    private static let strongTint = 1.35
    private static let quietTint = 1.15
}

extension Theme {
    /// Named colours replaced by those of the terminal, for a picture of it.
    package func painted(with palette: TerminalPalette) -> Theme {
        guard self.usesPalette, let background = palette.background else { return self }
        var roles: [Role: RoleStyle] = [:]
        for role in Role.allCases {
            roles[role] = self[role]
            if case .named(let name) = self[role].foreground.color, let rgb = palette.colors[name] {
                roles[role]?.foreground = ThemeColor(.rgb(rgb))
            }
        }
        return Theme(
            name: self.name, variant: background.isLight ? .light : .dark,
            background: ThemeColor(.rgb(background)), glyphs: self.glyphs, roles: roles)
    }
}

extension TerminalPalette {
    fileprivate func legible(_ style: RoleStyle) -> RoleStyle {
        guard case .named(let name) = style.foreground.color, style.background == .standard else {
            return style
        }
        var style = style
        let contrast = self.contrast(of: name)
        if name == .brightBlack {
            guard (contrast ?? 0) < Self.leastContrast else { return style }
            style.foreground = .standard
            style.attributes.insert(.dim)
        } else if let contrast, contrast < Self.leastContrast {
            style.foreground = self.isLegible(name.other) ? .init(.named(name.other)) : .standard
        }
        return style
    }

    private func isLegible(_ name: NamedColor) -> Bool {
        (self.contrast(of: name) ?? 0) >= Self.leastContrast
    }
}

extension NamedColor {
    /// The bright form of a dark colour, or the dark form of a bright one.
    fileprivate var other: NamedColor { NamedColor(rawValue: self.rawValue ^ 8) ?? self }
}
