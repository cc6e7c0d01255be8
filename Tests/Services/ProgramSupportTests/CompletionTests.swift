import ArgumentParser
import BuoyScripts
import Testing

@testable import BuoyProgramSupport

/// Shell completion.
struct CompletionTests {
    // MARK: The line

    @Test(
        "the values of an option are those of the whole line, but not the word that is typed",
        arguments: [
            (["buoy", "tail", "--server", "prod", ""], 4, ["prod"]),
            (["buoy", "tail", "--server=prod", ""], 3, ["prod"]),
            (["buoy", "tail", "--server", "=", "prod", ""], 5, ["prod"]),
            (["buoy", "tail", "--server", "'prod'", ""], 4, ["prod"]),
            (["buoy", "tail", "", "--server", "prod"], 2, ["prod"]),
            (["buoy", "--server", "a", "--server", "b", ""], 5, ["a", "b"]),
            (["buoy", "--server", "pr"], 2, []), (["buoy", "--server=pr"], 1, []),
            (["buoy", "--servers", "pr", ""], 3, []), (["buoy", "--server"], 1, []),
        ] as [([String], Int, [String])])
    func values(words: [String], index: Int, values: [String]) {
        #expect(CompletedLine(words, at: index).values(of: "--server") == values)
    }

    @Test("a word outside the line is empty")
    func outside() {
        for index in [-5, 0, 3, 9] {
            let line = CompletedLine(["buoy", "tail", "x"], at: index)
            #expect(line.typed.isEmpty)
            #expect(line.before.count <= 2)
        }
        #expect(CompletedLine([], at: 0).words.isEmpty)
    }

    @Test(
        "an argument is a word that is no option and no value of one",
        arguments: [
            (["buoy", "trigger", ""], false), (["buoy", "trigger", "orders", ""], true),
            (["buoy", "trigger", "--server", "prod", ""], false),
            (["buoy", "trigger", "--server=prod", "orders", ""], true),
            (["buoy", "--server", "trigger"], false),
        ])
    func arguments(words: [String], has: Bool) {
        let line = CompletedLine(words, at: words.count - 1)
        #expect(line.hasArgument(of: "trigger") == has)
    }

    // MARK: Values

    @Test("fish gets words about each value, even if there are none, and other shells get values")
    func lines() {
        let value = CompletionValue("prod", "cluster eu")
        #expect(value.line(for: .fish) == "prod\tcluster eu")
        #expect(CompletionValue("nord").line(for: .fish) == "nord\t")
        #expect(value.line(for: .bash) == "prod")
        #expect(value.line(for: nil) == "prod")
    }

    private static var prod: NamedServer {
        var settings = ServerSettings()
        settings.channels = ["orders", "presence-lobby"]
        return NamedServer(name: "prod", place: .cluster("eu"), key: "k", settings: settings)
    }

    private static let source = CompletionSource(
        servers: { path in
            path == nil
                ? [Self.prod, NamedServer(name: "staging", place: .host("h"), key: "k")]
                : [NamedServer(name: "other", place: .host("h"), key: "k")]
        }, sandboxChannels: [CompletionValue("ticker")])

    /// A command with everything that is completed from the configuration.
    private struct Command: ParsableCommand {
        @Option(completion: ServerArguments.completion) var server: String?
        @Option(completion: .channels) var channel: String?
        @Option(completion: .channelLists) var channels: String?
        @Option(completion: .serverChannels { $1.hasPrefix("presence-") }) var presence: String?
    }

    /// The program's answer to a shell, for a word of a line.
    private func answer(_ option: String, _ words: [String]) -> [String] {
        let request = ["---completion", "--", option, "\(words.count - 1)", "0"] + words
        return CompletionSource.$current.withValue(Self.source) {
            do {
                _ = try Command.parseAsRoot(request)
                return []
            } catch {
                return Command.fullMessage(for: error).split(separator: "\n").map(String.init)
            }
        }
    }

    @Test("servers are those of the configuration that the line names, each once")
    func servers() {
        #expect(self.answer("--server", ["buoy", "--server", ""]) == ["prod", "staging"])
        #expect(self.answer("--server", ["buoy", "prod", ""]) == ["staging"])
        #expect(
            self.answer("--server", ["buoy", "--config", "x.toml", "--server", ""]) == ["other"])
    }

    @Test(
        "channels are those of the server, or of the sandbox",
        arguments: [
            (["buoy", "tail", "--server", "prod", ""], ["orders", "presence-lobby"]),
            (["buoy", "tail", "orders", "--server", "prod", ""], ["presence-lobby"]),
            (["buoy", "tail", "--server", "staging", ""], []),
            (["buoy", "tail", "--host", "h", ""], []), (["buoy", "tail", "--env=.env", ""], []),
            (["buoy", "tail", ""], []), (["buoy", "tail", "--sandbox", ""], ["ticker"]),
        ])
    func channels(words: [String], channels: [String]) {
        #expect(self.answer("--channel", words) == channels)
    }

    @Test("a list goes on after its last comma, and has each channel once")
    func lists() {
        let words = ["buoy", "--server", "prod", "--subscribe", "orders,pre"]
        #expect(self.answer("--channels", words) == ["orders,presence-lobby"])
        #expect(self.answer("--channels", ["buoy", "--subscribe", ""]) == ["ticker"])
    }

    @Test("a pattern of a command selects some of the channels")
    func serverChannels() {
        let words = ["buoy", "users", "--server", "prod", ""]
        #expect(self.answer("--presence", words) == ["presence-lobby"])
        #expect(self.answer("--presence", ["buoy", "users", ""]).isEmpty)
    }
}
