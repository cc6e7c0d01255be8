import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Testing

/// `buoy compare`: two servers that deliver the same, and two that do not.
@Suite("buoy compare", .inTurn)
struct CompareProgramTests {
    /// Two servers that are played, and a comparison of them that is running.
    private final class Comparison {
        let servers: [PlayedServer]
        let folder: TestFolder
        let running: Running

        init(_ options: [String]) throws {
            let servers = [try PlayedServer(), try PlayedServer()]
            let folder = try TestFolder()
            self.folder = folder
            self.servers = servers
            let path = try PlayedServer.configuration(of: servers, in: folder)
            self.running = try Running(
                ["compare", "one", "two", "orders", "--ready", "--config", path] + options)
            let running = self.running
            try #require(
                waitUntil { running.errors.contains("buoy: ready\n") }, "\(running.errors)")
        }

        deinit { for server in self.servers { server.stop() } }

        func send(_ data: String, to places: [Int]) {
            for place in places { self.servers[place].send("paid", on: "orders", data: data) }
        }
    }

    @Test("the same events end with 0")
    func same() throws {
        let comparison = try Comparison(["--for", "10s", "--window", "5s"])
        comparison.send("1", to: [0, 1])
        comparison.send("2", to: [1, 0])
        #expect(comparison.running.waitForEnd() == 0, "\(comparison.running.errors)")
        let output = comparison.running.output
        #expect(output.hasPrefix("Same. Events: one 2, two 2; no differences\n"), "\(output)")
        #expect(output.contains("2 arrived from both"), "\(output)")
    }

    @Test("an event that only one delivers is a row, and ends with 7, also after Ctrl-C")
    func different() throws {
        let comparison = try Comparison(["--for", "1h", "--window", "500ms"])
        comparison.send("1", to: [0, 1, 1])
        let row = " two + orders paid 1\n"
        #expect(
            comparison.running.wait { $0.contains(row) } != nil, "\(comparison.running.output)")
        comparison.running.interrupt()
        #expect(comparison.running.waitForEnd() == 7)
        #expect(
            comparison.running.output.contains("Different. Events: one 1, two 2; 1 only in two"),
            "\(comparison.running.output)")
    }

    @Test(
        "other numbers of subscribers are a note, and the events are the same",
        arguments: [[], ["-j"]])
    func counts(options: [String]) throws {
        let comparison = try Comparison(["--for", "2s", "--window", "500ms"] + options)
        for (server, count) in zip(comparison.servers, [2, 5]) {
            server.send(
                "pusher_internal:subscription_count", on: "orders",
                data: #"{"subscription_count":\#(count)}"#)
        }
        comparison.send("1", to: [0, 1])
        #expect(comparison.running.waitForEnd() == 0, "\(comparison.running.output)")
        let counts = "2 subscribers in one, 5 in two"
        let lines =
            options.isEmpty
            ? "note: orders: \(counts)\nSame. Events: one 1, two 1; no differences\n"
            : #"{"v":1,"note":"channel","channel":"orders","detail":"\#(counts)"}\#n"#
                + #"{"v":1,"result":"same","exit_code":0,"#
        #expect(comparison.running.output.contains(lines), "\(comparison.running.output)")
    }

    @Test("differences are objects, and so is the result")
    func json() throws {
        let comparison = try Comparison(["--for", "4s", "--window", "300ms", "--json"])
        comparison.send(#"{"n":1}"#, to: [0])
        comparison.send(#"{"n":2}"#, to: [1])
        #expect(comparison.running.waitForEnd() == 7, "\(comparison.running.errors)")
        let objects = try comparison.running.output.split(separator: "\n").map { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        }
        let first = try #require(objects.first)
        #expect(first["difference"] as? String == "data", "\(comparison.running.output)")
        let event = try #require(first["event"] as? [String: Any])
        #expect(event["server"] as? String == "one")
        #expect((first["other"] as? [String: Any])?["server"] as? String == "two")
        let last = try #require(objects.last)
        #expect(last["result"] as? String == "different")
        #expect(last["exit_code"] as? Int == 7)
        #expect((last["events"] as? [String: Int]) == ["one": 1, "two": 1])
    }

    @Test("a server that refuses ends it with its code, and one that is twice the same with 2")
    func failures() throws {
        let comparison = try Comparison([])
        comparison.servers[1].close(code: 4001, reason: [])
        #expect(comparison.running.waitForEnd() == 3)
        #expect(comparison.running.errors.contains("buoy: two: "), "\(comparison.running.errors)")
        let path = comparison.folder.file("config.toml")
        for (words, sentence) in [
            (["one", "one", "a"], "Name two different servers."),
            (["one", "two"], "Name at least one channel to compare."),
            (["one", "two", "a", "--window", "20s"], "at most half"),
            (["one", "tow", "a"], "did you mean \"two\"?"),
        ] {
            let run = try Run(["compare", "--config", path] + words)
            #expect(run.status == 2)
            #expect(run.errors.contains(sentence), "\(run.errors)")
        }
    }

    /// Lines as `buoy tail --json` prints them, on a clock of their own; the seconds of an event
    /// are its data.
    private func lines(_ seconds: [Int], clock: Int, changed: Int? = nil) -> String {
        seconds.map { second in
            let time = "2026-11-28T10:00:\(second < 10 ? "0" : "")\(second).000000Z"
            let data = second == changed ? "changed" : "\(second)"
            return """
                {"v":1,"time":"\(time)","clock_ns":\(clock + second * 1_000_000_000),\
                "number":\(second + 1),"kind":"received","event":"paid","channel":"orders",\
                "data":"\(data)"}

                """
        }.joined()
    }

    @Test("saved lines are compared by the wall clock")
    func savedLines() throws {
        let folder = try TestFolder()
        let files = ["one.jsonl", "two.jsonl", "other.jsonl"].map(folder.file)
        let all = Array(0...59)
        let texts = [
            self.lines(all, clock: 5), self.lines(all, clock: 77_000_000_000),
            self.lines(all.filter { $0 != 20 }, clock: 9, changed: 30),
        ]
        for (file, text) in zip(files, texts) {
            try Data(text.utf8).write(to: URL(filePath: file))
        }
        let same = try Run(["compare", files[0], files[1]])
        #expect(same.status == 0, "\(same.errors)")
        #expect(same.output.hasPrefix("Same. Events: one.jsonl 60, two.jsonl 60; no differences\n"))
        let different = try Run(["compare", files[0], files[2], "orders", "--window", "2s"])
        #expect(different.status == 7, "\(different.errors)")
        for text in [
            "00:20.000 one.jsonl + orders paid 20\n", "one.jsonl # orders paid 30\n",
            "other.jsonl # orders paid changed\n", "1 only in one.jsonl, 1 differs\n",
        ] {
            #expect(different.output.contains(text), "\(different.output)")
        }
    }

    @Test("files that cannot be compared are refused, with the reason")
    func refusedFiles() throws {
        let folder = try TestFolder()
        let files = ["one.jsonl", "later.jsonl", "text.jsonl"].map(folder.file)
        let texts = [
            self.lines([1, 2], clock: 5), self.lines([40, 41], clock: 5), "Once upon a time\n",
        ]
        for (file, text) in zip(files, texts) {
            try Data(text.utf8).write(to: URL(filePath: file))
        }
        for (words, sentence) in [
            ([files[0], files[1]], "were not made at the same time"),
            ([files[0], files[0], "news"], "have no such channel in common"),
            ([files[0], files[2]], "is not a buoy recording"),
            ([files[0], "prod"], "Compare two servers or two files."),
            ([files[0], files[1], "--for", "3s"], "--for is for servers"),
        ] {
            let run = try Run(["compare"] + words)
            #expect(run.status == 2)
            #expect(run.errors.contains(sentence), "\(run.errors)")
        }
    }
}
