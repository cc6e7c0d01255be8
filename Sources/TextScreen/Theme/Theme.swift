/// A colour of a theme, with what its author chose for terminals that have fewer.
package struct ThemeColor: Hashable, Sendable {
    /// The colour for a terminal that can show any.
    package let color: Color

    /// The choice for 256 colours; nil takes the nearest.
    package let indexed: Color?

    /// The choice for 16 colours; nil takes the nearest.
    package let sixteen: Color?

    /// A colour, with choices for terminals that cannot show it.
    package init(_ color: Color, indexed: Color? = nil, sixteen: Color? = nil) {
        self.color = color
        self.indexed = indexed
        self.sixteen = sixteen
    }

    /// Not a colour of its own: what is there already.
    package static let standard = ThemeColor(.standard)

    /// The colour to use at a depth.
    package func reduced(to depth: ColorDepth) -> Color {
        switch depth {
        case .direct: self.color
        case .indexed: (self.indexed ?? self.color).reduced(to: depth)
        case .sixteen: (self.sixteen ?? self.color).reduced(to: depth)
        case .monochrome: .standard
        }
    }
}

/// What a theme says about one role. A standard colour means: as ordinary text.
package struct RoleStyle: Hashable, Sendable {
    /// The colour of the text.
    package var foreground: ThemeColor

    /// The colour behind the text.
    package var background: ThemeColor

    /// How the text is drawn otherwise.
    package var attributes: Attributes

    /// By default, nothing but ordinary text.
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
    /// Whether it exchanges the colours of what it is laid over and sets none.
    fileprivate var isPlainReverse: Bool {
        self.attributes.contains(.reverse) && self.foreground == .standard
            && self.background == .standard
    }
}

/// What each role looks like.
package struct Theme: Hashable, Sendable {
    /// The backgrounds that a theme is made for.
    package enum Variant: String, Sendable, CaseIterable {
        case dark, light, any
    }

    /// The name that people see.
    package let name: String

    /// The backgrounds it is made for.
    package let variant: Variant

    /// The colour behind everything; standard leaves the terminal's own, which is cheaper to draw.
    package let background: ThemeColor

    /// The symbols that it replaces.
    package let glyphs: ThemeGlyphs

    private let styles: [RoleStyle]

    /// A role that is not in `roles` looks like ordinary text.
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

    /// The same theme for a terminal that keeps its own background: no role paints the background of
    /// the theme. Other backgrounds stay, as a selection is one.
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

    /// Whether it has colours that are not the user's own sixteen.
    package var hasDirectColors: Bool {
        let isDirect = { (color: ThemeColor) in
            if case .rgb = color.color { true } else { false }
        }
        return isDirect(self.background)
            || self.styles.contains { isDirect($0.foreground) || isDirect($0.background) }
    }

    /// What the theme says about a role, before anything is combined.
    package subscript(role: Role) -> RoleStyle {
        self.styles[Int(role.rawValue)]
    }

    /// What a cell looks like on a terminal of this depth.
    ///
    /// From below to above: the background of the theme, ordinary text, the role, the overlay. Each
    /// layer replaces the colours that it sets and adds its attributes. Without colours, a layer
    /// with a background is shown in reverse, so that a selection can always be seen. An overlay in
    /// reverse that sets no colour is a bar of one colour: that of ordinary text, not faint. Only
    /// roles whose colour says what something is keep it.
    package func style(
        for role: Role, overlay: Role? = nil, depth: ColorDepth = .direct
    ) -> Style {
        var foreground = self[.text].foreground
        var background = self.background
        var attributes: Attributes = []
        for layer in [.text, role, overlay].compactMap({ $0 }) {
            let style = self[layer]
            if layer == overlay, style.isPlainReverse {
                if !role.saysKind { foreground = self[.text].foreground }
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
