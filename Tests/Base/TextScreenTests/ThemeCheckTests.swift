import Testing

@testable import BuoyTextScreen

@Suite("Checking themes")
struct ThemeCheckTests {
    /// Five states that nobody confuses, on black.
    private static let states: [Role: RoleStyle] = [
        .stateConnecting: Self.style(RGB(240, 228, 66)),
        .stateConnected: Self.style(RGB(86, 180, 233)),
        .stateUnavailable: Self.style(RGB(230, 159, 0), .reverse),
        .stateDisconnected: Self.style(RGB(255, 255, 255)),
        .stateFailed: Self.style(RGB(213, 94, 0), .reverse),
    ]

    private static func style(_ color: RGB, _ attributes: Attributes = []) -> RoleStyle {
        RoleStyle(foreground: ThemeColor(.rgb(color)), attributes: attributes)
    }

    private static func bar(_ color: RGB) -> RoleStyle {
        RoleStyle(background: ThemeColor(.rgb(color)), attributes: .bold)
    }

    /// A theme without findings, and what a test changes in it.
    private func findings(
        _ changes: [Role: RoleStyle] = [:],
        variant: Theme.Variant = .dark,
        background: ThemeColor = ThemeColor(.rgb(RGB(0, 0, 0))),
        glyphs: ThemeGlyphs = ThemeGlyphs(),
        requirements: ThemeCheck.Requirements = .usual
    ) -> [ThemeFinding] {
        var roles = Self.states
        for role in Role.allCases where roles[role] == nil {
            roles[role] = Self.style(RGB(240, 240, 240))
        }
        roles[.selection] = Self.bar(RGB(20, 20, 20))
        roles[.selectionInactive] = Self.bar(RGB(12, 12, 12))
        roles.merge(changes) { _, new in new }
        let theme = Theme(
            name: "t", variant: variant, background: background, glyphs: glyphs, roles: roles)
        return ThemeCheck(theme, requirements: requirements).findings
    }

    @Test("a theme that can be read has no findings")
    func good() {
        #expect(self.findings() == [])
    }

    @Test("text needs a contrast of 4.5, what matters less one of 3")
    func contrast() throws {
        let text = self.findings([.title: Self.style(RGB(115, 115, 115))])
        #expect(text.map(\.roles) == [[.title]])
        let figures = try #require(text.first?.figures)
        #expect(abs(figures.measured - 4.43) < 0.02)
        #expect(figures.wanted == 4.5)
        #expect(text.first?.severity == .warning)
        #expect(text.first?.sentence.contains("contrast 4.4") == true)
        #expect(self.findings([.muted: Self.style(RGB(115, 115, 115))]) == [])
        let faint = self.findings([.muted: Self.style(RGB(80, 80, 80))])
        #expect(faint.allSatisfy { $0.roles == [.muted] && $0.figures?.wanted == 3 })
        // By itself, and on each of the two bars.
        #expect(faint.count == 3)
    }

