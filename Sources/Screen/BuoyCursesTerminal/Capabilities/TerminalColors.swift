import BuoyTextScreen

struct ColorAbility: Hashable {
    let colors: Int

    /// Simultaneous pairs of foreground and background, including pair 0.
    let pairs: Int

    let hasDefaults: Bool

    /// Numbers above 7 are RGB values, and there is no palette.
    var hasOnlyDirect: Bool { self.colors >= 0x1000000 }

    var depth: ColorDepth {
        guard self.pairs > 1 else { return .monochrome }
        switch self.colors {
        case ..<8: return .monochrome
        case ..<256: return .sixteen
        case ..<0x1000000: return .indexed
        default: return .direct
        }
    }
}

struct CellLook: Hashable {
    let attributes: Attributes
    let pair: Int32
}

/// Pairs are numbered on first use, because small terminals have only 63.
struct TerminalColors {
    struct Pair: Hashable {
        let foreground: Int32
        let background: Int32
    }

    let ability: ColorAbility

    let depth: ColorDepth

    private var numbers: [Pair: Int32] = [:]

    private var palette: DirectPalette?

    init(ability: ColorAbility, depth: ColorDepth) {
        self.ability = ability
        self.depth = depth
        if depth == .direct, !ability.hasOnlyDirect { self.palette = DirectPalette() }
    }

    /// After `forget` a number may stand for another colour, which ncurses does not notice.
    var reusesNumbers: Bool { self.palette != nil }

    /// For another theme; otherwise a small terminal would run out of pairs.
    mutating func forget() {
        self.numbers = [:]
        self.palette?.forget()
    }

    mutating func written(_ bytes: [UInt8]) -> [UInt8] {
        self.palette?.rewritten(bytes) ?? bytes
    }

    /// `define` is called for each new pair. If all pairs are in use, the text has the terminal's
    /// default colours, in reverse if it had a background.
    mutating func look(of style: Style, define: (Int32, Pair) -> Void) -> CellLook {
        var attributes = style.attributes
        let pair = Pair(
            foreground: self.number(style.foreground, isBackground: false, &attributes),
            background: self.number(style.background, isBackground: true, &attributes)
        )
        let own = Pair(foreground: -1, background: -1)
        guard self.depth != .monochrome, pair != own else {
            return CellLook(attributes: attributes, pair: 0)
        }
        if let number = self.numbers[pair] {
            return CellLook(attributes: attributes, pair: number)
        }
        let number = self.numbers.count + 1
        guard number < self.ability.pairs, let number = Int32(exactly: number) else {
            if style.background != .standard { attributes.insert(.reverse) }
            return CellLook(attributes: attributes, pair: 0)
        }
        self.numbers[pair] = number
        define(number, pair)
        return CellLook(attributes: attributes, pair: number)
    }

    private mutating func number(
        _ color: Color, isBackground: Bool, _ attributes: inout Attributes
    ) -> Int32 {
        let color = color.reduced(to: self.depth)
        switch color {
        case .standard:
            return self.ability.hasDefaults ? -1 : isBackground ? 0 : 7
        case .named(let name):
            return self.number(name, isBackground: isBackground, &attributes)
        case .indexed(let index):
            guard self.ability.hasOnlyDirect else {
                return index < 16 ? Int32(index) : self.palette?.place(of: color) ?? Int32(index)
            }
            return NamedColor(rawValue: index)
                .map { self.number($0, isBackground: isBackground, &attributes) }
                ?? Self.number(RGB(index: index))
        case .rgb(let rgb):
            guard self.palette != nil else { return Self.number(rgb) }
            // A theme has fewer colours than the palette has places.
            return self.palette?.place(of: color) ?? Int32(rgb.nearestName.rawValue)
        }
    }

    private static func number(_ rgb: RGB) -> Int32 {
        let number = Int32(rgb.red) << 16 | Int32(rgb.green) << 8 | Int32(rgb.blue)
        // The *-direct types use the numbers 0 to 7 for the user's colours.
        return max(number, 8)
    }

    /// If there are only eight colours, a bright one is the dark one in bold; but bright black
    /// would be invisible where bold is not bright, so it becomes dim ordinary text.
    private func number(
        _ name: NamedColor, isBackground: Bool, _ attributes: inout Attributes
    ) -> Int32 {
        guard self.ability.colors < 16 || self.ability.hasOnlyDirect, name.isBright else {
            return Int32(name.rawValue)
        }
        if name == .brightBlack, !isBackground {
            attributes.insert(.dim)
            return self.ability.hasDefaults ? -1 : 7
        }
        if !isBackground {
            attributes.insert(.bold)
        }
        return Int32(name.dark.rawValue)
    }
}
