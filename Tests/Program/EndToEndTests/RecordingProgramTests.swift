import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Glibc
import Testing

/// A recording as users make and see it: the program in a terminal.
@Suite("Recording and replaying with the program", .inTurn)
struct RecordingProgramTests {
    private func isJSON(_ line: Substring) -> Bool {
        (try? JSONSerialization.jsonObject(with: Data(line.utf8))) != nil
    }

    @Test("killed at any time, a recording has whole lines, and at most the last is not")
    func killed() throws {
        for wanted in [20, 30, 45] {
            let folder = try TestFolder()
            let terminal = try PseudoTerminal(
                BuiltProgram.path, ["--record", folder.recording, "--record-frames"])
            #expect(terminal.shows("REC "), "\(terminal.screen.text)")
            #expect(waitUntil { folder.lines.count >= wanted })
            kill(terminal.process, SIGKILL)
            _ = terminal.end()
            let lines = folder.lines
            #expect(lines.dropLast().allSatisfy { self.isJSON($0) })
            #expect(lines.count >= wanted)
            let history = try Run(["history", folder.recording, "--json"])
            #expect(history.status == 0, "\(history.errors)")
            let replay = try PseudoTerminal(
                BuiltProgram.path, ["replay", folder.recording, "--speed", "1000"])
            #expect(replay.shows("REPLAY ended"), "\(replay.screen.text)")
            #expect(replay.shows("CONNECTED"), "\(replay.screen.text)")
            replay.type("q")
            #expect(replay.end() == 0)
        }
    }

