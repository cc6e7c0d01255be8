import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Testing

/// `--help` of the program and of its commands, errors of usage, and completion.
@Suite(.inTurn)
struct HelpPageTests {
    private static let commands = [
        "tail", "once", "check", "compare", "trigger", "channels", "users", "terminate", "sign",
        "sandbox", "auth-server", "webhooks", "proxy", "conform", "replay", "history", "report",
        "lab",
        "stage",
        "server", "config", "info", "push",
    ]

    @Test(
        "every page of help is at most 80 columns wide, and says every value once",
        arguments: [[], ["watch"]] + Self.commands.map { [$0] })
    func width(command: [String]) throws {
        let run = try Run(command + ["--help"])
        #expect(run.status == 0)
        for line in run.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        #expect(!run.output.contains(/auto, never.*\n?.*auto, never/), "\(run.output)")
        for value in ["buoy-sandbox-key", "buoy-sandbox-secret"] {
            #expect(run.output.components(separatedBy: value).count <= 2, "\(value)")
        }
    }

    @Test(
        "help is one or two screens, with examples, and says where the rest is",
        arguments: [[]] + Self.commands.map { [$0] })
    func length(command: [String]) throws {
        let short = try Run(command + ["--help"]).output
        let whole = try Run(command + ["--help-all"]).output
        #expect(short.split(separator: "\n", omittingEmptySubsequences: false).count <= 49)
        let hint = "buoy \(command.joined()) --help-all shows everything.\n"
        #expect(whole.count >= short.count - hint.count || command.isEmpty)
        for line in whole.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        #expect(command == ["push"] || command == ["info"] || short.contains("\nEXAMPLES\n"))
        if whole.count > short.count { #expect(short.contains("--help-all")) }
    }

    @Test("the help lists the commands in groups, however it is asked for")
    func commandSection() throws {
        let page = try Run(["--help"]).output
        let names = page.matches(of: /(?m)^  ([a-z-]+)  +[A-Z].*\.$/).map { String($0.1) }
        #expect(names == Self.commands)
        let groups = page.matches(of: /(?m)^([A-Z ]+)$/).map { String($0.1) }
        #expect(
            groups == [
                "USAGE", "WATCH", "HTTP API", "SERVERS", "RECORDINGS", "TEACHING", "SETTINGS",
                "PUSH", "EXAMPLES",
            ])
        for arguments in [["-h"], ["help"], ["watch", "--help"], ["--key", "k", "--help"]] {
            #expect(try Run(arguments).output == page, "\(arguments)")
        }
        #expect(try Run(["help", "sandbox"]).output == Run(["sandbox", "--help"]).output)
        let unknown = try Run(["help", "tial"])
        #expect(unknown.status == 2)
        #expect(unknown.errors.contains("unknown command \"tial\"; did you mean \"tail\"?"))
    }

    @Test("docs/cli.md is what the commands and their variables say")
    func commandReference() throws {
        let page =
            try Run(["manual", "--markdown"]).output + EnvironmentDocumentation.markdown
        let file = SourceTree.root.appending(path: "docs/cli.md")
        if ProcessInfo.processInfo.environment["RECORD_DOCS"] == "1" {
            try page.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == page)
    }

    @Test("an option that is far from every other one gets no suggestion")
    func farOption() throws {
        #expect(try !Run(["--bogus"]).errors.contains("mean"))
        #expect(try Run(["--pollcy", "x"]).errors.contains("did you mean \"--policy\"?"))
    }

