package import TextScreen

/// A theme as its file says it: colours by name, not yet looked up, so that one theme can extend
/// another and change only its palette.
package struct ThemeFile: Sendable {
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
        let file: String
        let line: Int?
    }

    /// A colour of the palette, with the fallbacks from `[palette.16]` and `[palette.256]`.
    struct PaletteColor: Hashable, Sendable {
        var color: Color?
        var indexed: Color?
        var sixteen: Color?
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
    package internal(set) var extends: String?

    var background: Entry?
    var palette: [String: PaletteColor] = [:]
    var roles: [Role: Entry] = [:]

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
        merged.roles.merge(base.roles) { own, _ in own }
        // A colour with a new value keeps no fallback that was picked for the old one.
        merged.palette.merge(base.palette) { own, inherited in
            own.color == nil
                ? PaletteColor(
                    color: inherited.color,
                    indexed: own.indexed ?? inherited.indexed,
                    sixteen: own.sixteen ?? inherited.sixteen)
                : own
        }
        return merged
    }

    /// The theme with every colour looked up. `id` is its name if the file gives none.
    package func theme(id: String) throws(ThemeError) -> Theme {
        var styles: [Role: RoleStyle] = [:]
        for (role, entry) in self.roles {
            styles[role] = RoleStyle(
                foreground: try self.color(entry.foreground, in: entry),
                background: try self.color(entry.background, in: entry),
                attributes: entry.attributes
            )
        }
        var background = ThemeColor.standard
        if let entry = self.background {
            background = try self.color(entry.background, in: entry)
        }
        return Theme(
            name: self.name ?? id,
            variant: self.variant ?? .any,
            background: background,
            roles: styles
        )
    }

    private func color(
        _ reference: ColorReference?, in entry: Entry
    ) throws(ThemeError) -> ThemeColor {
        switch reference {
        case nil:
            return .standard
        case .literal(let color):
            return ThemeColor(color)
        case .palette(let name):
            guard let found = self.palette[name], let color = found.color else {
                let suggestion = Suggestion.nearest(to: name, among: self.palette.keys)
                throw ThemeError(
                    file: entry.file, line: entry.line,
                    problem: .unknownColor(name, suggestion: suggestion))
            }
            return ThemeColor(color, indexed: found.indexed, sixteen: found.sixteen)
        }
    }
}