    @Test(
        "recording begins and ends in the middle, and a replay of it begins with what was in effect"
    )
    func middle() throws {
        let folder = try TestFolder()
        let terminal = try PseudoTerminal(BuiltProgram.path)
        // Everything that the recording starts with is there, so that it is in the checkpoint.
        #expect(terminal.shows("CONNECTED"), "\(terminal.screen.text)")
        #expect(terminal.shows("● presence-lobby"), "\(terminal.screen.text)")
        terminal.type(":record \(folder.recording)\r")
        #expect(terminal.shows("REC "), "\(terminal.screen.text)")
        #expect(waitUntil { folder.lines.count >= 6 })
        terminal.type(":record off\r")
        #expect(terminal.shows("recorded "), "\(terminal.screen.text)")
        terminal.type("Q")
        #expect(terminal.end() == 0)
        #expect(folder.lines.last == "")
        #expect(folder.lines[1].contains(#""kind":"checkpoint""#))
        let replay = try PseudoTerminal(
            BuiltProgram.path, ["replay", folder.recording, "--since", "start"])
        // The recording is short: it may have ended before the first screen.
        #expect(replay.shows("REPLAY ended"), "\(replay.screen.text)")
        #expect(replay.shows("CONNECTED"), "\(replay.screen.text)")
        #expect(replay.shows("presence-lobby"), "\(replay.screen.text)")
        replay.type("s")
        #expect(replay.shows("a replay has no connection"), "\(replay.screen.text)")
        replay.type(":subscribe news\r")
        #expect(
            replay.wait(seconds: 5) {
                $0.screen.text.contains(":subscribe news")
                    && $0.screen.text.contains("a replay has no connection")
            }, "\(replay.screen.text)")
        replay.type("\u{3}")
        #expect(
            replay.wait(seconds: 5) { !$0.screen.text.contains(":subscribe news") },
            "\(replay.screen.text)")
        replay.type("Z")
        #expect(replay.shows("pusher-js"), "the laboratory needs no connection")
        replay.type("\u{1B}")
        #expect(replay.shows("1 Channels"), "\(replay.screen.text)")
        replay.type("q")
        #expect(replay.end() == 0)
        expectRulesKept(replay)
    }

    @Test("tail records everything, whatever it prints, and to the end")
    func tail() throws {
        let folder = try TestFolder()
        let run = try Run(
            [
                "tail", "--sandbox", "ticker-BTC", "ticker-ETH", "--only", "events", "--filter",
                "channel:*BTC",
                "--count", "2", "--record", folder.recording,
            ])
        #expect(run.status == 0, "\(run.errors)")
        let printed = run.output.split(separator: "\n")
        #expect(printed.count == 2)
        #expect(folder.lines.last == "")
        let found = try Run(["history", folder.recording, "--filter", "channel:*BTC event:price"])
        let recorded = found.output.split(separator: "\n")
        #expect(recorded.starts(with: printed), "\(found.output)")
        #expect(folder.lines.contains { $0.contains(#""kind":"subscription_changed""#) })
    }

    @Test("a recording of a name that is in use has another, which is said")
    func nameInUse() throws {
        let folder = try TestFolder()
        let first = try Running(["tail", "--sandbox", "--record", folder.recording])
        #expect(first.wait { $0.contains("price") } != nil)
        let second = try Run(["tail", "--sandbox", "--count", "1", "--record", folder.recording])
        #expect(second.status == 0)
        #expect(
            second.errors.contains("\(folder.recording) is in use by another recording"),
            "\(second.errors)")
        let terminal = try PseudoTerminal(BuiltProgram.path, columns: 200)
        #expect(terminal.shows("CONNECTED"))
        terminal.type(":record \(folder.recording)\r")
        #expect(terminal.shows("in use by another recording"), "\(terminal.screen.text)")
        terminal.type("Q")
        #expect(terminal.end() == 0)
        first.interrupt()
        _ = first.waitForEnd()
        #expect(folder.names.count == 3)
    }

    @Test("saved JSON lines are a recording, and say the same as the one that was made with them")
    func savedLines() throws {
        let folder = try TestFolder()
        let run = try Run([
            "tail", "--sandbox", "--json", "--verbose", "--count", "40", "--record",
            folder.recording,
        ])
        #expect(run.status == 0, "\(run.errors)")
        let saved = folder.file("saved.jsonl")
        try Data(run.output.utf8).write(to: URL(fileURLWithPath: saved))
        let history = ["--json", "--verbose"]
        #expect(try Run(["history", saved] + history).output == run.output)
        let recorded = try Run(["history", folder.recording] + history).output
        #expect(recorded.hasPrefix(run.output), "\(recorded)")
        let report = try Run(["report", saved]).output
        #expect(report.contains("40 lines") && report.contains("unreadable 0"), "\(report)")
        let replay = try PseudoTerminal(BuiltProgram.path, ["replay", saved, "--speed", "1000"])
        #expect(replay.shows("REPLAY ended"), "\(replay.screen.text)")
        #expect(replay.shows("CONNECTED"), "\(replay.screen.text)")
        replay.type("q")
        #expect(replay.end() == 0)
    }

    @Test("lines of several servers are refused, with a way to select one")
    func severalServers() throws {
        let folder = try TestFolder()
        let line =
            #"{"v":1,"time":"2026-11-21T14:02:32Z","clock_ns":5,"number":1,"server":"prod""#
            + #","kind":"suspended","duration_ms":4}"#
        let saved = folder.file("saved.jsonl")
        try Data("\(line)\n".utf8).write(to: URL(fileURLWithPath: saved))
        let run = try Run(["history", saved])
        #expect(run.status == 2)
        #expect(run.errors.contains("has the lines of several servers: select one with jq"))
    }

    @Test("no secret is in a recording, even if the server repeats it")
    func secrets() throws {
        let folder = try TestFolder()
        var script = PlayedServer.Script()
        script.authorize = { _ in (403, Array("refused: open-sesame-1, open-sesame-2".utf8)) }
        let server = try PlayedServer(script)
        defer { server.stop() }
        let header = try SecretFile("open-sesame-1\n")
        let parameter = try SecretFile("open-sesame-2\n")
        let run = try Run([
            "tail", "private-a", "--host", "127.0.0.1", "--port", "\(server.port)", "--no-tls",
            "--key", "k", "--auth-endpoint", "http://127.0.0.1:\(server.port)/auth",
            "--auth-header", "X-Token=@\(header.path)",
            "--auth-param", "token=@\(parameter.path)", "--record", folder.recording,
        ])
        #expect(run.status == 5, "\(run.errors)")
        let recorded = folder.lines.joined(separator: "\n")
        #expect(recorded.contains(#""status":403"#))
        #expect(!recorded.contains("sesame"))
    }

    @Test("files that cannot be recorded to or read are refused before anything starts")
    func refused() throws {
        let folder = try TestFolder()
        let unwritable = try Run(["--sandbox", "--record", Nowhere.file])
        #expect(unwritable.status == 2)
        #expect(unwritable.errors.contains("--record: cannot create \(Nowhere.file): no such file"))
        try Data("hello\n".utf8).write(to: URL(filePath: folder.recording))
        for command in ["replay", "history", "report"] {
            let run = try Run([command, folder.recording])
            #expect(run.status == 2, "\(command)")
            #expect(run.errors.contains("is not a buoy recording"), "\(run.errors)")
        }
        let size = try Run(["--record", "x", "--record-limit", "size=small"])
        #expect(size.status == 2)
        #expect(size.errors.contains("--record-limit size must be a size of at least 64 KiB"))
    }

    @Test("lines are recorded too, a filter finds them again, and a report names nothing")
    func lines() throws {
        let folder = try TestFolder()
        let running = try Running(
            ["--sandbox", "--record", folder.recording, "--fault", "delay 5ms for 1h"])
        #expect(running.wait { $0.contains("price") } != nil)
        running.interrupt()
        _ = running.waitForEnd()
        #expect(folder.lines.contains { $0.contains(#""kind":"fault""#) })
        let found = try Run([
            "history", folder.recording, "--filter", "event:price", "--count", "1",
        ])
        #expect(found.status == 0)
        #expect(found.output.contains("price"))
        let none = try Run(["history", folder.recording, "--filter", "event:no-such"])
        #expect(none.status == 1)
        let report = try Run(["report", folder.recording])
        #expect(report.status == 0)
        #expect(report.output.contains("state connecting -> connected"))
        #expect(!report.output.contains("price"))
        #expect(!report.output.contains("lobby"))
        #expect(!report.output.contains("symbol"))
    }

    @Test("a time or a filter may begin with a dash; a number that may not says what is allowed")
    func dashes() throws {
        let folder = try TestFolder()
        let run = try Run([
            "tail", "--sandbox", "ticker-BTC", "--count", "3", "--filter", "-typing", "--record",
            folder.recording,
        ])
        #expect(run.status == 0, "\(run.errors)")
        let history = { try Run(["history", folder.recording, "--verbose"] + $0) }
        let whole = try history([]).output
        #expect(try history(["--since", "-1h"]).output == whole)
        let none = try history(["--until", "-1h", "--filter", "-typing"])
        #expect(none.output.split(separator: "\n").count < 3, "\(none.output)\(none.errors)")
        #expect(!none.errors.contains("Missing"), "\(none.errors)")
        let replay = try PseudoTerminal(
            BuiltProgram.path, ["replay", folder.recording, "--since", "-1s"])
        #expect(replay.shows("REPLAY"), "\(replay.screen.text)")
        replay.type("q")
        #expect(replay.end() == 0)
        for (words, sentence) in [
            (["report", folder.recording, "--last", "-1"], "--last must be between 0 and 10000."),
            (["history", folder.recording, "--count", "-1"], "--count must be at least 1."),
            (["history", folder.recording, "--since", "-x"], "--since"),
            (["--port", "-1"], "The port must be between"),
            (["tail", "a", "--for", "-1s"], "--for must be a time"),
        ] {
            let refused = try Run(words)
            #expect(refused.status == 2)
            #expect(refused.errors.contains(sentence), "\(refused.errors)")
        }
    }

    @Test("options about files of a recording are refused where nothing can be recorded")
    func withoutFile() throws {
        for words in [["tail", "--sandbox"], ["--sandbox"]] {
            let run = try Run(words + ["--record-frames"])
            #expect(run.status == 2)
            #expect(
                run.errors.contains("--record-frames needs --record FILE"), "\(words) \(run.errors)"
            )
        }
    }

    @Test("a replay has no options that print, and says so when there is no terminal")
    func printing() throws {
        for option in ["--plain", "--skip"] {
            let run = try Run(["replay", "x.jsonl", option])
            #expect(run.status == 2)
            #expect(run.errors.contains("unknown option \"\(option)\""), "\(run.errors)")
        }
        for option in ["--plain", "--skip"] {
            let run = try Run(["proxy", "127.0.0.1:1", option])
            #expect(run.errors.contains("unknown option \"\(option)\""), "\(run.errors)")
        }
    }

    @Test("a report masks the server and the channels everywhere, or shows them everywhere")
    func reportNames() throws {
        let folder = try TestFolder()
        let run = try Run([
            "tail", "--sandbox", "private-orders", "--count", "3", "--record", folder.recording,
        ])
        #expect(run.status == 0, "\(run.errors)")
        var text = folder.lines.joined(separator: "\n")
        text.replace(#""server":"sandbox""#, with: #""server":"prod""#, maxReplacements: 1)
        text.replace(/"address":"[^"]*"/, with: #""address":"wss://ws.example.com:443""#)
        try Data((text + "{\n").utf8).write(to: URL(filePath: folder.recording))
        let masked = try Run(["report", folder.recording])
        #expect(masked.output.hasPrefix("A buoy recording, without names, data or secrets\n"))
        #expect(masked.output.contains("server name(4), wss://host(14):443, no TLS"))
        #expect(!masked.output.contains("orders"), "\(masked.output)")
        #expect(!masked.output.contains("prod"), "\(masked.output)")
        #expect(masked.errors.contains("warning: 1 line of "), "\(masked.errors)")
        let named = try Run(["report", folder.recording, "--names"])
        #expect(named.output.hasPrefix("A buoy recording, without data or secrets\n"))
        #expect(named.output.contains("server prod, wss://ws.example.com:443, no TLS"))
        #expect(named.output.contains("private-orders waiting"), "\(named.output)")
        #expect(!named.output.contains("…("), "\(named.output)")
    }
}

extension TestFolder {
    fileprivate var recording: String { self.file("session.jsonl") }

    /// The lines of the recording; the last one is empty if the one before it is whole.
    fileprivate var lines: [Substring] {
        let data = FileManager.default.contents(atPath: self.recording) ?? Data()
        return String(decoding: data, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
    }
}
