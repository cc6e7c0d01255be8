import BuoyTextScreen
import Testing

@testable import BuoyDashboardRuntime

@Suite("Theme files")
struct ThemeFileTests {
    private func theme(_ text: String) throws -> Theme {
        try ThemeFile(text: text, file: "test.toml").theme(id: "test")
    }

    private func error(_ text: String) -> ThemeError? {
        do {
            _ = try self.theme(text)
            return nil
        } catch {
            return error as? ThemeError
        }
    }

    @Test("an empty file is a theme in which everything is ordinary text")
    func empty() throws {
        let theme = try self.theme("")
        #expect(theme.name == "test")
        #expect(Role.allCases.allSatisfy { theme.style(for: $0) == Style() })
    }

    @Test("roles have colours, attributes and fallbacks")
    func reads() throws {
        let theme = try self.theme(
            """
            name = "Test"
            variant = "dark"
            background = "#101010"
            [palette]
            red = "#bf616a"
            [palette.16]
            red = "bright-red"
            [palette.256]
            red = 131
            [roles]
            title = { fg = "$red", bg = 17, bold = true, dim = false, italic = true }
            muted = "bright-black"
            [roles.state]
            connected = "$red"
            [roles.event]
            accents = ["red", "green", "blue", "$red", "default", "#000000"]
            """)
        #expect(theme.name == "Test")
        #expect(theme.variant == .dark)
        let red = ThemeColor(
            .rgb(RGB(0xBF, 0x61, 0x6A)), indexed: .indexed(131), sixteen: .named(.brightRed))
        #expect(
            theme[.title]
                == RoleStyle(
                    foreground: red, background: ThemeColor(.indexed(17)),
                    attributes: [.bold, .italic]))
        #expect(theme[.muted].foreground == ThemeColor(.named(.brightBlack)))
        #expect(theme[.stateConnected].foreground == red)
        #expect(theme[.accent4].foreground == red)
        #expect(theme[.accent6].foreground == ThemeColor(.rgb(RGB(0, 0, 0))))
        #expect(theme.background == ThemeColor(.rgb(RGB(16, 16, 16))))
    }

    @Test("dotted keys and inline tables mean the same as tables")
    func dotted() throws {
        let table = try self.theme("[roles.state]\nconnected = \"green\"")
        let dotted = try self.theme("roles.state.connected = \"green\"")
        let inline = try self.theme("roles = { state = { connected = { fg = \"green\" } } }")
        #expect(table == dotted)
        #expect(table == inline)
    }

    @Test(
        "a mistake is told with its line and, where it can be guessed, the right word",
        arguments: [
            ("name = \"x\"\nnmae = \"y\"", 2, .unknownKey("nmae", suggestion: "name")),
            (
                "[roles]\n\nborder_focussed = \"red\"", 3,
                .unknownKey("border_focussed", suggestion: "border_focused")
            ),
            (
                "[roles.state]\nconected = \"red\"", 2,
                .unknownKey("state.conected", suggestion: "state.connected")
            ),
            (
                "[roles]\ntitle = { fg = \"red\", blod = true }", 2,
                .unknownKey("blod", suggestion: "bold")
            ),
            (
                "[roles]\nevent.accents1 = 1", 2,
                .unknownKey("event.accents1", suggestion: "event.accents")
            ),
            ("[roles]\ntitle = \"rde\"", 2, .badColor(key: "roles.title", value: "rde")),
            ("[palette]\na = \"#12\"", 2, .badColor(key: "palette.a", value: "#12")),
            ("[palette.16]\na = \"#123456\"", 2, .badColor(key: "palette.16.a", value: "#123456")),
            ("[palette.256]\na = 256", 2, .badColor(key: "palette.256.a", value: "256")),
            (
                "[palette]\nblue = \"blue\"\n[roles]\ntitle = \"$bleu\"", 4,
                .unknownColor("bleu", suggestion: "blue")
            ),
            (
                "variant = \"grey\"", 1,
                .wrongKind(key: "variant", expected: "\"dark\", \"light\" or \"any\"")
            ),
            ("name = 5", 1, .wrongKind(key: "name", expected: "a quoted string")),
            ("roles = 5", 1, .wrongKind(key: "roles", expected: "a table")),
            ("[roles]\ntitle = true", 2, .wrongKind(key: "roles.title", expected: "a colour")),
            (
                "[roles]\ntitle = { bold = 1 }", 2,
                .wrongKind(key: "roles.title.bold", expected: "true or false")
            ),
            (
                "[roles.event]\naccents = [\"red\"]", 2,
                .wrongKind(key: "roles.event.accents", expected: "a list of 6 colours")
            ),
        ] as [(String, Int, ThemeError.Problem)])
    func mistakes(text: String, line: Int, problem: ThemeError.Problem) {
        #expect(self.error(text) == ThemeError(file: "test.toml", line: line, problem: problem))
    }

    @Test("an error of the TOML parser keeps its line")
    func syntax() {
        let error = self.error("name = \"x\"\n[roles\n")
        #expect(error?.line == 2)
        guard case .syntax = error?.problem else {
            Issue.record("not a syntax error: \(String(describing: error))")
            return
        }
    }

    @Test("a file says all its errors, in the order of the lines")
    func severalErrors() {
        let text = """
            nmae = "x"
            [roles.state]
            conected = "red"
            failed = "nocolour"
            [palette]
            blue = "bleu"
            """
        let error = #expect(throws: ThemeError.self) { try ThemeFile(text: text, file: "a.toml") }
        let lines = error?.description.split(separator: "\n") ?? []
        #expect(lines.map { $0.prefix(8) } == ["a.toml:1", "a.toml:3", "a.toml:4", "a.toml:6"])
        #expect(lines.first == "a.toml:1: unknown key \"nmae\"; did you mean \"name\"?")
    }

    @Test("an error is a sentence with a place")
    func descriptions() {
        let error = ThemeError(
            file: "a.toml", line: 7, problem: .unknownKey("tilte", suggestion: "title"))
        #expect(
            error.description == "a.toml:7: unknown key \"tilte\"; did you mean \"title\"?")
        let missing = ThemeError(
            file: "nrod",
            problem: .notFound("nrod", suggestion: "nord", searched: ["/a", "the built-in themes"]))
        #expect(
            missing.description
                == "unknown theme \"nrod\"; did you mean \"nord\"?"
        )
    }

    @Test("a theme that extends another can change the palette alone")
    func extends() throws {
        let base = try ThemeFile(
            text: """
                variant = "light"
                [palette]
                red = "#ff0000"
                green = "#00ff00"
                [palette.16]
                red = "red"
                [palette.256]
                red = 196
                [roles]
                title = "$red"
                muted = "$green"
                """, file: "base.toml")
        let own = try ThemeFile(
            text: """
                [palette]
                red = "#aa0000"
                [palette.256]
                green = 40
                [roles]
                muted = { fg = "$green", bold = true }
                """, file: "own.toml")
        let theme = try own.extending(base).theme(id: "own")
        #expect(theme.variant == .light)
        // What stands for red among sixteen still does; 196 was for the old value.
        #expect(
            theme[.title].foreground
                == ThemeColor(.rgb(RGB(0xAA, 0, 0)), sixteen: .named(.red)))
        #expect(
            theme[.muted].foreground
                == ThemeColor(.rgb(RGB(0, 0xFF, 0)), indexed: .indexed(40)))
        #expect(theme[.muted].attributes == .bold)
    }

    @Test("a fallback for a colour that is not there is a mistake, used or not")
    func fallbackAlone() {
        let error = self.error("[palette]\nred = \"red\"\n[palette.16]\nrde = \"red\"")
        #expect(
            error
                == ThemeError(
                    file: "test.toml", line: 4, problem: .unknownColor("rde", suggestion: "red")))
    }

    @Test("a colour of the palette can stand for another, with the first fallback on the way")
    func aliases() throws {
        let theme = try self.theme(
            """
            [palette]
            base08 = "#aa0000"
            red = "$base08"
            warning = "$red"
            [palette.16]
            red = "bright-red"
            base08 = "red"
            [palette.256]
            base08 = 124
            [roles]
            title = "$warning"
            muted = "$base08"
            """)
        let color = Color.rgb(RGB(0xAA, 0, 0))
        #expect(
            theme[.title].foreground
                == ThemeColor(color, indexed: .indexed(124), sixteen: .named(.brightRed)))
        #expect(
            theme[.muted].foreground
                == ThemeColor(color, indexed: .indexed(124), sixteen: .named(.red)))
    }

    @Test(
        "colours that stand for each other in a circle, or for nothing, are told with their line",
        arguments: [
            ("[palette]\na = \"$a\"", 2, .paletteCircle("a")),
            ("[palette]\na = \"$bc\"\nbd = \"red\"", 2, .unknownColor("bc", suggestion: "bd")),
        ] as [(String, Int, ThemeError.Problem)])
    func badAliases(text: String, line: Int, problem: ThemeError.Problem) {
        #expect(self.error(text) == ThemeError(file: "test.toml", line: line, problem: problem))
        guard case .paletteCircle = self.error("[palette]\na = \"$b\"\nb = \"$a\"")?.problem
        else {
            Issue.record("a circle of two is not found")
            return
        }
    }

    @Test("accents can have attributes like any role")
    func accents() throws {
        let theme = try self.theme(
            """
            [roles.event]
            accents = ["red", { fg = "blue", bold = true }, 17, "default", "default", "default"]
            """)
        #expect(theme[.accent2].foreground == ThemeColor(.named(.blue)))
        #expect(theme[.accent2].attributes == .bold)
        #expect(theme[.accent3].foreground == ThemeColor(.indexed(17)))
    }

    @Test("a theme can replace the symbols of states")
    func glyphs() throws {
        let theme = try self.theme(
            "[glyphs.unicode]\nconnected = \"◆\"\n[glyphs.ascii]\nfailed = \"#\"")
        #expect(theme.glyphs.applied(to: .unicode).states.connected == "◆")
        #expect(theme.glyphs.applied(to: .ascii).states.failed == "#")
    }

    @Test(
        "what is no symbol, state or set is told with its line",
        arguments: [
            (
                "[glyphs.unicode]\nconnected = \"\"", 2,
                .badSymbol(key: "glyphs.unicode.connected", value: "")
            ),
            (
                "[glyphs.ascii]\nconnected = \"◆\"", 2,
                .badSymbol(key: "glyphs.ascii.connected", value: "◆")
            ),
            (
                "[glyphs.vt]\nconnected = \"ab\"", 2,
                .badSymbol(key: "glyphs.vt.connected", value: "ab")
            ),
            (
                "[glyphs.unicode]\nconected = \"x\"", 2,
                .unknownKey("conected", suggestion: "connected")
            ),
            ("[glyphs.unicod]\n", 1, .unknownKey("unicod", suggestion: "unicode")),
            (
                "[glyphs.vt]\nfailed = 1", 2,
                .wrongKind(key: "glyphs.vt.failed", expected: "a quoted string")
            ),
        ] as [(String, Int, ThemeError.Problem)])
    func badGlyphs(text: String, line: Int, problem: ThemeError.Problem) {
        #expect(self.error(text) == ThemeError(file: "test.toml", line: line, problem: problem))
    }
}
