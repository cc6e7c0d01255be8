import Testing

@testable import BuoyTextScreen

@Suite("Moving pictures of screens")
struct ScreenAnimationTests {
    private static let theme = Theme(
        name: "Test", variant: .dark, background: ThemeColor(.rgb(RGB(0, 0, 0))),
        roles: [.text: RoleStyle(foreground: ThemeColor(.rgb(RGB(255, 255, 255))))])

    private static func frame(_ rows: [String], _ caption: String, _ milliseconds: Int)
        -> ScreenAnimation.Frame
    {
        var canvas = Canvas(size: ScreenSize(columns: 4, rows: rows.count))
        for (y, row) in rows.enumerated() { canvas.put(SafeText(ours: row), x: 0, y: y) }
        return ScreenAnimation.Frame(canvas, caption, milliseconds: milliseconds)
    }

    /// A row that stays, and two below it that scroll.
    private static let lines: [Substring] = {
        let frames = [
            Self.frame(["top", "a", "b"], "first", 1000),
            Self.frame(["top", "b", ""], "second", 500),
            Self.frame(["top", "a", "b"], "second", 500),
        ]
        return ScreenAnimation(frames, still: 1, theme: Self.theme, title: "T").svg
            .split(separator: "\n")
    }()

    @Test("a row is in the file once, and used wherever a frame shows it")
    func rows() {
        let definitions = Self.lines.filter { $0.hasPrefix("<g ") }
        #expect(definitions.count == 5)
        #expect(definitions.count { $0.contains(">b</text>") } == 1)
        #expect(
            Self.lines.filter { $0.hasPrefix("<use ") } == [
                ##"<use href="#r0" y="0" class="t0"/>"##, ##"<use href="#r1" y="40"/>"##,
                ##"<use href="#r2" y="60" class="t1"/>"##,
                ##"<use href="#r3" y="80" class="t1"/>"##,
                ##"<use href="#r4" y="0" class="t2 s"/>"##,
                ##"<use href="#r3" y="60" class="t3 s"/>"##,
            ])
    }

    @Test("a film has the frames that stay for a tenth of a second, up to a limit")
    func film() {
        var film = ScreenFilm()
        let add = { (film: inout ScreenFilm, text: SafeText, time: Int) in
            var canvas = Canvas(size: ScreenSize(columns: 4, rows: 1))
            canvas.put(text, x: 0, y: 0)
            film.add(canvas, at: .milliseconds(time))
        }
        add(&film, "a", 1000)
        add(&film, "b", 1050)
        add(&film, "c", 1500)
        let svg = film.svg(theme: Self.theme, title: "T", until: .milliseconds(1600))
        #expect(!svg.contains(">a</text>"))
        #expect(svg.contains(">b</text>") && svg.contains(">c</text>"))
        // Half a second, and two for the last frame.
        #expect(svg.contains("{animation:t0 2.500s step-end infinite}"))
        for number in 0...ScreenFilm.mostFrames {
            #expect(!film.isFull)
            add(&film, "d", 2000 + 100 * number)
            if film.isFull { break }
        }
        #expect(film.isFull)
    }

    @Test("each part is visible during its frames, and the picture starts again at its end")
    func times() {
        let keyframes = Self.lines.filter { $0.hasPrefix("@keyframes ") }
        #expect(keyframes.count == 4)
        #expect(
            keyframes[0]
                == "@keyframes t0{0.000%{visibility:visible}50.000%{visibility:hidden}}"
                + ".t0{animation:t0 2.000s step-end infinite}")
        #expect(
            keyframes[1].hasPrefix(
                "@keyframes t1{0.000%{visibility:visible}50.000%{visibility:hidden}"
                    + "75.000%{visibility:visible}}"))
        #expect(
            keyframes[2].hasPrefix(
                "@keyframes t2{0.000%{visibility:hidden}50.000%{visibility:visible}}"))
    }

    @Test("without motion, one frame is visible")
    func still() {
        #expect(Self.lines.contains("[class]{visibility:hidden}"))
        #expect(Self.lines.contains(".s{visibility:visible}"))
        #expect(
            Self.lines.contains(
                "@media (prefers-reduced-motion:reduce){use{animation:none!important}}"))
    }
}
