/// A colour, with the author's choices for terminals with fewer colours.
package struct ThemeColor: Hashable, Sendable {
    package let color: Color

    /// For 256 colours; `nil` for the nearest.
    let indexed: Color?

    let sixteen: Color?

    package init(_ color: Color, indexed: Color? = nil, sixteen: Color? = nil) {
        self.color = color
        self.indexed = indexed
        self.sixteen = sixteen
    }

    /// No colour of its own: that of the layer below.
    package static let standard = ThemeColor(.standard)

    func reduced(to depth: ColorDepth) -> Color {
        switch depth {
        case .direct: self.color
        case .indexed: (self.indexed ?? self.color).reduced(to: depth)
        case .sixteen: (self.sixteen ?? self.color).reduced(to: depth)
        case .monochrome: .standard
        }
    }
}

/// The standard colour means that of ordinary text.
package struct RoleStyle: Hashable, Sendable {
    package var foreground: ThemeColor

    var background: ThemeColor

    package var attributes: Attributes

    package init(
        foreground: ThemeColor = .standard,
        background: ThemeColor = .standard,
        attributes: Attributes = []
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }
}

extension RoleStyle {
    var isPlainReverse: Bool {
        self.attributes.contains(.reverse) && self.foreground == .standard
            && self.background == .standard
    }
}

package struct Theme: Hashable, Sendable {
    package enum Variant: String, Sendable, CaseIterable {
        case dark, light, any
    }

    package let name: String

    package let variant: Variant

    /// The standard colour leaves the terminal's own background, which is faster to draw.
    package let background: ThemeColor

    package let glyphs: ThemeGlyphs

    private let styles: [RoleStyle]

    package init(
        name: String,
        variant: Variant = .any,
        background: ThemeColor = .standard,
        glyphs: ThemeGlyphs = ThemeGlyphs(),
        roles: [Role: RoleStyle]
    ) {
        self.name = name
        self.variant = variant
        self.background = background
        self.glyphs = glyphs
        self.styles = Role.allCases.map { roles[$0] ?? RoleStyle() }
    }

    /// For a terminal that keeps its own background: no role draws the theme's. Other backgrounds
    /// stay, because a selection is one.
    package var withoutBackground: Theme {
        var roles: [Role: RoleStyle] = [:]
        for role in Role.allCases {
            var style = self[role]
            if style.background == self.background { style.background = .standard }
            roles[role] = style
        }
        return Theme(
            name: self.name, variant: self.variant, glyphs: self.glyphs, roles: roles)
    }

    package var hasDirectColors: Bool {
        let isDirect = { (color: ThemeColor) in
            if case .rgb = color.color { true } else { false }
        }
        return isDirect(self.background)
            || self.styles.contains { isDirect($0.foreground) || isDirect($0.background) }
    }

    package subscript(role: Role) -> RoleStyle {
        role == .code ? Self.code : self.styles[Int(role.rawValue)]
    }

    private static let code = RoleStyle(
        foreground: ThemeColor(.indexed(16), sixteen: .named(.black)),
        background: ThemeColor(.indexed(231), sixteen: .named(.brightWhite)))

    /// Layers, from bottom to top: the theme's background, ordinary text, the role, the overlay.
    /// Each replaces the colours it sets and adds its attributes. Without colours, a layer with a
    /// background is shown in reverse, so that a selection is always visible. A reverse overlay
    /// that sets no colour is a bar in the colour of ordinary text, not dim.
    package func style(
        for role: Role, overlay: Role? = nil, depth: ColorDepth = .direct
    ) -> Style {
        var foreground = self[.text].foreground
        var background = self.background
        var attributes: Attributes = []
        for layer in [.text, role, overlay].compactMap({ $0 }) {
            let style = self[layer]
            if layer == overlay, style.isPlainReverse {
                foreground = self[.text].foreground
                background = self.background
                attributes.subtract([.dim, .reverse])
            }
            foreground = style.foreground == .standard ? foreground : style.foreground
            background = style.background == .standard ? background : style.background
            // Only ordinary text itself has the attributes of ordinary text.
            guard layer != .text || role == .text else { continue }
            attributes.formUnion(style.attributes)
            if depth == .monochrome, style.background != .standard {
                attributes.insert(.reverse)
            }
        }
        return Style(
            foreground: foreground.reduced(to: depth),
            background: background.reduced(to: depth),
            attributes: attributes
        )
    }
}
