import Testing
import TextScreen

@testable import CursesTerminal

@Suite("Colours of a terminal")
struct TerminalColorsTests {
    private static let xterm256 = ColorAbility(colors: 256, pairs: 65536, hasDefaults: true)
    private static let linux = ColorAbility(colors: 8, pairs: 64, hasDefaults: true)
    private static let vt100 = ColorAbility(colors: 0, pairs: 0, hasDefaults: false)

    @Test(
        "the depth is what the terminal has, or less if wanted",
        arguments: [
            (xterm256, nil, .indexed), (xterm256, .direct, .indexed),
            (xterm256, .sixteen, .sixteen),
            (xterm256, .monochrome, .monochrome), (linux, nil, .sixteen), (vt100, nil, .monochrome),
            (vt100, .indexed, .monochrome),
            (ColorAbility(colors: 0x1000000, pairs: 65536, hasDefaults: true), nil, .direct),
            (ColorAbility(colors: 16, pairs: 256, hasDefaults: true), nil, .sixteen),
            (ColorAbility(colors: -1, pairs: -1, hasDefaults: false), nil, .monochrome),
        ] as [(ColorAbility, ColorDepth?, ColorDepth)])
    func depths(ability: ColorAbility, limit: ColorDepth?, depth: ColorDepth) {
        #expect(TerminalColors(ability: ability, limit: limit).depth == depth)
    }

    @Test("a pair is defined once, when it is first needed")
    func lazily() {
        var colors = TerminalColors(ability: Self.xterm256, limit: nil)
        var defined: [TerminalColors.Pair] = []
        let red = Style(foreground: .named(.red), attributes: .bold)
        let blue = Style(foreground: .indexed(33), background: .rgb(RGB(0, 0, 0)))
        let looks = [red, blue, red, Style(), blue].map { style in
            colors.look(of: style) { number, pair in
                #expect(Int(number) == defined.count + 1)
                defined.append(pair)
            }
        }
        #expect(looks.map(\.pair) == [1, 2, 1, 0, 2])
        #expect(looks[0].attributes == .bold)
        #expect(
            defined == [
                TerminalColors.Pair(foreground: 1, background: -1),
                TerminalColors.Pair(foreground: 33, background: 16),
            ])
    }

    @Test("on a terminal of eight colours bright ones are bold, and bright black is dim")
    func eight() {
        var colors = TerminalColors(ability: Self.linux, limit: nil)
        var defined: [TerminalColors.Pair] = []
        let look = { (style: Style) in
            colors.look(of: style) { defined.append($1) }
        }
        #expect(look(Style(foreground: .named(.brightRed))).attributes == .bold)
        #expect(
            look(Style(foreground: .named(.brightBlack))) == CellLook(attributes: .dim, pair: 0))
        #expect(look(Style(background: .named(.brightBlue))).attributes == [])
        #expect(
            defined == [
                TerminalColors.Pair(foreground: 1, background: -1),
                TerminalColors.Pair(foreground: -1, background: 4),
            ])
    }

    @Test("when all pairs are taken, text is drawn without colour")
    func bounded() {
        var colors = TerminalColors(ability: Self.linux, limit: nil)
        var count = 0
        var plain = 0
        for foreground in NamedColor.allCases {
            for background in NamedColor.allCases {
                let style = Style(
                    foreground: .named(foreground), background: .named(background))
                let look = colors.look(of: style) { number, _ in
                    #expect(1...63 ~= number)
                    count += 1
                }
                plain += look.pair == 0 ? 1 : 0
            }
        }
        #expect(count == 63)
        #expect(plain > 0)
    }

    @Test(
        "when all pairs are taken, what had a background is in reverse, until pairs are forgotten")
    func exhausted() {
        var colors = TerminalColors(
            ability: ColorAbility(colors: 8, pairs: 2, hasDefaults: true), limit: nil)
        let styles = [Style(foreground: .named(.red)), Style(background: .named(.blue))]
        let first = styles.map { style in colors.look(of: style) { _, _ in } }
        #expect(first[0] == CellLook(attributes: [], pair: 1))
        #expect(first[1] == CellLook(attributes: .reverse, pair: 0))
        colors.forgetPairs()
        let again = styles.reversed().map { style in colors.look(of: style) { _, _ in } }
        #expect(again[0] == CellLook(attributes: [], pair: 1))
        #expect(again[1] == CellLook(attributes: [], pair: 0))
    }

    @Test(
        "where numbers are light, names are the first eight, and palette places are their light",
        arguments: [ColorDepth?.none, .indexed, .sixteen])
    func directPalette(limit: ColorDepth?) {
        var colors = TerminalColors(
            ability: ColorAbility(colors: 0x1000000, pairs: 65536, hasDefaults: true), limit: limit)
        var defined: [TerminalColors.Pair] = []
        let look = colors.look(
            of: Style(foreground: .named(.brightRed), background: .indexed(16))
        ) { defined.append($1) }
        #expect(look.attributes == .bold)
        #expect(defined.first?.foreground == 1)
        // Black is one of the first eight only where there are no more than sixteen.
        #expect(defined.first?.background == (limit == .sixteen ? 0 : 8))
    }

    @Test("a terminal without default colours gets white on black")
    func noDefaults() {
        var colors = TerminalColors(
            ability: ColorAbility(colors: 8, pairs: 64, hasDefaults: false), limit: nil)
        var defined: [TerminalColors.Pair] = []
        _ = colors.look(of: Style()) { defined.append($1) }
        #expect(defined == [TerminalColors.Pair(foreground: 7, background: 0)])
    }

    @Test("without colours only attributes are left")
    func monochrome() {
        var colors = TerminalColors(ability: Self.vt100, limit: nil)
        let style = Style(foreground: .named(.red), attributes: [.bold, .reverse])
        let look = colors.look(of: style) { _, _ in Issue.record("a pair without colours") }
        #expect(look == CellLook(attributes: [.bold, .reverse], pair: 0))
    }

    @Test("a colour by its light never is one of the first eight, which are the user's")
    func direct() {
        var colors = TerminalColors(
            ability: ColorAbility(colors: 0x1000000, pairs: 65536, hasDefaults: true), limit: nil)
        var defined: [TerminalColors.Pair] = []
        _ = colors.look(of: Style(foreground: .rgb(RGB(0, 0, 5)), background: .rgb(RGB(1, 2, 3)))) {
            defined.append($1)
        }
        #expect(defined == [TerminalColors.Pair(foreground: 8, background: 0x010203)])
    }
}
