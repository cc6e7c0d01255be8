import BuoyTextScreen
import Testing

@Suite("Themes on the terminal's own background")
struct ThemeBackgroundTests {
    private let blue = ThemeColor(.rgb(RGB(0, 0, 80)))

    @Test("the theme's background is gone, also where a role names it, and others stay")
    func withoutBackground() {
        let other = ThemeColor(.named(.red))
        let theme = Theme(
            name: "t", variant: .dark, background: self.blue,
            roles: [
                .text: RoleStyle(foreground: other, background: self.blue),
                .selection: RoleStyle(background: other, attributes: .bold),
            ])
        let bare = theme.withoutBackground
        #expect(bare.style(for: .text).background == .standard)
        #expect(bare.style(for: .text).foreground == .named(.red))
        #expect(bare.style(for: .muted).background == .standard)
        #expect(bare.style(for: .text, overlay: .selection).background == .named(.red))
        #expect(bare.name == "t" && bare.variant == .dark && bare.glyphs == theme.glyphs)
    }

    @Test("a theme that paints nothing stays as it is")
    func nothingToLose() {
        let theme = Theme(name: "t", roles: [.title: RoleStyle(attributes: .bold)])
        #expect(theme.withoutBackground == theme)
    }
}
