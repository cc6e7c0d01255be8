import BuoyTextScreen

/// The contents of a theme file. Colours are not resolved, so that a theme can extend another and
/// change only its palette.
package struct ThemeFile: Sendable {
    struct Place: Hashable, Sendable {
        let file: String
        let line: Int?
    }

    struct Base: Hashable, Sendable {
        let name: String
        let place: Place
    }

    enum ColorReference: Hashable, Sendable {
        case literal(Color)

        /// `$name`, without the dollar sign.
        case palette(String)
    }

    struct Entry: Hashable, Sendable {
        var foreground: ColorReference?
        var background: ColorReference?
        var attributes: Attributes = []
        let place: Place
    }

    /// With the fallbacks from `[palette.16]` and `[palette.256]`.
    struct PaletteColor: Hashable, Sendable {
        var color: ColorReference?
        var indexed: Color?
        var sixteen: Color?
        let place: Place
    }

    /// For display; the theme is identified by its file name.
    var name: String?

    var variant: Theme.Variant?

    var author: String?

    var license: String?

    var extends: Base?

    var background: Entry?
    var palette: [String: PaletteColor] = [:]
    var roles: [Role: Entry] = [:]
    var glyphs = ThemeGlyphs()

    init(text: String, file: String) throws(ThemeError) {
        var reader = try ThemeReader(text: text, file: file)
        try reader.read()
        self = reader.result
    }

    init() {}

    func extending(_ base: ThemeFile) -> ThemeFile {
        var merged = self
        merged.variant = self.variant ?? base.variant
        merged.background = self.background ?? base.background
        merged.glyphs = self.glyphs.extending(base.glyphs)
        merged.roles.merge(base.roles) { own, _ in own }
        // A fallback for 256 colours belongs to a value. A fallback to one of the sixteen colours
        // describes the purpose of a colour, so it stays with the name.
        merged.palette.merge(base.palette) { own, inherited in
            PaletteColor(
                color: own.color ?? inherited.color,
                indexed: own.color == nil ? own.indexed ?? inherited.indexed : own.indexed,
                sixteen: own.sixteen ?? inherited.sixteen,
                place: own.place)
        }
        return merged
    }

    /// - Parameter id: used as the name if the file gives none.
    func theme(id: String) throws(ThemeError) -> Theme {
        let palette = try ThemePalette(self.palette)
        var styles: [Role: RoleStyle] = [:]
        for (role, entry) in self.roles {
            styles[role] = RoleStyle(
                foreground: try palette.color(entry.foreground, at: entry.place),
                background: try palette.color(entry.background, at: entry.place),
                attributes: entry.attributes
            )
        }
        var background = ThemeColor.standard
        if let entry = self.background {
            background = try palette.color(entry.background, at: entry.place)
        }
        return Theme(
            name: self.name ?? id,
            variant: self.variant ?? .any,
            background: background,
            glyphs: self.glyphs,
            roles: styles
        )
    }
}
