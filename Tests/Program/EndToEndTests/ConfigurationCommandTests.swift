import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Testing

/// `buoy config` and `buoy info`, with their own home.
@Suite(.inTurn)
struct ConfigurationCommandTests {
    @Test("the printed configuration is one that can be used")
    func template() throws {
        let home = try ConfigurationHome()
        let template = try home.run(["config", "--print-default"])
        #expect(template.status == 0)
        let path = try home.write(template.output)
        let check = try home.run(["config", "--check"])
        #expect(check.status == 0)
        #expect(check.output == "\(path): no errors\n")
        #expect(check.errors.isEmpty)
    }

    @Test("everything that is wrong is told on standard error: 2", arguments: [false, true])
    func mistakes(isNamed: Bool) throws {
        let home = try ConfigurationHome()
        let path = try home.write("thme = 1\n[keys]\npuase = []\nsecret = \"hunter2\"\n")
        let run = try home.run(["config"] + (isNamed ? ["--check", path] : []))
        #expect(run.status == 2)
        #expect(run.output.isEmpty)
        let lines = run.errors.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.first == "\(path):1: unknown key \"thme\"; did you mean \"theme\"?")
        #expect(!run.errors.contains("hunter2"))
    }

    @Test("without a file there is nothing wrong, unless it was named")
    func missing() throws {
        let home = try ConfigurationHome()
        let run = try home.run(["config"])
        #expect(run.status == 0)
        #expect(run.output.contains("no configuration found"))
        #expect(try home.run(["config", "/none.toml"]).status == 2)
        #expect(try home.run(["config", "--paths", "/none.toml"]).status == 2)
    }

    @Test("the paths are those of the environment")
    func paths() throws {
        let home = try ConfigurationHome()
        let run = try home.run(["config", "--paths"])
        #expect(run.status == 0)
        #expect(run.output.contains("\(home.path)/.config/buoy/config.toml (does not exist)"))
        #expect(run.output.contains("\(home.path)/.local/state/buoy/state.toml"))
    }

    @Test("info tells the theme and who chose it, and no secret")
    func info() throws {
        let home = try ConfigurationHome()
        try home.write("theme = \"nord\"")
        let run = try home.run(["info"], ["TERM": "xterm-256color", "BUOY_SECRET": "hunter2"])
        #expect(run.status == 0)
        #expect(run.output.contains("nord, set in the configuration"), "\(run.output)")
        #expect(run.output.contains(/colours +256 \(/), "\(run.output)")
        #expect(!run.output.contains("hunter2"))
        #expect(!run.output.contains("infocmp"))
    }

    @Test("info tells how a machine gets to know a terminal, and goes on without a configuration")
    func unknownTerminal() throws {
        let home = try ConfigurationHome()
        let run = try home.run(["info"], ["TERM": "xterm-unheard-of"])
        #expect(run.status == 0)
        #expect(run.output.contains("infocmp -x | ssh HOST tic -x -"), "\(run.output)")
        try home.write("[")
        let broken = try home.run(["info"])
        #expect(broken.status == 2)
        #expect(broken.errors.contains("config.toml:1:2: invalid TOML"), "\(broken.errors)")
        #expect(broken.output.contains("terminal type"))
    }
}

/// A home with a configuration.
private struct ConfigurationHome {
    private let folder: TestFolder
    var path: String { self.folder.path }

    init() throws {
        self.folder = try TestFolder()
        try FileManager.default.createDirectory(
            atPath: self.folder.file(".config/buoy"), withIntermediateDirectories: true)
    }

    /// - Returns: the path of the file.
    @discardableResult
    func write(_ text: String) throws -> String {
        try self.folder.write(text, to: ".config/buoy/config.toml")
        return self.folder.file(".config/buoy/config.toml")
    }

    /// Runs the program to its end.
    func run(_ arguments: [String], _ variables: [String: String] = [:]) throws -> Run {
        var environment = ["HOME": self.path, "TERM": "xterm"]
        for kind in ["CONFIG", "STATE", "DATA", "CACHE"] { environment["XDG_\(kind)_HOME"] = "" }
        return try Run(arguments, environment: environment.merging(variables) { $1 })
    }
}
