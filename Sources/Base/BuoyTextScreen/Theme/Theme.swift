/// A colour of a theme, with the author's choices for terminals with fewer colours.
package struct ThemeColor: Hashable, Sendable {
    /// The colour for a terminal that can show any.
    package let color: Color

    /// The choice for 256 colours; `nil` for the nearest.
    let indexed: Color?

    /// The choice for 16 colours; `nil` for the nearest.
    let sixteen: Color?

    /// Creates a colour with its choices for terminals that cannot show it.
    package init(_ color: Color, indexed: Color? = nil, sixteen: Color? = nil) {
        self.color = color
        self.indexed = indexed
        self.sixteen = sixteen
    }

    /// No colour of its own: that of the layer below.
    package static let standard = ThemeColor(.standard)

    /// The colour to use at a depth.
    func reduced(to depth: ColorDepth) -> Color {
        switch depth {
        case .direct: self.color
        case .indexed: (self.indexed ?? self.color).reduced(to: depth)
        case .sixteen: (self.sixteen ?? self.color).reduced(to: depth)
        case .monochrome: .standard
        }
    }
}

/// The style of a role in a theme. The standard colour means that of ordinary text.
package struct RoleStyle: Hashable, Sendable {
    /// The colour of the text.
    package var foreground: ThemeColor

    /// The colour behind the text.
    var background: ThemeColor

    /// The other attributes.
    package var attributes: Attributes

    /// Creates a style; by default, that of ordinary text.
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
    /// Whether it only exchanges the colours of the layer below.
    fileprivate var isPlainReverse: Bool {
        self.attributes.contains(.reverse) && self.foreground == .standard
            && self.background == .standard
    }
}

/// The styles of all roles.
package struct Theme: Hashable, Sendable {
    /// The backgrounds that a theme is made for.
    package enum Variant: String, Sendable, CaseIterable {
        case dark, light, any
    }

    /// The display name.
    package let name: String

    /// The backgrounds it is made for.
    package let variant: Variant

    /// The background of the screen; the standard colour leaves the terminal's own, which is faster
    /// to draw.
    package let background: ThemeColor

    /// The symbols that it replaces.
    package let glyphs: ThemeGlyphs

    private let styles: [RoleStyle]

    /// Creates a theme. A role that is not in `roles` looks like ordinary text.
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

    /// The same theme for a terminal that keeps its own background: no role draws the theme's
    /// background. Other backgrounds are kept, because a selection is one.
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

    /// Whether it has colours other than the user's own sixteen.
    package var hasDirectColors: Bool {
        let isDirect = { (color: ThemeColor) in
            if case .rgb = color.color { true } else { false }
        }
        return isDirect(self.background)
            || self.styles.contains { isDirect($0.foreground) || isDirect($0.background) }
    }

    /// The style of a role in the theme, before layers are combined.
    package subscript(role: Role) -> RoleStyle {
        self.styles[Int(role.rawValue)]
    }

    /// The style of a cell on a terminal of this depth.
    ///
    /// From bottom to top, the layers are the background of the theme, ordinary text, the role and
    /// the overlay. Each layer replaces the colours that it sets, and adds its attributes. Without
    /// colours, a layer with a background is shown in reverse, so that a selection is always
    /// visible. An overlay in reverse that sets no colour is a bar in one colour: that of ordinary
    /// text, not dim, whatever it lies over.
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