    @Test("the sandbox's options come before its faults, and docs/sandbox.md lists its limits")
    func sandbox() throws {
        let page = try Run(["sandbox", "--help-all"]).output
        let (options, faults) = (page.range(of: "--listen"), page.range(of: "over-capacity"))
        #expect(try #require(options).lowerBound < #require(faults).lowerBound)
        let document = try SourceTree.text("docs/sandbox.md")
        let limits = page.components(separatedBy: "LIMITS FOR --LIMIT\n").last ?? ""
        let names = limits.prefix { $0 != "{" }.matches(of: /(?m)^  ([a-z]+-[a-z0-9-]+)[ ]/)
        #expect(names.count > 12)
        for name in names.map(\.1) { #expect(document.contains("| `\(name)` | "), "\(name)") }
    }

    @Test(
        "wrong usage has one form: what is wrong, and where the help is",
        arguments: [
            (
                ["--pol"], "buoy: unknown option \"--pol\"; did you mean \"--policy\"?",
                "buoy --help"
            ),
            (
                ["--sandbox", "--set", "layout=xx"],
                "buoy: --set: unknown value \"xx\" for \"layout\"; choose",
                "buoy --help"
            ),
            (
                ["--sandbox", "--theme", "nrod"],
                "buoy: --theme: unknown theme \"nrod\"; did you mean",
                "buoy --help"
            ),
            (
                ["--sandbox", "--theme", "zzz"], "; run buoy config themes for a list; searched ",
                "buoy --help"
            ),
            (["--key", "k"], "buoy: --key needs a server", "buoy --help"),
            (["--port", "5"], "buoy: --port needs a server", "buoy --help"),
            (["tail", "--port", "5"], "buoy: --port needs a server", "buoy tail --help"),
            (["once", "--port", "5"], "buoy: --port needs a server", "buoy once --help"),
            (["check", "--port", "5"], "buoy: buoy check needs a server", "buoy check --help"),
            (["stage", "x", "--port", "5"], "buoy: --port needs a server", "buoy stage --help"),
            (["sandbox", "--foo"], "buoy: unknown option \"--foo\"", "buoy sandbox --help"),
            (["once", "--only-foo"], "buoy: unknown option \"--only-foo\"", "buoy once --help"),
            (["trigger", "--foo"], "buoy: unknown option \"--foo\"", "buoy trigger --help"),
            (
                ["config", "themes", "nrod"], "buoy: unknown theme \"nrod\"",
                "buoy config themes --help"
            ),
            (["config", "--paths", "x"], "buoy: Only --check takes a PATH.", "buoy config --help"),
        ])
    func usageErrors(arguments: [String], words: String, help: String) throws {
        let run = try Run(arguments)
        #expect(run.status == 2)
        #expect(run.errors.contains(words), "\(run.errors)")
        #expect(run.errors.hasPrefix("buoy: "), "\(run.errors)")
        #expect(run.errors.hasSuffix("\nSee \(help).\n"), "\(run.errors)")
        #expect(!run.errors.contains("Usage:"))
    }

    @Test(
        "whatever an error repeats, it is ASCII with --ascii",
        arguments: [
            (["--theme", "größe"], 2), (["--set", "layout=größe"], 2), (["--policy", "größe"], 2),
            (["--key", "k"], 2), (["--config", "/größe.toml"], 2), (["--größe"], 2),
            (["--set", "größe=1"], 2), (["größe"], 2),
            (["--key", "k", "--host", "h", "--ca-file", "/größe"], 2),
            (["--key", "k", "--host", "h", "--secret-file", "/größe"], 2),
            (["--key", "k", "--host", "h", "--subscribe", "größe"], 2),
            (["--key", "k", "--host", "größe.invalid", "--no-reconnect"], 4),
        ] as [([String], Int32)])
    func asciiErrors(arguments: [String], status: Int32) throws {
        let run = try Run(arguments + ["--ascii"])
        #expect(run.status == status)
        #expect(run.errors.count > 20)
        #expect(run.errors.utf8.allSatisfy { $0 < 0x80 }, "\(run.errors)")
    }

    @Test(
        "the shell completes the options of the default command, and their values",
        arguments: [
            ("buoy --pol", "--policy"), ("buoy --policy pusher-swift-", "pusher-swift-5"),
            ("buoy --set layout=deb", "layout=debugging"), ("buoy san", "sandbox"),
            ("buoy sandbox --tls-c", "--tls-certificate"),
        ])
    func completion(line: String, candidate: String) throws {
        #expect(try self.candidates(line) == [candidate])
    }

    @Test("the shell completes every option that the help of the program lists, and nothing else")
    func everyOption() throws {
        let page = try Run(["--help-all"]).output
        let listed = page.matches(of: /(?m)^  (?:-[a-zA-Z], )?(--[a-z-]+)(?:, (--[a-z-]+))?/)
            .flatMap { [$0.1, $0.2].compactMap { $0.map(String.init) } }
        let completed = try self.candidates("buoy --")
        #expect(Set(completed) == Set(listed))
        #expect(completed.count > 50)
        #expect(
            try self.candidates("buoy --log-level ") == ["error", "warning", "info", "debug"])
    }

    /// What bash offers at the end of a line.
    private func candidates(_ line: String) throws -> [String] { try ShellCompletion.bash(line) }

    @Test("every shell gets a script", arguments: ["bash", "zsh", "fish"])
    func scripts(shell: String) throws {
        let run = try Run(["--generate-completion-script", shell])
        #expect(run.status == 0)
        #expect(run.output.contains("policy"))
        #expect(run.output.contains("tls-certificate"))
    }

    @Test("keys are printed as they are in effect, in columns of at most 80")
    func keys() throws {
        let file = try SecretFile("[keys]\nsubscribe = [\"Ctrl-N\"]\npause = []\n")
        let run = try Run(["config", "keys", "--config", file.path])
        #expect(run.status == 0)
        let lines = run.output.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(lines.contains { $0.contains(/^  Ctrl-N +Subscribe +:subscribe$/) })
        #expect(lines.contains { $0.contains(/^ +Pause or follow +:pause$/) }, "\(run.output)")
        #expect(lines.contains { $0.contains(/^  u Del +Unsubscribe +:unsubscribe +in 1 8$/) })
        #expect(lines.contains("CHANNELS AND BINDINGS"))
        #expect(!run.output.contains("|"))
    }

    @Test("info names the system and the libraries")
    func info() throws {
        let output = try Run(["info"]).output
        for line in [
            /program +buoy \d/, /system +.*Linux/, /Swift +6\.\d/, /OpenSSL +\d+\.\d/,
            /ncurses +\d+\.\d/,
        ] {
            #expect(output.contains(line), "\(output)")
        }
    }

    @Test("the line that watches a sandbox works as it is printed", arguments: [false, true])
    func watchLine(tls: Bool) throws {
        let folder = SourceTree.root
            .appending(path: "Tests/Services/ServersTests/Sandbox/Certificate")
            .path(percentEncoded: false)
        let certificate = [
            "--tls-certificate", folder + "/certificate.pem", "--tls-key", folder + "/key.pem",
        ]
        let sandbox = try Running(
            ["sandbox", "--listen", "0", "--quiet"] + (tls ? certificate : []))
        defer { sandbox.interrupt() }
        let greeting = try #require(sandbox.wait { $0.contains("new Pusher") })
        // Up to the empty line behind it.
        let line = try #require(
            greeting.components(separatedBy: "Watch it:\n").last?
                .components(separatedBy: "\n\n").first)
        let watching = try Running([], script: "exec \(line)")
        let shown = watching.wait { $0.contains("private-orders ~subscribed") }
        #expect(shown != nil, "\(line)\n\(watching.output)\(watching.errors)")
        watching.interrupt()
        #expect(watching.waitForEnd() == 130)
    }
}
