import BuoyTextScreen
import Testing

@testable import BuoyCursesTerminal

@Suite("Colours of a terminal")
struct TerminalColorsTests {
    private static let xterm256 = ColorAbility(colors: 256, pairs: 65536, hasDefaults: true)
    private static let linux = ColorAbility(colors: 8, pairs: 64, hasDefaults: true)
    private static let vt100 = ColorAbility(colors: 0, pairs: 0, hasDefaults: false)

    @Test(
        "the depth is what the terminal has",
        arguments: [
            (xterm256, .indexed), (linux, .sixteen), (vt100, .monochrome),
            (ColorAbility(colors: 0x1000000, pairs: 65536, hasDefaults: true), .direct),
            (ColorAbility(colors: 16, pairs: 256, hasDefaults: true), .sixteen),
            (ColorAbility(colors: -1, pairs: -1, hasDefaults: false), .monochrome),
        ] as [(ColorAbility, ColorDepth)])
    func depths(ability: ColorAbility, depth: ColorDepth) {
        #expect(ability.depth == depth)
    }

    @Test("a pair is defined once, when it is first needed")
    func lazily() {
        var colors = TerminalColors(ability: Self.xterm256, depth: Self.xterm256.depth)
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
        var colors = TerminalColors(ability: Self.linux, depth: Self.linux.depth)
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
        var colors = TerminalColors(ability: Self.linux, depth: Self.linux.depth)
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
            ability: ColorAbility(colors: 8, pairs: 2, hasDefaults: true), depth: .sixteen)
        let styles = [Style(foreground: .named(.red)), Style(background: .named(.blue))]
        let first = styles.map { style in colors.look(of: style) { _, _ in } }
        #expect(first[0] == CellLook(attributes: [], pair: 1))
        #expect(first[1] == CellLook(attributes: .reverse, pair: 0))
        colors.forget()
        let again = styles.reversed().map { style in colors.look(of: style) { _, _ in } }
        #expect(again[0] == CellLook(attributes: [], pair: 1))
        #expect(again[1] == CellLook(attributes: [], pair: 0))
    }

    @Test(
        "where numbers are light, names are the first eight, and palette places are their light",
        arguments: [ColorDepth.direct, .indexed, .sixteen])
    func directPalette(depth: ColorDepth) {
        var colors = TerminalColors(
            ability: ColorAbility(colors: 0x1000000, pairs: 65536, hasDefaults: true), depth: depth)
        var defined: [TerminalColors.Pair] = []
        let look = colors.look(
            of: Style(foreground: .named(.brightRed), background: .indexed(16))
        ) { defined.append($1) }
        #expect(look.attributes == .bold)
        #expect(defined.first?.foreground == 1)
        // Black is one of the first eight only where there are no more than sixteen.
        #expect(defined.first?.background == (depth == .sixteen ? 0 : 8))
    }

    @Test("a terminal without default colours gets white on black")
    func noDefaults() {
        var colors = TerminalColors(
            ability: ColorAbility(colors: 8, pairs: 64, hasDefaults: false), depth: .sixteen)
        var defined: [TerminalColors.Pair] = []
        _ = colors.look(of: Style()) { defined.append($1) }
        #expect(defined == [TerminalColors.Pair(foreground: 7, background: 0)])
    }

    @Test("without colours only attributes are left")
    func monochrome() {
        var colors = TerminalColors(ability: Self.vt100, depth: Self.vt100.depth)
        let style = Style(foreground: .named(.red), attributes: [.bold, .reverse])
        let look = colors.look(of: style) { _, _ in Issue.record("a pair without colours") }
        #expect(look == CellLook(attributes: [.bold, .reverse], pair: 0))
    }

    @Test("a colour by its light never is one of the first eight, which are the user's")
    func direct() {
        var colors = TerminalColors(
            ability: ColorAbility(colors: 0x1000000, pairs: 65536, hasDefaults: true),
            depth: .direct)
        var defined: [TerminalColors.Pair] = []
        _ = colors.look(of: Style(foreground: .rgb(RGB(0, 0, 5)), background: .rgb(RGB(1, 2, 3)))) {
            defined.append($1)
        }
        #expect(defined == [TerminalColors.Pair(foreground: 8, background: 0x010203)])
    }

    @Test("any colour goes through a palette of 256, in places that are written as what they are")
    func replaced() {
        var colors = TerminalColors(ability: Self.xterm256, depth: .direct)
        var defined: [TerminalColors.Pair] = []
        let styles = [
            Style(foreground: .rgb(RGB(0, 0, 5)), background: .named(.brightRed)),
            Style(foreground: .indexed(16), background: .rgb(RGB(0, 0, 5))),
        ]
        for style in styles { _ = colors.look(of: style) { defined.append($1) } }
        #expect(
            defined == [
                TerminalColors.Pair(foreground: 16, background: 9),
                TerminalColors.Pair(foreground: 17, background: 16),
            ])
        let written = colors.written(Array("\u{1B}[38;5;16m\u{1B}[38;5;17ma".utf8))
        #expect(
            String(decoding: written, as: UTF8.self)
                == "\u{1B}[38;2;0;0;5m\u{1B}[38;5;16ma")
    }
}
