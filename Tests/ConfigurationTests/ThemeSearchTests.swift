import Foundation
import Testing
import TextScreen

@testable import Configuration

/// A directory that is removed with the test.
private final class TemporaryDirectory {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        self.path = url.path
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    func write(_ text: String, to name: String) throws {
        let url = URL(fileURLWithPath: self.path).appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: self.path)
    }
}

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
        let directory = try TemporaryDirectory()
        let search = ThemeSearch(environment: [
            "XDG_CONFIG_HOME": directory.path + "/c", "XDG_DATA_DIRS": directory.path + "/d",
        ])
        #expect(try search.theme("nord").name == "Nord")
        try directory.write("name = \"Shared\"", to: "d/buoy/themes/nord.toml")
        #expect(try search.theme("nord").name == "Shared")
        try directory.write("name = \"Mine\"", to: "c/buoy/themes/nord.toml")
        #expect(try search.theme("nord").name == "Mine")
    }

    @Test("a value with a slash is a path, and a theme without a name has the file's")
    func paths() throws {
        let directory = try TemporaryDirectory()
        try directory.write("extends = \"nord\"\n[roles]\ntitle = \"red\"", to: "own.toml")
        let theme = try ThemeSearch(environment: [:]).theme(directory.path + "/own.toml")
        #expect(theme.name == "own.toml")
        #expect(theme[.title].foreground == ThemeColor(.named(.red)))
        #expect(theme.variant == .dark)
    }

    @Test("themes that extend each other in a circle are refused")
    func circle() throws {
        let directory = try TemporaryDirectory()
        let search = ThemeSearch(environment: ["XDG_CONFIG_HOME": directory.path])
        try directory.write("extends = \"b\"", to: "buoy/themes/a.toml")
        try directory.write("extends = \"a\"", to: "buoy/themes/b.toml")
        #expect {
            try search.theme("a")
        } throws: { error in
            guard case .extendsTooFar = (error as? ThemeError)?.problem else { return false }
            return true
        }
    }

    @Test(
        "what cannot be found or read is told",
        arguments: ["nrod", "", "..", "/", "/no/such.toml", "/dev/zero"])
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
