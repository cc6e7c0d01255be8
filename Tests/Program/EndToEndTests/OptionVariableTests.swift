import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Testing

/// Options that come from variables, options that are given twice, and `--set`.
@Suite(.inTurn)
struct OptionVariableTests {
    private static func variables(_ server: PlayedServer) -> [String: String] {
        [
            "BUOY_KEY": "k", "BUOY_HOST": "127.0.0.1", "BUOY_PORT": "\(server.port)",
            "BUOY_NO_TLS": "1",
        ]
    }

    @Test("variables name the server and the channels")
    func server() throws {
        let server = try PlayedServer()
        let variables = Self.variables(server).merging(["BUOY_SUBSCRIBE": "a,b"]) { $1 }
        let run = try Run([], environment: variables) { _ in
            server.received.count { $0.contains("pusher:subscribe") } >= 2
        }
        #expect(run.status == 130)
        let asked = server.received.joined()
        #expect(asked.contains(#""channel":"a""#) && asked.contains(#""channel":"b""#), "\(asked)")
    }

    @Test("an argument replaces its variable, and both --subscribe count")
    func precedence() throws {
        let server = try PlayedServer()
        let variables = Self.variables(server)
            .merging(["BUOY_SUBSCRIBE": "c", "BUOY_PORT": "1", "BUOY_CLUSTER": "eu"]) { $1 }
        let run = try Run(
            [
                "--host", "127.0.0.1", "--port", "\(server.port)", "--subscribe", "a",
                "--subscribe", "b",
            ], environment: variables
        ) { _ in server.received.count { $0.contains("pusher:subscribe") } >= 2 }
        #expect(run.status == 130, "\(run.errors)")
        let asked = server.received.joined()
        #expect(asked.contains(#""channel":"a""#) && asked.contains(#""channel":"b""#), "\(asked)")
        #expect(!asked.contains(#""channel":"c""#))
    }

    @Test(
        "an error about a value of a variable names the variable",
        arguments: [
            (["BUOY_PORT": "70000", "BUOY_KEY": "k", "BUOY_HOST": "h"], "BUOY_KEY", false),
            (["BUOY_POLICY": "xx"], "--policy is set by the variable BUOY_POLICY.", true),
        ])
    func errors(variables: [String: String], words: String, isThere: Bool) throws {
        let server = variables["BUOY_KEY"] == nil ? ["--sandbox"] : []
        let run = try Run(server, environment: variables)
        #expect(run.status == 2)
        #expect(run.errors.contains(words) == isThere, "\(run.errors)")
    }

    @Test("a flag that is off counts as not set")
    func off() throws {
        let variables = ["BUOY_NO_TLS": "0", "BUOY_ASCII": "no"]
        let run = try Run(["--sandbox"], environment: variables) { $0.contains("-> connected") }
        #expect(run.status == 130, "\(run.errors)")
    }

    @Test(
        "a variable that lost its value ends every command, unless it does not apply",
        arguments: ["BUOY_KEY", "BUOY_HOST", "BUOY_PORT", "BUOY_SECRET"])
    func empty(name: String) throws {
        for words in [["check", "--probe"], ["tail", "a"], []] {
            let place = ["-k", "k", "--host", "127.0.0.1"]
            let given = name == "BUOY_SECRET" ? place : []
            let run = try Running(words + given, script: "\(name)= exec \"$0\" \"$@\"")
            #expect(run.waitForEnd() == 2)
            #expect(run.errors.contains("buoy: \(name) is empty: set it, or remove it."))
        }
        guard name != "BUOY_SECRET" else { return }
        let named = try Running(
            ["check", "-s", "ws://k@127.0.0.1:1"], script: "\(name)= exec \"$0\" \"$@\"")
        #expect(named.waitForEnd() == 4)
    }

    @Test("the variables of other commands are not arguments of theirs")
    func otherCommands() throws {
        #expect(try Run(["config", "themes"], environment: ["BUOY_KEY": "k"]).status == 0)
        #expect(try Run(["--version"], environment: ["BUOY_PORT": "x"]).status == 0)
        #expect(try Run(["watch", "--help"], environment: ["BUOY_PORT": "x"]).status == 0)
    }

    @Test("--set layout=presence arranges the panes for this run")
    func layout() throws {
        let terminal = try PseudoTerminal(
            BuiltProgram.path, ["--set", "layout=presence"], columns: 120, rows: 40)
        #expect(terminal.shows("2 Members"), "\(terminal.screen.text)")
        let plain = try PseudoTerminal(BuiltProgram.path, [], columns: 120, rows: 40)
        #expect(plain.shows("2 Members"))
        let titles = [terminal, plain].map { shown in
            shown.screen.lines.firstIndex { $0.contains("2 Members") }.map { index in
                "\(index) \(shown.screen.lines[index].prefix { $0 != "2" }.count)"
            }
        }
        #expect(titles[0] != titles[1])
        for each in [terminal, plain] {
            each.type("Q")
            #expect(each.end() == 0)
        }
    }
}
