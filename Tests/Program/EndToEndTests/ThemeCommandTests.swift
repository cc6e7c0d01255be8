import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Testing

/// `buoy config themes`, with a folder of the user's own themes.
@Suite(.inTurn)
struct ThemeCommandTests {
    @Test("every theme is a line of its own, and the columns stand below each other")
    func list() throws {
        let folder = try ThemeFolder()
        let run = try folder.run(["config", "themes"])
        #expect(run.status == 0)
        #expect(run.errors.isEmpty)
        let ids = run.lines.map { $0.prefix { $0 != " " } }
        #expect(ids.starts(with: ["default", "mono", "high-contrast-dark"]))
        #expect(Set(ids).count == ids.count)
        let origins = Set(
            run.lines.map { line in
                line.range(of: "  built in").map {
                    line.distance(from: line.startIndex, to: $0.lowerBound)
                }
            })
        #expect(origins.count == 1 && !origins.contains(nil), "\(run.output)")
        let nord = try #require(run.lines.first { $0.hasPrefix("nord ") })
        #expect(nord.contains(/^nord +dark +Nord +built in$/), "\(nord)")
        #expect(run.lines.allSatisfy { $0.count <= 80 }, "\(run.output)")
    }

    @Test("one theme is told in full")
    func one() throws {
        let run = try ThemeFolder().run(["config", "themes", "nord"])
        #expect(run.status == 0)
        #expect(run.output.contains(/\nauthor +after the palette by Arctic Ice Studio/))
        #expect(run.output.contains(/\nfrom +built in\n/), "\(run.output)")
    }

