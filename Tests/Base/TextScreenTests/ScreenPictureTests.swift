import Testing

@testable import BuoyTextScreen

@Suite("Pictures of screens")
struct ScreenPictureTests {
    private static let theme = Theme(
        name: "Test", variant: .dark, background: ThemeColor(.rgb(RGB(0, 0, 0))),
        roles: [
            .text: RoleStyle(foreground: ThemeColor(.rgb(RGB(255, 255, 255)))),
            .title: RoleStyle(attributes: [.bold, .italic, .underline]),
            .muted: RoleStyle(attributes: .dim),
            .border: RoleStyle(foreground: ThemeColor(.rgb(RGB(16, 32, 48)))),
            .gap: RoleStyle(foreground: ThemeColor(.named(.red)), attributes: .reverse),
            .selection: RoleStyle(background: ThemeColor(.indexed(21))),
        ])

    private static func canvas(
        _ text: String = "", role: Role = .text, columns: Int = 10
    ) -> Canvas {
        var canvas = Canvas(size: ScreenSize(columns: columns, rows: 1))
        canvas.put(SafeText(ours: text), x: 0, y: 0, role: role)
        return canvas
    }

    /// The elements of the cells: what comes after the window and its title.
    private static func elements(_ canvas: Canvas) -> [String] {
        let svg = ScreenPicture(of: canvas, theme: Self.theme, title: "T").svg
        return svg.split(separator: "\n").dropFirst(6).dropLast().map(String.init)
    }

