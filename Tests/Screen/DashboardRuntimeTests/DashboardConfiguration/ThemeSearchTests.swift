import BuoyTestBasics
import BuoyTextScreen
import Foundation
import Testing

@testable import BuoyDashboardRuntime

@Suite("Finding themes")
struct ThemeSearchTests {
    @Test("themes are looked for where the XDG variables say, and in the usual places without them")
    func directories() {
        let usual = ThemeSearch(environment: ["HOME": "/home/ana"])
        #expect(
            usual.directories == [
                "/home/ana/.config/buoy/themes", "/usr/local/share/buoy/themes",
                "/usr/share/buoy/themes",
            ])
        let set = ThemeSearch(environment: [
            "HOME": "/home/ana", "XDG_CONFIG_HOME": "/c", "XDG_DATA_DIRS": "/a:relative:/b",
        ])
        #expect(set.directories == ["/c/buoy/themes", "/a/buoy/themes", "/b/buoy/themes"])
        let odd = ThemeSearch(environment: ["XDG_CONFIG_HOME": "here", "XDG_DATA_DIRS": ""])
        #expect(odd.directories == ["/usr/local/share/buoy/themes", "/usr/share/buoy/themes"])
    }

    @Test("a theme of the user's comes before a shared one, and both before a built-in one")
    func order() throws {
        let directory = try TestFolder()
        let search = ThemeSearch(environment: [
            "XDG_CONFIG_HOME": directory.path + "/c", "XDG_DATA_DIRS": directory.path + "/d",
        ])
        #expect(try search.theme("nord").name == "Nord")
        try directory.write("name = \"Shared\"", to: "d/buoy/themes/nord.toml")
        #expect(try search.theme("nord").name == "Shared")
        try directory.write("name = \"Mine\"", to: "c/buoy/themes/nord.toml")
        #expect(try search.theme("nord").name == "Mine")
    }

    @Test(
        "a value with a slash is a path, and a theme without a name has the file's without its ending"
    )
    func paths() throws {
        let directory = try TestFolder()
        try directory.write("extends = \"nord\"\n[roles]\ntitle = \"red\"", to: "own.toml")
        let theme = try ThemeSearch(environment: [:]).theme(directory.path + "/own.toml")
        #expect(theme.name == "own")
        #expect(theme[.title].foreground == ThemeColor(.named(.red)))
        #expect(theme.variant == .dark)
    }

    @Test("themes that extend each other in a circle are refused, with the line that closes it")
    func circle() throws {
        let directory = try TestFolder()
        let search = ThemeSearch(environment: ["XDG_CONFIG_HOME": directory.path])
        try directory.write("name = \"A\"\nextends = \"b\"", to: "buoy/themes/a.toml")
        try directory.write("\n\nextends = \"a\"", to: "buoy/themes/b.toml")
        let error = #expect(throws: ThemeError.self) { try search.theme("a") }
        #expect(
            error
                == ThemeError(
                    file: directory.path + "/buoy/themes/b.toml", line: 3,
                    problem: .extendsInCircle(["a", "b", "a"])))
        #expect(error?.description.contains("a, b, a; remove") == true)
        try directory.write("extends = \"./c.toml\"", to: "buoy/themes/c.toml")
        #expect(throws: ThemeError.self) { try search.theme("c") }
    }

    @Test("a chain of themes has an end")
    func chain() throws {
        let directory = try TestFolder()
        let search = ThemeSearch(environment: ["XDG_CONFIG_HOME": directory.path])
        for number in 0..<8 {
            try directory.write(
                "extends = \"t\(number + 1)\"", to: "buoy/themes/t\(number).toml")
        }
        try directory.write("[roles]\ntitle = \"red\"", to: "buoy/themes/t8.toml")
        #expect(try search.theme("t1")[.title].foreground == ThemeColor(.named(.red)))
        let error = #expect(throws: ThemeError.self) { try search.theme("t0") }
        #expect(error?.problem == .extendsTooFar("t8"))
        #expect(error?.line == 1)
    }

    @Test("a base that is not there is told with the line that asks for it, and the right word")
    func missingBase() throws {
        let directory = try TestFolder()
        let path = directory.path + "/own.toml"
        try directory.write("name = \"x\"\nextends = \"darcula\"", to: "own.toml")
        let search = ThemeSearch(environment: ["XDG_DATA_DIRS": Nowhere.folder])
        let error = #expect(throws: ThemeError.self) { try search.theme(path) }
        #expect(
            error
                == ThemeError(
                    file: path, line: 2,
                    problem: .notFound(
                        "darcula", suggestion: "dracula",
                        searched: [
                            directory.path + "/", Nowhere.folder + "/buoy/themes",
                            "the built-in themes",
                        ])))
    }

    @Test("a base is looked for beside the file first, and a path starts there")
    func bases() throws {
        let directory = try TestFolder()
        try directory.write("[roles]\ntitle = \"red\"", to: "base.toml")
        try directory.write("extends = \"base\"", to: "by-name.toml")
        try directory.write("extends = \"../base.toml\"", to: "deeper/by-path.toml")
        for file in ["/by-name.toml", "/deeper/by-path.toml"] {
            let theme = try ThemeSearch.builtIn.theme(directory.path + file)
            #expect(theme[.title].foreground == ThemeColor(.named(.red)))
        }
    }

    @Test("a theme that extends its own name changes the next one of that name")
    func ownName() throws {
        let directory = try TestFolder()
        let search = ThemeSearch(environment: ["XDG_CONFIG_HOME": directory.path])
        try directory.write(
            "name = \"Mine\"\nextends = \"nord\"\n[roles]\ntitle = \"red\"",
            to: "buoy/themes/nord.toml")
        let theme = try search.theme("nord")
        #expect(theme.name == "Mine")
        #expect(theme[.title].foreground == ThemeColor(.named(.red)))
        #expect(theme[.text] == (try ThemeSearch.builtIn.theme("nord"))[.text])
    }

    @Test("the list has the built-in themes and the user's, with where each comes from")
    func available() throws {
        let directory = try TestFolder()
        let search = ThemeSearch(environment: [
            "XDG_CONFIG_HOME": directory.path + "/c", "XDG_DATA_DIRS": directory.path + "/d",
        ])
        try directory.write(
            "author = \"Ana\"\nextends = \"nord\"\nvariant = \"light\"",
            to: "c/buoy/themes/zoe.toml")
        try directory.write("name = \"Other\"", to: "d/buoy/themes/zoe.toml")
        try directory.write("name = 1", to: "d/buoy/themes/broken.toml")
        try directory.write("name = \"My Nord\"", to: "d/buoy/themes/nord.toml")
        try directory.write("", to: "d/buoy/themes/.hidden.toml")
        try directory.write("", to: "d/buoy/themes/README")
        let themes = search.available()
        #expect(themes.map(\.id) == BuiltInThemes.names + ["broken", "zoe"])
        let nord = try #require(themes.first { $0.id == "nord" })
        #expect(nord.origin == .file(directory.path + "/d/buoy/themes/nord.toml"))
        #expect(nord.name == "My Nord")
        let zoe = try #require(themes.last)
        #expect(zoe.name == "zoe")
        #expect(zoe.author == "Ana")
        #expect(zoe.variant == .light)
        #expect(zoe.origin.description == directory.path + "/c/buoy/themes/zoe.toml")
        let broken = themes[themes.count - 2]
        #expect(broken.variant == nil)
        #expect(broken.findings == [])
        #expect(throws: ThemeError.self) { try broken.result.get() }
    }

    @Test("a theme that says nothing about a role and extends no other is told so")
    func unsaid() throws {
        let directory = try TestFolder()
        try directory.write("[roles]\ntitle = \"red\"", to: "short.toml")
        let theme = try ThemeSearch.builtIn.find(directory.path + "/short.toml")
        let finding = try #require(theme.findings.first)
        #expect(finding.roles == Role.allCases.filter { $0 != .title })
        #expect(finding.severity == .warning)
        #expect(finding.sentence.contains("extends = \"default\""))
    }

    @Test("a theme of the user's is checked, and what is found are warnings")
    func findings() throws {
        let directory = try TestFolder()
        let path = directory.path + "/default.toml"
        try directory.write(
            "extends = \"default\"\nvariant = \"light\"\n[roles]\ntitle = \"#ffff00\"",
            to: "default.toml")
        let found = try ThemeSearch.builtIn.find(path).findings
        #expect(found.contains { $0.roles.contains(.title) })
        #expect(found.allSatisfy { $0.severity == .warning })
    }

    @Test(
        "what cannot be found or read is told",
        arguments: ["nrod", "", "..", "/", Nowhere.file, "/dev/zero"])
    func unreadable(value: String) {
        #expect(throws: ThemeError.self) {
            try ThemeSearch(environment: [:]).theme(value)
        }
    }

    @Test("a misspelled name is answered with the right one")
    func suggestion() {
        let error = #expect(throws: ThemeError.self) {
            try ThemeSearch(environment: [:]).theme("nrod")
        }
        #expect(
            error?.problem
                == .notFound(
                    "nrod", suggestion: "nord",
                    searched: [
                        "/usr/local/share/buoy/themes", "/usr/share/buoy/themes",
                        "the built-in themes",
                    ]))
    }
}
