import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Testing

@Suite("Channels from a file", .inTurn)
struct ChannelsFileTests {
    private let folder: TestFolder
    private let path: String

    init() throws {
        self.folder = try TestFolder()
        self.path = self.folder.file("channels")
    }

    private func write(_ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: self.path))
    }

    @Test("a file, and standard input, name channels; comments and empty lines are skipped")
    func names() throws {
        try self.write("# ours\nalpha\r\n\n  beta  # the second\ngamma")
        for (file, input) in [(self.path, nil), ("-", self.path)] as [(String, String?)] {
            let server = try PlayedServer()
            defer { server.stop() }
            let running = try Running(
                [
                    "tail", "delta", "--channels-file", file, "--key", "k", "--host", "127.0.0.1",
                    "--port", "\(server.port)", "--no-tls", "--no-proxy",
                ], input: input)
            let all = ["alpha", "beta", "gamma", "delta"]
            #expect(
                waitUntil {
                    let received = server.received.joined()
                    return all.allSatisfy { received.contains("\"\($0)\"") }
                }, "\(server.received) \(running.errors)")
            running.interrupt()
            #expect(running.waitForEnd() == 130)
        }
    }

    @Test("a name that cannot be one is refused with its line")
    func badName() throws {
        try self.write("alpha\nbe ta\n")
        let run = try Run(["tail", "--sandbox", "--channels-file", self.path])
        #expect(run.status == 2)
        #expect(run.errors.contains("channels, line 2: "), "\(run.errors)")
        try self.write("# none\n")
        #expect(
            try Run(["tail", "--sandbox", "--channels-file", self.path]).errors.contains(
                "names no channel"))
    }

    @Test(
        "what looks like a file is refused with the option",
        arguments: [
            ["tail", "-"], ["once", "@names"], ["check", "a", "@names"], ["--subscribe", "-"],
        ])
    func looksLikeFile(words: [String]) throws {
        let run = try Run(words)
        #expect(run.status == 2)
        #expect(run.errors.contains("use --channels-file"), "\(run.errors)")
    }

    @Test("more arguments than the parser can take are refused at once")
    func manyArguments() throws {
        let run = try Run(["tail"] + (0..<2000).map { "a\($0)" })
        #expect(run.status == 2)
        #expect(run.errors.contains("--channels-file"), "\(run.errors)")
    }
}
