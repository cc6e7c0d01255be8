package import TextScreen

/// A theme as its file says it: colours by name, not yet looked up, so that one theme can extend
/// another and change only its palette.
package struct ThemeFile: Sendable {
    /// Where something is written; errors point there.
    struct Place: Hashable, Sendable {
        let file: String
        let line: Int?
    }

    /// A theme that is extended.
    struct Base: Hashable, Sendable {
        let name: String
        let place: Place
    }

    /// A colour as it is written.
    enum ColorReference: Hashable, Sendable {
        case literal(Color)

        /// `$name`, without the dollar sign.
        case palette(String)
    }

    /// What is written about one role, and where.
    struct Entry: Hashable, Sendable {
        var foreground: ColorReference?
        var background: ColorReference?
        var attributes: Attributes = []
        let place: Place
    }

    /// A colour of the palette, with the fallbacks from `[palette.16]` and `[palette.256]`.
    struct PaletteColor: Hashable, Sendable {
        var color: ColorReference?
        var indexed: Color?
        var sixteen: Color?
        let place: Place
    }

    /// The name that people see; the file name says which theme it is.
    package internal(set) var name: String?

    /// The backgrounds that the theme is made for.
    package internal(set) var variant: Theme.Variant?

    /// Who made it, as free text.
    package internal(set) var author: String?

    /// Its licence, as free text.
    package internal(set) var license: String?

    /// The theme that whatever is missing here comes from.
    var extends: Base?

    var background: Entry?
    var palette: [String: PaletteColor] = [:]
    var roles: [Role: Entry] = [:]
    var glyphs = ThemeGlyphs()

    /// Reads the text of a theme file. `file` is only for errors.
    package init(text: String, file: String) throws(ThemeError) {
        var reader = try ThemeReader(text: text, file: file)
        try reader.read()
        self = reader.result
    }

    /// Nothing said yet.
    init() {}

    /// This theme with whatever it leaves open taken from `base`.
    package func extending(_ base: ThemeFile) -> ThemeFile {
        var merged = self
        merged.variant = self.variant ?? base.variant
        merged.background = self.background ?? base.background
        merged.glyphs = self.glyphs.extending(base.glyphs)
        merged.roles.merge(base.roles) { own, _ in own }
        // What was picked for 256 colours belongs to a value. One of the sixteen names what a colour
        // is for, and so stays with its name.
        merged.palette.merge(base.palette) { own, inherited in
            PaletteColor(
                color: own.color ?? inherited.color,
                indexed: own.color == nil ? own.indexed ?? inherited.indexed : own.indexed,
                sixteen: own.sixteen ?? inherited.sixteen,
                place: own.place)
        }
        return merged
    }

    /// The theme with every colour looked up. `id` is its name if the file gives none.
    package func theme(id: String) throws(ThemeError) -> Theme {
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
