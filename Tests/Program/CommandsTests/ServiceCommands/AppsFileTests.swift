import ArgumentParser
import BuoyProgramSupport
import BuoyScripts
import BuoyServers
import BuoyTestBasics
import Testing

@testable import BuoyCommands

@Suite("The apps of a sandbox in a file")
struct AppsFileTests {
    private static func apps(_ text: String) throws -> [SandboxApplication] {
        var base = SandboxApplication()
        base.limits.members = 7
        return try AppsFile.apps(text, path: "apps.toml", folder: Nowhere.folder + "/", base: base)
    }

    private static func error(_ text: String) -> String? {
        do {
            _ = try Self.apps(text)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test("each app has its names, limits and webhooks, and otherwise what the arguments say")
    func apps() throws {
        let apps = try Self.apps(
            """
            [[app]]
            key = "shop"
            secret = "s1"
            max_members = 3
            max_event_size = 100
            client_events = false
            subscription_counts = false
            webhooks = ["http://127.0.0.1:1/#cache_miss", "http://127.0.0.1:2"]
            webhook_batch = 5
            webhook_batch_time = "250ms"

            [[app]]
            key = "games"
            id = 42
            secret = "s2"
            """)
        let shop = try #require(apps.first)
        #expect(shop.app.key == "shop")
        #expect(shop.app.id == "1")
        #expect(shop.limits.members == 3)
        #expect(shop.limits.eventData == 100)
        #expect(!shop.limits.takesClientEvents)
        #expect(!shop.countsSubscriptions)
        #expect(shop.webhooks.map(\.kinds.count) == [1, 7])
        #expect(shop.webhookOptions.batchLimit == 5)
        #expect(shop.webhookOptions.batchTime == .milliseconds(250))
        let games = try #require(apps.last)
        #expect(games.app.id == "42")
        #expect(games.limits.members == 7)
        #expect(games.webhooks.isEmpty)
    }

    @Test(
        "what is wrong is named with its place",
        arguments: [
            ("", "apps.toml: no app"), ("[[app]", "apps.toml, line 1"),
            ("name = 1", #"apps.toml: unknown key "name""#),
            ("[[app]]\nsecret = \"x\"", "apps.toml, app 1 has no key"),
            ("[[app]]\nkey = \"a\"", "apps.toml, app 1 needs secret or secret_file"),
            (
                "[[app]]\nkey = \"a\"\nsecret = \"x\"\nsecret_file = \"y\"",
                "has both secret and secret_file"
            ),
            ("[[app]]\nkey = \"a/b\"\nsecret = \"x\"", "key may contain only letters"),
            ("[[app]]\nkey = \"a\"\nsecret = \"x\"\nmembers = 3", #"unknown key "members""#),
            (
                "[[app]]\nkey = \"a\"\nsecret = \"x\"\nmax_members = 0",
                "max_members must be between 1 and 100000"
            ),
            (
                "[[app]]\nkey = \"a\"\nsecret = \"x\"\nmax_members = \"x\"",
                "max_members must be a whole number"
            ),
            (
                "[[app]]\nkey = \"a\"\nsecret = \"x\"\nwebhooks = [\"nowhere\"]",
                #"must be an http:// or https:// URL, not "nowhere""#
            ),
            (
                "[[app]]\nkey = \"a\"\nsecret = \"x\"\nwebhooks = [\"http://x/#typo\"]",
                #"unknown kind of webhook "typo""#
            ),
            (
                "[[app]]\nkey = \"a\"\nsecret = \"x\"\n[[app]]\nkey = \"a\"\nsecret = \"y\"",
                "two apps share the key a"
            ),
            (
                "[[app]]\nkey = \"a\"\nid = 2\nsecret = \"x\"\n[[app]]\nkey = \"b\"\nsecret = \"y\"",
                "two apps share the id 2"
            ),
        ])
    func errors(text: String, words: String) throws {
        let error = try #require(Self.error(text))
        #expect(error.contains(words))
    }

    @Test("each app with an error is named")
    func severalErrors() throws {
        let error = try #require(Self.error("[[app]]\nid = 1\n[[app]]\nkey = \"a\""))
        #expect(error.split(separator: "\n").count == 2)
        #expect(error.contains("app 1 has no key") && error.contains("app 2 needs secret"))
    }

    @Test("a secret never appears in an error")
    func secrets() throws {
        let error = try #require(Self.error("[[app]]\nkey = \"a\"\nsecret = \"canary\"\nx = 1"))
        #expect(!error.contains("canary"))
    }

    @Test("every limit that can be set has an argument of its name", arguments: SandboxLimit.all)
    func limits(limit: LimitOption<SandboxApplication>) throws {
        let value =
            limit.help.contains("(default: on)")
            ? "off" : limit.name == "handshakes" ? "7/s" : "7"
        var application = SandboxApplication()
        try SandboxCommand.parse(["--limit", "\(limit.name)=\(value)"]).limits.apply(
            to: &application)
        #expect(application != SandboxApplication())
        for wrong in ["-1", "x", ""] {
            #expect(throws: (any Error).self) {
                try SandboxCommand.parse(["--limit", "\(limit.name)=\(wrong)"])
            }
        }
    }

    @Test(
        "arguments that contradict each other are refused",
        arguments: [
            ["--apps", "x", "--key", "y"], ["--apps", "x", "--webhook-url", "http://y"],
            ["--webhook-url", "y"], ["--limit", "webhook-batch=0"], ["--listen", "example.test"],
        ])
    func contradictions(arguments: [String]) {
        #expect(throws: (any Error).self) { try SandboxCommand.parse(arguments) }
    }

    @Test(
        "the other commands check their arguments at the start",
        arguments: [
            ["--fault", "delay -1"], ["--fault", "x"], ["--fault", "status 99"],
            ["--fault", "every 3"], ["--fault", "html every 0"], ["--fault", "html every 2 3"],
            ["--fault", "delay 1s every 2"], ["--fault", "status 500 for 2s"],
            ["--user-info", "{"], ["--secret", "x"], ["--port", "70000"],
        ])
    func authServer(arguments: [String]) {
        #expect(throws: (any Error).self) { try AuthServerCommand.parse(arguments) }
        #expect(throws: Never.self) {
            try AuthServerCommand.parse(["--fault", "status 500 every 3", "--fault", "delay 2s"])
        }
    }

    @Test("no text has control characters")
    func controls() {
        let error = Self.error("[[app]]\nkey = \"k\"\nsecret_file = \"a\\u001Bb\"")
        #expect(error?.contains("secret_file must be a string without control characters") == true)
    }
}