    @Test("words are as long as their cells, and two spaces part them")
    func words() {
        #expect(
            Self.elements(Self.canvas("ab c  de")) == [
                ##"<text x="12" y="55" textLength="36" fill="#ffffff">ab c</text>"##,
                ##"<text x="66" y="55" textLength="18" fill="#ffffff">de</text>"##,
            ])
    }

    @Test("a character outside ASCII stands in the middle of its one or two cells")
    func symbols() {
        #expect(
            Self.elements(Self.canvas("a●漢e\u{301}b")) == [
                ##"<text x="12" y="55" textLength="9" fill="#ffffff">a</text>"##,
                ##"<text x="25.5" y="55" text-anchor="middle" fill="#ffffff">●</text>"##,
                ##"<text x="39" y="55" text-anchor="middle" fill="#ffffff">漢</text>"##,
                "<text x=\"52.5\" y=\"55\" text-anchor=\"middle\" fill=\"#ffffff\">e\u{301}</text>",
                ##"<text x="57" y="55" textLength="9" fill="#ffffff">b</text>"##,
            ])
    }

    @Test("a line with a mark on it is left to the font")
    func markedLine() {
        #expect(
            Self.elements(Self.canvas("──\u{301}─")) == [
                ##"<rect x="12" y="50" width="9" height="1" fill="#ffffff"/>"##,
                ##"<rect x="30" y="50" width="9" height="1" fill="#ffffff"/>"##,
                "<text x=\"25.5\" y=\"55\" text-anchor=\"middle\" fill=\"#ffffff\">─\u{301}</text>",
            ])
    }

    @Test("text and title are escaped")
    func escapes() {
        let svg = ScreenPicture(
            of: Self.canvas(#"<a&"b">"#), theme: Self.theme, title: "<&\u{1}\n>"
        ).svg
        #expect(svg.contains(">&lt;a&amp;&quot;b&quot;&gt;</text>"))
        #expect(svg.contains("<title>&lt;&amp;\u{FFFD} &gt;</title>"))
    }

    @Test("bold, italic and underline are drawn, dim is a paler colour")
    func attributes() {
        #expect(
            Self.elements(Self.canvas("ab", role: .title, columns: 2)) == [
                ##"<text x="12" y="55" textLength="18" fill="#ffffff" font-weight="bold" "##
                    + ##"font-style="italic">ab</text>"##,
                ##"<rect x="12" y="57" width="18" height="1" fill="#ffffff"/>"##,
            ])
        #expect(
            Self.elements(Self.canvas("ab", role: .muted)) == [
                ##"<text x="12" y="55" textLength="18" fill="#a5a5a5">ab</text>"##
            ])
    }

    @Test("reverse exchanges the colours, and the sixteen colours are those of xterm")
    func reverse() {
        #expect(
            Self.elements(Self.canvas("ab", role: .gap)) == [
                ##"<rect x="12" y="40" width="18" height="20" fill="#cd0000"/>"##,
                ##"<text x="12" y="55" textLength="18" fill="#000000">ab</text>"##,
            ])
    }

    @Test("what lies over the text is one bar behind it")
    func overlay() {
        var canvas = Self.canvas("ab", columns: 4)
        canvas.overlay(.selection, in: canvas.bounds)
        #expect(
            Self.elements(canvas) == [
                ##"<rect x="12" y="40" width="36" height="20" fill="#0000ff"/>"##,
                ##"<text x="12" y="55" textLength="18" fill="#ffffff">ab</text>"##,
            ])
    }

    @Test(
        "a line is one shape from edge to edge",
        arguments: [
            ("───", [Rect(x: 12, y: 50, width: 27, height: 1)]),
            ("━━", [Rect(x: 12, y: 49, width: 18, height: 3)]),
            (
                "═",
                [
                    Rect(x: 12, y: 48, width: 9, height: 1),
                    Rect(x: 12, y: 52, width: 9, height: 1),
                ]
            ),
            (
                "││",
                [
                    Rect(x: 16, y: 40, width: 1, height: 20),
                    Rect(x: 25, y: 40, width: 1, height: 20),
                ]
            ),
            (
                "▁█",
                [
                    Rect(x: 12, y: 57, width: 9, height: 3),
                    Rect(x: 21, y: 40, width: 9, height: 20),
                ]
            ),
            ("▀▀", [Rect(x: 12, y: 40, width: 18, height: 10)]),
            (
                "▌▌",
                [
                    Rect(x: 12, y: 40, width: 5, height: 20),
                    Rect(x: 21, y: 40, width: 5, height: 20),
                ]
            ),
            (
                "┌",
                [
                    Rect(x: 16, y: 50, width: 5, height: 1),
                    Rect(x: 16, y: 50, width: 1, height: 10),
                ]
            ),
            (
                "┘",
                [
                    Rect(x: 12, y: 50, width: 5, height: 1),
                    Rect(x: 16, y: 40, width: 1, height: 11),
                ]
            ),
        ])
    func shapes(text: String, rects: [Rect]) {
        let expected = rects.map {
            "<rect x=\"\($0.x)\" y=\"\($0.y)\" width=\"\($0.width)\" height=\"\($0.height)\" "
                + "fill=\"#102030\"/>"
        }
        let edge = ##" stroke="#102030" stroke-width=".5""##
        let elements = Self.elements(Self.canvas(text, role: .border))
        #expect(elements.map { $0.replacing(edge, with: "") } == expected)
    }

    @Test("blocks of large letters join when the picture is scaled, bars of a graph stay apart")
    func solid() {
        let elements = Self.elements(Self.canvas("▀▄▌█▁▂▃▅─│"))
        #expect(elements.map { $0.contains(" stroke=") } == (0..<10).map { $0 < 4 })
    }

    @Test("a shade is a part of its colour", arguments: [("░", "#3f3f3f"), ("▓", "#bfbfbf")])
    func shades(text: String, color: String) {
        #expect(
            Self.elements(Self.canvas(text)) == [
                "<rect x=\"12\" y=\"40\" width=\"9\" height=\"20\" fill=\"\(color)\"/>"
            ])
    }

    @Test("every line and block of the symbols is a shape, and nothing is drawn twice")
    func symbolsOfSet() {
        let glyphs = GlyphSet.unicode
        let lines = glyphs.lines
        let shapes =
            [
                lines.rule, lines.heavyRule, lines.bar, lines.teeDown, lines.teeUp, lines.topLeft,
                lines.topRight, lines.bottomLeft, lines.bottomRight, glyphs.thumb, glyphs.track,
                glyphs.strip.connected, glyphs.strip.connecting, GlyphSet.vt.lines.heavyRule,
            ] + glyphs.levels
        for scalar in shapes {
            let elements = Self.elements(Self.canvas(String(scalar)))
            #expect(!elements.isEmpty)
            #expect(elements.allSatisfy { $0.hasPrefix("<rect ") }, "\(scalar)")
        }
    }

    @Test("the window has the size of its cells and rounded corners, and its title is not drawn")
    func window() {
        let svg = ScreenPicture(of: Self.canvas(), theme: Self.theme, title: "buoy").svg
        #expect(
            svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"114\" height=\"72\" "))
        #expect(svg.contains("<title>buoy</title>"))
        #expect(svg.contains(" rx=\"10\" "))
        #expect(!svg.contains(">buoy</text>"))
        #expect(svg.hasSuffix("</svg>\n"))
    }

    @Test("the colours of the terminal stand for those of a dark or a light one")
    func standardColors() {
        let ink = { (variant: Theme.Variant) in
            ScreenPictureInk(Theme(name: "Test", variant: variant, roles: [:]), role: .text)
        }
        #expect(ink(.dark).foreground == RGB(229, 229, 229))
        #expect(ink(.any).background == RGB(0, 0, 0))
        #expect(ink(.light).foreground == RGB(0, 0, 0))
        #expect(ink(.light).background == RGB(255, 255, 255))
    }
}
