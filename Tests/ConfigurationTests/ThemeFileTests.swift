import Testing
import TextScreen

@testable import Configuration

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
            ("name = 5", 1, .wrongKind(key: "name", expected: "a text in quotation marks")),
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
                == "nrod: no theme \"nrod\"; did you mean \"nord\"?; looked in /a, the built-in themes"
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
        #expect(theme[.title].foreground == ThemeColor(.rgb(RGB(0xAA, 0, 0))))
        #expect(
            theme[.muted].foreground
                == ThemeColor(.rgb(RGB(0, 0xFF, 0)), indexed: .indexed(40)))
        #expect(theme[.muted].attributes == .bold)
    }

    @Test("a fallback without a colour is no colour")
    func fallbackAlone() {
        let error = self.error("[palette.16]\nred = \"red\"\n[roles]\ntitle = \"$red\"")
        #expect(error?.problem == .unknownColor("red", suggestion: "red"))
    }
}
