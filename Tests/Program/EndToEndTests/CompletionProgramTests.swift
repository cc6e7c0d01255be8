import BuoyTestBasics
import Foundation
import Testing

/// Completions in real shells.
enum ShellCompletion {
    static let hasFish = FileManager.default.isExecutableFile(atPath: "/usr/bin/fish")

    /// In bash, with the script that the program prints.
    static func bash(_ line: String, environment: [String: String] = [:]) throws -> [String] {
        let file = try Self.script("bash")
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let last = words.count - 1
        let quoted = words.dropFirst().map { "'\($0)'" }.joined(separator: " ")
        let asked = try Running(
            [], environment: environment,
            script: """
                exec bash -c "shopt -s extglob; . '\(file.path)'
                COMP_WORDS=('$0' \(quoted)); COMP_CWORD=\(last)
                COMP_LINE='\(line)'; COMP_POINT=\(line.count)
                _buoy '$0' '\(words[last])' '\(words[last - 1])'; echo \\"\\${COMPREPLY[@]}\\""
                """)
        #expect(asked.waitForEnd() == 0, "\(asked.errors)")
        #expect(asked.errors.isEmpty, "\(asked.errors)")
        return asked.output.split { $0.isWhitespace }.map(String.init)
    }

    /// In fish, each with what it shows beside it.
    static func fish(_ line: String, environment: [String: String] = [:]) throws -> [String] {
        let file = try Self.script("fish")
        let asked = try Running(
            [], environment: environment,
            script: """
                PATH="$(dirname "$0"):$PATH" exec fish --no-config -c \
                "source '\(file.path)'; complete -C '\(line)'"
                """)
        #expect(asked.waitForEnd() == 0, "\(asked.errors)")
        return asked.output.split(separator: "\n").map(String.init)
    }

    private static func script(_ shell: String) throws -> SecretFile {
        let script = try Run(["--generate-completion-script", shell])
        #expect(script.status == 0)
        return try SecretFile(script.output)
    }
}

@Suite("Values that shells complete", .inTurn)
struct CompletionProgramTests {
    private let configuration: SecretFile

    init() throws {
        self.configuration = try SecretFile(
            """
            [servers.prod]
            cluster = "eu"
            key = "k"
            channels = ["orders", "presence-lobby"]

            [servers.staging]
            host = "staging.example.com"
            port = 6001
            key = "k"
            """)
    }

    private var environment: [String: String] { ["BUOY_CONFIG": self.configuration.path] }

    @Test(
        "bash completes servers, channels, kinds, columns, themes, layouts and commands",
        arguments: [
            ("buoy pr", ["proxy", "prod"]), ("buoy prod st", ["stage", "staging"]),
            ("buoy --server ", ["prod", "staging"]), ("buoy tail --server st", ["staging"]),
            ("buoy tail --server prod ", ["orders", "presence-lobby"]),
            ("buoy once --server prod orders ", ["presence-lobby"]),
            ("buoy check --server prod or", ["orders"]),
            ("buoy trigger --server prod orders,", ["orders,presence-lobby"]),
            ("buoy trigger --server prod orders o", []),
            ("buoy users --server prod ", ["presence-lobby"]),
            ("buoy prod --subscribe orders,p", ["orders,presence-lobby"]),
            ("buoy tail --sandbox ticker-B", ["ticker-BTC"]), ("buoy tail ticker-B", []),
            ("buoy tail --key k ", []),
            ("buoy tail --only event,me", ["event,member"]),
            ("buoy tail --fields time,ch", ["time,channel"]),
            ("buoy --theme solar", ["solarized-dark", "solarized-light"]),
            ("buoy config themes nor", ["nord"]),
            ("buoy --set mouse", ["mouse=auto", "mouse=false", "mouse=true"]),
            ("buoy help ta", ["tail"]), ("buoy help push re", ["register"]),
        ])
    func bash(line: String, candidates: [String]) throws {
        #expect(
            try ShellCompletion.bash(line, environment: self.environment).sorted()
                == candidates.sorted())
    }

    @Test("bash offers commands and servers first, and options for a dash")
    func commandsFirst() throws {
        let offered = try ShellCompletion.bash("buoy ", environment: self.environment)
        #expect(offered.contains("tail") && offered.contains("prod"))
        #expect(!offered.contains { $0.hasPrefix("-") })
        let options = try ShellCompletion.bash("buoy --the", environment: self.environment)
        #expect(options == ["--theme"])
    }

    @Test(
        "fish shows words about a value, and never the help of its option",
        .enabled(if: ShellCompletion.hasFish),
        arguments: [
            ("buoy --server ", ["prod\tcluster eu", "staging\tstaging.example.com:6001"]),
            ("buoy tail --server prod pre", ["presence-lobby\tprod"]),
            ("buoy --policy pusher-j", ["pusher-java", "pusher-js"]),
            ("buoy --theme nor", ["nord"]), ("buoy --auth-transport ", ["form", "jsonp", "query"]),
            ("buoy pro", ["prod\tcluster eu", "proxy\tWatch other programs' connections"]),
            ("buoy help ta", ["tail\tPrint channel events as lines, JSON or columns."]),
        ])
    func fish(line: String, candidates: [String]) throws {
        let offered = try ShellCompletion.fish(line, environment: self.environment).sorted()
        #expect(offered.count == candidates.count, "\(offered)")
        for (offer, candidate) in zip(offered, candidates) {
            #expect(offer.hasPrefix(candidate), "\(offer)")
            #expect(offer.contains("\t") == candidate.contains("\t"), "\(offer)")
        }
    }

    @Test("zsh asks for servers beside commands, and for commands after help")
    func zsh() throws {
        let script = try Run(["--generate-completion-script", "zsh"]).output
        #expect(script.components(separatedBy: "---completion -- --server-word").count == 3)
        #expect(script.contains("'*:subcommands:{__buoy_custom_complete ---completion -- --comm"))
    }

    @Test("saved layouts are completed, and a damaged state file stays where it is")
    func layouts() throws {
        let folder = try TestFolder()
        let environment = ["XDG_STATE_HOME": folder.path]
        let state = """
            version = 1
            [layouts]
            mine = { is = "events" }
            """
        try folder.write(state, to: "buoy/state.toml")
        let layouts = try ShellCompletion.bash("buoy --set layout", environment: environment)
        #expect(layouts.contains("layout=mine") && layouts.contains("layout=events"))
        try folder.write("= damaged", to: "buoy/state.toml")
        #expect(
            try ShellCompletion.bash("buoy --set layout", environment: environment).count == 4)
        #expect(folder.names(in: "buoy") == ["state.toml"])
    }

    @Test("a configuration with an error, or none, offers nothing and says nothing")
    func errors() throws {
        let broken = try SecretFile("[servers.prod]\nhost = 5\n")
        for path in [broken.path, "/nowhere.toml"] {
            #expect(
                try ShellCompletion.bash("buoy --server ", environment: ["BUOY_CONFIG": path])
                    .isEmpty)
        }
    }

    @Test("variables about a server do not mix with the question of a shell")
    func variables() throws {
        let more = ["BUOY_KEY": "k", "BUOY_HOST": "h", "BUOY_POLICY": "never"]
        let environment = self.environment.merging(more) { $1 }
        #expect(
            try ShellCompletion.bash("buoy tail --server ", environment: environment)
                == ["prod", "staging"])
        #expect(try ShellCompletion.bash("buoy tail ", environment: environment).isEmpty)
    }
}
