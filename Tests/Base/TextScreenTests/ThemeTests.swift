import BuoyTextScreen
import Testing

@Suite("Themes")
struct ThemeTests {
    private let theme = Theme(
        name: "Test",
        background: ThemeColor(.rgb(RGB(46, 52, 64))),
        roles: [
            .text: RoleStyle(foreground: ThemeColor(.named(.white)), attributes: .dim),
            .stateConnected: RoleStyle(
                foreground: ThemeColor(
                    .rgb(RGB(163, 190, 140)), indexed: .indexed(108), sixteen: .named(.green))),
            .title: RoleStyle(attributes: .bold),
            .selection: RoleStyle(
                background: ThemeColor(.named(.blue)), attributes: .underline),
        ])

    @Test("a role has its own colour, at each depth the one its author chose")
    func depths() {
        let style = { (depth: ColorDepth) in
            self.theme.style(for: .stateConnected, depth: depth).foreground
        }
        #expect(style(.direct) == .rgb(RGB(163, 190, 140)))
        #expect(style(.indexed) == .indexed(108))
        #expect(style(.sixteen) == .named(.green))
        #expect(style(.monochrome) == .standard)
    }

    @Test("what a role leaves open is as in ordinary text, on the background of the theme")
    func inherits() {
        let style = self.theme.style(for: .title)
        #expect(style.foreground == .named(.white))
        #expect(style.background == .rgb(RGB(46, 52, 64)))
        #expect(style.attributes == .bold)
    }

    @Test("only ordinary text has the attributes of ordinary text")
    func attributes() {
        #expect(self.theme.style(for: .text).attributes == .dim)
        #expect(self.theme.style(for: .stateConnected).attributes == [])
        #expect(self.theme.style(for: .text, overlay: .selection).attributes == [.dim, .underline])
    }

    @Test("a selection keeps the colour of the text and adds its own background")
    func selection() {
        let style = self.theme.style(for: .stateConnected, overlay: .selection)
        #expect(style.foreground == .rgb(RGB(163, 190, 140)))
        #expect(style.background == .named(.blue))
        #expect(style.attributes == .underline)
    }

    @Test("without colours a selection is shown in reverse")
    func monochrome() {
        let style = self.theme.style(for: .title, overlay: .selection, depth: .monochrome)
        #expect(style == Style(attributes: [.bold, .underline, .reverse]))
    }

    @Test("a selection in reverse is a bar of one colour, whatever it lies over")
    func plainReverse() {
        let theme = Theme(
            name: "t",
            roles: [
                .muted: RoleStyle(foreground: .init(.indexed(8)), attributes: .dim),
                .gap: RoleStyle(foreground: .init(.indexed(3)), attributes: .reverse),
                .channelFailed: RoleStyle(foreground: .init(.indexed(1))),
                .title: RoleStyle(attributes: .bold),
                .selection: RoleStyle(attributes: .reverse),
                .match: RoleStyle(foreground: .init(.indexed(3)), attributes: .reverse),
            ])
        let bar = Style(attributes: .reverse)
        #expect(theme.style(for: .text, overlay: .selection) == bar)
        #expect(theme.style(for: .muted, overlay: .selection) == bar)
        #expect(theme.style(for: .gap, overlay: .selection) == bar)
        #expect(theme.style(for: .channelFailed, overlay: .selection) == bar)
        #expect(
            theme.style(for: .title, overlay: .selection) == Style(attributes: [.reverse, .bold]))
        #expect(theme.style(for: .title, overlay: .match).foreground == .indexed(3))
    }
}
