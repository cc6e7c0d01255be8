import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Glibc
import Testing

/// The sixth of the twelve things: names and data of others cannot move the cursor, reorder text,
/// change the title, touch the clipboard or shift columns.
@Suite("Twelve things, 6: hostile texts", .inTurn)
struct HostileTextTests {
    /// Sends each text in each place of an event.
    private static func attack(_ server: PlayedServer, _ texts: [String]) {
        for text in texts {
            let json = PlayedServer.json(text)
            server.send(text, on: "news", data: text)
            server.send("nested", on: "news", data: #"{\#(json):[\#(json),{"k":\#(json)}]}"#)
            server.send("elsewhere", on: text, data: text)
            server.send(#"{"event":"pusher:error","data":{"message":\#(json),"code":null}}"#)
            server.send(#"{"event":"pusher:\#(json.dropFirst().dropLast())","data":{}}"#)
            server.send(
                "pusher_internal:member_added", on: "presence-room",
                data: #"{"user_id":\#(json),"user_info":{"name":\#(json),\#(json):1}}"#)
            server.send(
                "pusher_internal:member_removed", on: "presence-room",
                data: #"{"user_id":\#(json)}"#)
        }
    }

    @Test("events, members and errors are shown without a byte of their own")
    func events() throws {
        let texts = try HostileTexts.all().compactMap(\.text)
        #expect(texts.count > 100)
        var script = PlayedServer.Script()
        script.members = texts.map { ($0, #"{"name":\#(PlayedServer.json($0))}"#) }
        let server = try PlayedServer(script)
        let terminal = try Self.started(server)
        let columns = Self.borderColumns(terminal)
        #expect(columns.count >= 1, "\(terminal.screen.text)")
        Self.attack(server, texts)
        // More than a long message at the bottom may cover.
        for _ in 0..<8 { server.send("the-last", on: "news", data: "1") }
        #expect(terminal.shows("the-last", seconds: 10), "\(terminal.screen.text)")
        for pane in "123456" {
            terminal.type("\(pane)G")
            terminal.settle(quiet: 30, seconds: 0.3)
            Self.expectStraight(terminal, columns, "pane \(pane)")
            for _ in 0..<12 {
                terminal.press(.pageUp)
                terminal.settle(quiet: 15, seconds: 0.2)
                Self.expectStraight(terminal, columns, "pane \(pane)")
            }
        }
        terminal.type("?")
        #expect(terminal.shows("? all "))
        // An Esc that is read together with the next key is that key with Alt.
        terminal.press(.escape)
        #expect(terminal.wait { !$0.screen.text.contains("? all ") })
        // Completion offers what it has seen.
        terminal.type("s")
        #expect(terminal.shows("subscribe>"))
        for _ in 0..<20 {
            terminal.press(.tab)
            terminal.settle(quiet: 15, seconds: 0.2)
        }
        terminal.press(.escape)
        #expect(terminal.wait { !$0.screen.text.contains("subscribe>") })
        terminal.type("Q")
        #expect(terminal.end() == 0)
        expectRulesKept(terminal)
        Self.expectOwnTitles(terminal)
    }

    @Test("the inspector shows each of them in every view")
    func inspector() throws {
        let texts = try HostileTexts.all().compactMap(\.text)
        let server = try PlayedServer()
        let terminal = try Self.started(server)
        for text in texts {
            let json = PlayedServer.json(text)
            server.send(text, on: "news", data: #"{\#(json):[\#(json)]}"#)
        }
        server.send("the-last", on: "news", data: "1")
        #expect(terminal.shows("the-last", seconds: 10), "\(terminal.screen.text)")
        terminal.type("3G\r")
        #expect(terminal.shows("5 Inspector"), "\(terminal.screen.text)")
        for _ in 0..<4 {
            terminal.type("5v")
            terminal.settle(quiet: 30, seconds: 0.3)
            terminal.type("3G")
            for _ in texts {
                let mark = terminal.output.count
                terminal.type("k")
                _ = terminal.wait(seconds: 0.3) { $0.output.count > mark }
            }
        }
        terminal.type("Q")
        #expect(terminal.end() == 0)
        expectRulesKept(terminal)
        Self.expectOwnTitles(terminal)
    }

    @Test("refusals, reasons of closings and broken frames are shown without a byte of their own")
    func refusals() throws {
        let entries = try HostileTexts.all()
        var script = PlayedServer.Script()
        script.authorize = { channel in
            let number = channel.split(separator: "-").last.flatMap { Int($0) } ?? 0
            return (403, entries[number % entries.count].bytes)
        }
        let server = try PlayedServer(script)
        let channels = entries.indices.map { "private-h-\($0)" }.joined(separator: ",")
        let terminal = try PseudoTerminal.watching(
            server,
            [
                "--subscribe", channels, "--auth-endpoint",
                "http://127.0.0.1:\(server.port)/auth", "--max-reconnect-delay", "1",
            ], columns: 140, rows: 50)
        // So many channels of one namespace are a branch.
        #expect(terminal.shows(" refused"), "\(terminal.screen.text)")
        terminal.type("1\r")
        #expect(terminal.shows("auth 403"), "\(terminal.screen.text)")
        for pane in "136" {
            terminal.type("\(pane)G")
            for _ in 0..<8 {
                terminal.press(.pageUp)
                terminal.settle(quiet: 15, seconds: 0.2)
            }
            terminal.type("\r")
            for _ in 0..<20 {
                terminal.press(.up)
                terminal.settle(quiet: 10, seconds: 0.1)
            }
            terminal.press(.escape)
        }
        for entry in entries.filter({ $0.bytes.count <= 123 }).prefix(5) {
            let count = server.connectionCount
            server.close(code: 4200, reason: entry.bytes)
            #expect(
                terminal.wait(seconds: 8) { _ in server.connectionCount > count }, "\(entry.name)")
        }
        for entry in entries.filter({ $0.text == nil }).prefix(2) {
            let count = server.connectionCount
            server.send(Array(#"{"event":""#.utf8) + entry.bytes + Array(#"","data":{}}"#.utf8))
            #expect(
                terminal.wait(seconds: 8) { _ in server.connectionCount > count }, "\(entry.name)")
        }
        terminal.type("Q")
        #expect(terminal.end() == 0)
        expectRulesKept(terminal)
        Self.expectOwnTitles(terminal)
    }

    @Test("lines hold them too, in a terminal as in a pipe", arguments: [[], ["--plain"]])
    func lines(options: [String]) throws {
        let texts = try HostileTexts.all().compactMap(\.text)
        let server = try PlayedServer()
        let terminal = try PseudoTerminal.watching(
            server, command: ["tail"], options + ["news"], columns: 120,
            environment: ["NO_COLOR": "1"])
        #expect(terminal.wait { _ in server.received.contains { $0.contains("subscribe") } })
        Self.attack(server, texts)
        server.send("the-last", on: "news", data: "1")
        // Sentences leave out what comes too fast to be listened to.
        #expect(options == ["--plain"] || terminal.writes("the-last", seconds: 10))
        #expect(terminal.wait(seconds: 10) { $0.output.count > 500 }, "\(terminal.screen.text)")
        terminal.settle(quiet: 300, seconds: 3)
        terminal.send(signal: SIGINT)
        #expect(terminal.end() == 130)
        #expect(OutputRules().findings(in: terminal.output) == [])
        #expect(!terminal.output.contains(0x1B))
    }

    @Test("a permanent refusal is printed after the screen, clean")
    func exitMessages() throws {
        let reason = Array("go \u{1B}]0;owned\u{7}\u{9B}2J\u{202E}away\r\n".utf8)
        for command in [["tail"], []] {
            let server = try PlayedServer()
            let terminal = try PseudoTerminal.watching(
                server, command: command, command.isEmpty ? [] : ["news"], columns: 120)
            #expect(terminal.writes("onnected") || terminal.shows("CONNECTED"))
            #expect(terminal.wait { _ in server.connectionCount == 1 })
            server.close(code: 4001, reason: reason)
            if command.isEmpty {
                #expect(terminal.shows("FAILED"), "\(terminal.screen.text)")
                terminal.type("Q")
                #expect(terminal.end() == 0)
            } else {
                #expect(terminal.end() == 3)
            }
            expectRulesKept(terminal)
            Self.expectOwnTitles(terminal)
        }
    }

    @Test("messages about arguments quote them clean")
    func arguments() throws {
        let texts = try HostileTexts.all().compactMap(\.text)
            .filter { $0.utf8.count < 2000 && !$0.utf8.contains(0) }
        for text in texts.enumerated().filter({ $0.offset % 20 == 0 }).map(\.element) {
            for option in ["--theme", "--policy", "--key"] {
                let terminal = try PseudoTerminal(
                    BuiltProgram.path, ["\(option)=\(text)"], columns: 200)
                #expect(terminal.end() == 2)
                #expect(OutputRules().findings(in: terminal.output) == [], "\(option)")
                #expect(!terminal.output.contains(0x1B), "\(option)")
            }
        }
    }
}

extension HostileTextTests {
    private static func started(_ server: PlayedServer) throws -> PseudoTerminal {
        let terminal = try PseudoTerminal.watching(
            server,
            [
                "--subscribe", "news,presence-room", "--auth-endpoint",
                "http://127.0.0.1:\(server.port)/auth",
            ], columns: 200, rows: 60)
        #expect(terminal.wait { _ in server.received.count { $0.contains("subscribe") } >= 2 })
        #expect(terminal.shows("subscribed"), "\(terminal.screen.text)")
        terminal.type("1j")
        terminal.settle()
        return terminal
    }

    /// Where the panes side by side have their borders.
    private static func borderColumns(_ terminal: PseudoTerminal) -> [Int] {
        let cells = terminal.screen.cells
        return (0..<terminal.screen.columns).filter { column in
            cells.count { $0[column] == "│" } >= cells.count / 2
        }
    }

    /// That the borders still stand there, in every row of the panes that no message covers.
    private static func expectStraight(
        _ terminal: PseudoTerminal, _ columns: [Int], _ place: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let cells = terminal.screen.cells
        let first = cells.firstIndex { $0.joined().contains("1 Channels") } ?? 0
        let bent = columns.filter { column in
            !cells[(first + 1)..<(cells.count - 6)].allSatisfy {
                "│─━┃├┤┬┴┼┝┥┠┨".contains($0[column])
            }
        }
        #expect(bent == [], "\(place)\n\(terminal.screen.text)", sourceLocation: sourceLocation)
    }

    /// That each title is one that the program gives.
    private static func expectOwnTitles(
        _ terminal: PseudoTerminal, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let titles = ControlFunctions(terminal.output).commands(2)
        #expect(
            titles.allSatisfy { $0.wholeMatch(of: /buoy: [a-z ]+ - [a-z0-9.:\/]*/) != nil },
            "\(Set(titles))", sourceLocation: sourceLocation)
    }
}