    @Test("roles of the same colours are one finding")
    func together() {
        let faint = Self.style(RGB(80, 80, 80))
        let found = self.findings([.muted: faint, .eventTime: faint, .jsonNull: faint])
        #expect(found.allSatisfy { $0.roles == [.muted, .eventTime, .jsonNull] })
        #expect(
            found.first?.description.hasPrefix("warning: muted, event.time, json.null:") == true)
    }

    @Test("colours are also checked as 256 colours show them")
    func indexed() throws {
        let style = RoleStyle(
            foreground: ThemeColor(.rgb(RGB(240, 240, 240)), indexed: .indexed(239)))
        let found = self.findings([.title: style])
        #expect(found.allSatisfy { $0.roles == [.title] })
        #expect(found.first?.sentence.contains("with 256 colours") == true)
    }

    @Test("rules and scroll bars need no contrast, but must not be in the very colour of a row")
    func decoration() {
        #expect(self.findings([.border: Self.style(RGB(70, 70, 70))]) == [])
        let found = self.findings([.border: Self.style(RGB(20, 20, 20))])
        #expect(found.contains { $0.sentence.contains("cannot be seen under selection") })
    }

    @Test("what disappears with 16 colours is found, however well it looks with more")
    func vanishes() {
        let style = RoleStyle(
            foreground: ThemeColor(.rgb(RGB(240, 240, 240)), sixteen: .named(.black)))
        let found = self.findings([.title: style])
        #expect(found.contains { $0.sentence.contains("with 16 colours") && $0.roles == [.title] })
    }

    @Test("a chosen row must differ from the others at every depth")
    func selection() {
        let found = self.findings([.selection: RoleStyle()])
        #expect(found.count == ColorDepth.allCases.count)
        #expect(found.allSatisfy { $0.roles == [.selection] })
    }

    @Test(
        "a theme without a background is checked against the grounds it is made for",
        arguments: [
            (Theme.Variant.dark, true), (.light, false), (.any, false),
        ])
    func grounds(variant: Theme.Variant, isFine: Bool) {
        let yellow = Self.style(RGB(255, 255, 0))
        let found = self.findings([.title: yellow], variant: variant, background: .standard)
        #expect(found.contains { $0.roles.contains(.title) } == !isFine)
    }

    @Test("between the terminal's own colours nothing is measured")
    func own() {
        let named = RoleStyle(foreground: ThemeColor(.named(.brightBlack)))
        let found = self.findings(
            [.muted: named, .selection: RoleStyle(attributes: .reverse)], background: .standard)
        #expect(!found.contains { $0.roles.contains(.muted) && $0.overlayIsNone })
    }

    @Test("states that only full colour vision tells apart are found, and by an underline mended")
    func vision() throws {
        // As bright as one another to somebody without the cones for medium waves.
        let red = RoleStyle(foreground: ThemeColor(.rgb(RGB(220, 130, 60))))
        var green = RoleStyle(foreground: ThemeColor(.rgb(RGB(150, 160, 60))))
        let changes: (RoleStyle) -> [Role: RoleStyle] = {
            [.stateConnecting: red, .stateConnected: $0]
        }
        let found = self.findings(changes(green))
        #expect(found.map(\.roles) == [[.stateConnecting, .stateConnected]])
        #expect(found.first?.sentence.contains("deuteranopia") == true)
        green.attributes = .underline
        #expect(self.findings(changes(green)) == [])
        var strict = ThemeCheck.Requirements.usual
        strict.countsLines = false
        strict.severity = .error
        #expect(self.findings(changes(green), requirements: strict).map(\.severity) == [.error])
    }

    @Test("states that 16 colours make one are found")
    func sixteen() {
        let one = RoleStyle(
            foreground: ThemeColor(.rgb(RGB(240, 228, 66)), sixteen: .named(.blue)))
        let other = RoleStyle(
            foreground: ThemeColor(.rgb(RGB(86, 180, 233)), sixteen: .named(.blue)))
        let found = self.findings([.stateConnecting: one, .stateConnected: other])
        #expect(found.map(\.roles) == [[.stateConnecting, .stateConnected]])
        #expect(found.first?.figures?.measured == 0)
        #expect(found.first?.sentence.contains("with 16 colours") == true)
    }

    @Test("without colours, states of the same attributes need different symbols")
    func glyphs() {
        var glyphs = ThemeGlyphs()
        #expect(self.findings(glyphs: glyphs) == [])
        glyphs[.ascii, .stateConnected] = "/"
        let found = self.findings(glyphs: glyphs)
        #expect(found.map(\.roles) == [[.stateConnecting, .stateConnected]])
        let bold = Self.style(RGB(86, 180, 233), .bold)
        #expect(self.findings([.stateConnected: bold], glyphs: glyphs) == [])
    }

    @Test(
        "figures are written without rounding up",
        arguments: [(4.499, 1, "4.4"), (0.0499, 3, "0.049"), (21, 1, "21.0"), (0.05, 2, "0.05")])
    func figures(value: Double, decimals: Int, text: String) {
        #expect(figure(value, decimals: decimals) == text)
    }
}

extension ThemeFinding {
    fileprivate var overlayIsNone: Bool { !self.sentence.contains("selection") }
}