    @Test("a theme of the user's is listed with its file, and its width is counted in cells")
    func ownTheme() throws {
        let folder = try ThemeFolder()
        let path = try folder.write(
            "extends = \"nord\"\nname = \"海\"\nvariant = \"light\"\nauthor = \"Ana\"", to: "sea")
        let run = try folder.run(["config", "themes"])
        let line = try #require(run.lines.last)
        #expect(line.contains(/^sea +light +海 +\//), "\(line)")
        #expect(line.hasSuffix("  \(path)"))
        let other = try #require(run.lines.first { $0.hasPrefix("nord ") })
        // One character of two cells stands before the column of the origins.
        let column = try #require(other.range(of: "built in")).lowerBound
        let start = try #require(line.range(of: path)).lowerBound
        #expect(
            line[..<start].count + 1 == other[..<column].count, "\(run.output)")
    }

    @Test("a name that would steer the terminal, break the line or push the others away does not")
    func hostileTheme() throws {
        let folder = try ThemeFolder()
        let before = try folder.run(["config", "themes"])
        try folder.write(
            """
            extends = "nord"
            name = "Ev\\u001B]0;il\\u0007 a\\nnord dark \\u202E\(String(repeating: "x", count: 900))"
            author = "Ana"
            """, to: "evil")
        let run = try folder.run(["config", "themes"])
        #expect(run.status == 0)
        #expect(run.lines.count == before.lines.count + 1)
        #expect(run.lines.dropLast().allSatisfy { $0.count < 200 }, "\(run.output)")
        let line = try #require(run.lines.last)
        #expect(line.contains(#"Ev\u001B]0;il\u0007"#), "\(line)")
        #expect(line.contains(#"a\nnord dark \u202Exxx"#), "\(line)")
        #expect(!run.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    }

    @Test("a theme that is wrong is listed with its file and line, among all the others")
    func badTheme() throws {
        let folder = try ThemeFolder()
        let before = try folder.run(["config", "themes"])
        let path = try folder.write("name = \"Mine\"\n[roles]\ntitel = \"red\"\n", to: "mine")
        let list = try folder.run(["config", "themes"])
        #expect(list.status == 0)
        #expect(list.lines.count == before.lines.count + 1)
        let line = try #require(list.lines.last)
        #expect(line.contains(/^mine +error +/), "\(line)")
        #expect(line.contains("  \(path):3: unknown key \"titel\"; did you mean \"title\"?"))
    }

    @Test(
        "--check ends with 1 for a theme that cannot be read, alone or among all",
        arguments: [["mine"], []])
    func checksBadTheme(which: [String]) throws {
        let folder = try ThemeFolder()
        let path = try folder.write("[roles]\ntitle = \"rde\"\n", to: "mine")
        let run = try folder.run(["config", "themes", "--check"] + which)
        #expect(run.status == 1)
        #expect(
            run.lines.contains {
                $0.hasPrefix("mine: error: \(path):2: \"roles.title\" must be a colour")
            },
            "\(run.output)")
        #expect(run.lines.last?.contains(": 1 error, ") == true, "\(run.output)")
    }

    @Test("--check has nothing against the themes of the program")
    func checksBuiltIn() throws {
        let run = try ThemeFolder().run(["config", "themes", "--check"])
        #expect(run.status == 0, "\(run.output)")
        #expect(run.lines.last?.contains(" themes: no errors, ") == true, "\(run.output)")
    }

    @Test("--check warns of what is hard to read, and that alone is no failure")
    func checksPath() throws {
        let folder = try ThemeFolder()
        let path = try folder.write(
            "extends = \"nord\"\n[roles]\nmuted = \"#434c5e\"\n", to: "faint")
        let run = try folder.run(["config", "themes", "--check", path])
        #expect(run.status == 0)
        #expect(
            run.lines.contains { $0.hasPrefix("faint: warning: muted") && $0.contains("contrast") },
            "\(run.output)")
        #expect(run.lines.last?.hasPrefix("1 theme: no errors, ") == true, "\(run.output)")
    }

    @Test("a path where no file is cannot be read: 1")
    func checksMissingFile() throws {
        let folder = try ThemeFolder()
        let run = try folder.run(["config", "themes", "--check", folder.path + "/none.toml"])
        #expect(run.status == 1)
        #expect(
            run.output.contains("none: error: cannot read \(folder.path)/none.toml: no such file"))
    }

    @Test(
        "an unknown name gets 2 and the name that may have been meant",
        arguments: [["--check", "nrod"], ["nrod"]])
    func unknownName(arguments: [String]) throws {
        let run = try ThemeFolder().run(["config", "themes"] + arguments)
        #expect(run.status == 2)
        #expect(run.output.isEmpty)
        #expect(
            run.errors.contains("unknown theme \"nrod\"; did you mean \"nord\"?"), "\(run.errors)")
    }

    @Test("the dashboard shows a state with the theme's symbol")
    func symbols() throws {
        let folder = try ThemeFolder()
        try folder.write(
            "extends = \"default\"\n[glyphs.ascii]\nconnected = \"%\"\n", to: "percent")
        let terminal = try PseudoTerminal(
            BuiltProgram.path, ["--ascii", "--theme", "percent"], environment: folder.environment)
        #expect(terminal.shows("% CONNECTED"), "\(terminal.screen.text)")
        terminal.type("Q")
        #expect(terminal.end() == 0)
    }
}

/// A home of the user's themes.
private struct ThemeFolder {
    private let folder: TestFolder
    /// Where the files of the themes are.
    var path: String { self.folder.file("buoy/themes") }

    init() throws {
        self.folder = try TestFolder()
        try FileManager.default.createDirectory(
            atPath: self.path, withIntermediateDirectories: true)
    }

    /// - Returns: the path of the file.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        try self.folder.write(text, to: "buoy/themes/\(name).toml")
        return "\(self.path)/\(name).toml"
    }

    /// What makes the program look for themes here, and nowhere else.
    var environment: [String: String] {
        ["XDG_CONFIG_HOME": self.folder.path, "XDG_DATA_DIRS": self.folder.file("none")]
    }

    /// Runs the program to its end.
    func run(_ arguments: [String]) throws -> Run {
        try Run(arguments, environment: self.environment)
    }
}

extension Run {
    fileprivate var lines: [String] { self.output.split(separator: "\n").map(String.init) }
}
