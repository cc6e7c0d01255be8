import BuoyTextScreen
import ChannelsBasics

struct ThemePalette {
    private var colors: [String: ThemeColor] = [:]

    /// Resolves every colour, even those that no role uses: these are more likely misspelled than
    /// unneeded.
    init(_ palette: [String: ThemeFile.PaletteColor]) throws(ThemeError) {
        // In order, so that the same one of several errors is always reported.
        for name in palette.keys.sorted() {
            self.colors[name] = try Self.resolved(name, in: palette)
        }
    }

    func color(
        _ reference: ThemeFile.ColorReference?, at place: ThemeFile.Place
    ) throws(ThemeError) -> ThemeColor {
        switch reference {
        case nil:
            return .standard
        case .literal(let color):
            return ThemeColor(color)
        case .palette(let name):
            guard let color = self.colors[name] else {
                throw Self.unknown(name, among: self.colors.keys, at: place)
            }
            return color
        }
    }

    private static func resolved(
        _ name: String, in palette: [String: ThemeFile.PaletteColor]
    ) throws(ThemeError) -> ThemeColor {
        var indexed: Color?
        var sixteen: Color?
        var (name, place) = (name, ThemeFile.Place(file: "", line: nil))
        for _ in 0...palette.count {
            guard let entry = palette[name] else {
                throw Self.unknown(name, among: palette.keys, at: place)
            }
            place = entry.place
            indexed = indexed ?? entry.indexed
            sixteen = sixteen ?? entry.sixteen
            switch entry.color {
            case .literal(let color):
                return ThemeColor(color, indexed: indexed, sixteen: sixteen)
            case .palette(let next):
                name = next
            case nil:
                // A fallback for a colour that is not defined.
                let defined = palette.filter { $0.value.color != nil }.keys
                throw Self.unknown(name, among: defined, at: place)
            }
        }
        throw ThemeError(place, problem: .paletteCircle(name))
    }

    private static func unknown(
        _ name: String, among names: some Sequence<String>, at place: ThemeFile.Place
    ) -> ThemeError {
        let suggestion = Suggestion.nearest(to: name, among: names)
        return ThemeError(place, problem: .unknownColor(name, suggestion: suggestion))
    }
}
