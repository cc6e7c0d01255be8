import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Testing

/// The commands that call the HTTP API, against the program's own sandbox.
@Suite(.inTurn)
struct APICommandTests {
    /// A sandbox, and the variables that name it.
    private final class Server {
        let sandbox: Running
        let secret: SecretFile
        let variables: [String: String]

        init() throws {
            self.sandbox = try Running(["sandbox", "--listen", "0", "--quiet"])
            let greeting = try #require(self.sandbox.wait { $0.contains("new Pusher") })
            let port = try #require(greeting.firstMatch(of: /127\.0\.0\.1:(\d+)/)).1
            self.secret = try SecretFile("buoy-sandbox-secret\n")
            self.variables = [
                "BUOY_KEY": "buoy-sandbox-key", "BUOY_APP_ID": "1", "BUOY_HOST": "127.0.0.1",
                "BUOY_PORT": String(port), "BUOY_NO_TLS": "1",
                "BUOY_SECRET_FILE": self.secret.path,
            ]
        }

        deinit { self.sandbox.interrupt() }

        func run(_ arguments: [String], _ variables: [String: String] = [:]) throws -> Run {
            try Run(arguments, environment: self.variables.merging(variables) { $1 })
        }

        /// A client that prints lines, and is signed in as ana.
        func client(_ channels: String) throws -> Running {
            let client = try Running(
                ["--subscribe", channels, "--user-id", "ana", "--sign-in"],
                environment: self.variables)
            let count = channels.split(separator: ",").count
            _ = try #require(
                client.wait { text in
                    text.components(separatedBy: "~subscribed").count > count
                        && text.contains("~signed in")
                }, "\(client.output)")
            return client
        }
    }

    @Test("an event arrives, from an argument, a file or standard input, on channels or at a user")
    func trigger() throws {
        let server = try Server()
        let client = try server.client("orders,private-orders")
        let one = try server.run(["trigger", "orders", "paid", #"{"id":7}"#])
        #expect(one.status == 0 && one.output == "Published paid on orders.\n", "\(one.errors)")
        let several = try server.run([
            "trigger", "orders,private-orders", "both", "x", "--info", "subscription_count",
            "--json",
        ])
        #expect(
            several.output
                == #"{"published":true,"event":"both","channels":["#
                + #"{"name":"orders","subscription_count":1},"#
                + #"{"name":"private-orders","subscription_count":1}]}"# + "\n", "\(several.errors)"
        )
        let file = try SecretFile("from a file\n")
        #expect(
            try server.run(["trigger", "orders", "file", "@\(file.path)"]).status == 0)
        let piped = try Running(
            ["trigger", "orders", "piped", "-"], environment: server.variables,
            script: #"echo from a pipe | "$0" "$@""#)
        #expect(piped.waitForEnd() == 0, "\(piped.errors)")
        #expect(try server.run(["trigger", "--to-user", "ana", "note", "hello"]).status == 0)
        let lines = try #require(client.wait { $0.contains(" note hello\n") }, "\(client.output)")
        for words in [
            #"orders paid {"id":7}"#, " orders both x", "private-orders both x",
            "orders file from a file\n", "orders piped from a pipe\n",
        ] {
            #expect(lines.contains(words), "\(words)")
        }
        client.interrupt()
    }

    @Test("the lines of a file are all published, or it is said which were")
    func lines() throws {
        let server = try Server()
        let client = try server.client("orders")
        let text = (1...25).map { #"{"channel":"orders","event":"e\#($0)","data":{"n":\#($0)}}"# }
        let file = try SecretFile(text.joined(separator: "\n") + "\n\n")
        let run = try server.run(["trigger", "--events", file.path])
        #expect(run.status == 0 && run.output == "Published 25 events.\n", "\(run.errors)")
        let lines = try #require(client.wait { $0.contains(#"orders e25 {"n":25}"#) })
        let names = lines.matches(of: /orders (e\d+) \{/).map { String($0.1) }
        #expect(names == (1...25).map { "e\($0)" })
        client.interrupt()

        for (line, words) in [
            (#"{"channel":"a b","event":"e","data":1}"#, "Line 3: Character 2 of the channel name"),
            (#"{"channel":"a","data":1}"#, "Line 3: \"event\" must be an event name"),
            (#"{"channel":"a","event":"e"}"#, "Line 3: \"data\" is missing"),
            ("[1]", "Line 3: not a JSON object."), ("{", "Line 3: not valid JSON"),
        ] {
            let bad = try SecretFile("\(text[0])\n\n\(line)\n")
            let refused = try server.run(["trigger", "--events", bad.path])
            #expect(refused.status == 2)
            #expect(refused.errors.contains(words), "\(refused.errors)")
        }
        let none = try server.run(
            ["trigger", "--events", file.path, "--json"], ["BUOY_APP_ID": "9"])
        #expect(none.status == 5)
        #expect(none.output.contains(#""published":0,"published_lines":[]"#), "\(none.output)")
        #expect(none.output.contains(#""not_published_lines":[[1,25]]"#), "\(none.output)")
        #expect(none.errors.contains("Published 0 of 25 events."), "\(none.errors)")
        #expect(none.errors.contains("Not published: lines 1–25."), "\(none.errors)")
    }

    @Test("channels, one channel, and the users of a channel are listed")
    func asking() throws {
        let server = try Server()
        let client = try server.client("orders,presence-lobby,cache-price")
        #expect(
            try server.run(["channels"]).output == "cache-price\norders\npresence-lobby\n")
        #expect(
            try server.run(["channels", "presence-*", "--info", "user_count"]).output
                == "presence-lobby  1 user\n")
        #expect(
            try server.run(["channels", "*r?ers", "--json"]).output
                == #"{"channels":[{"name":"orders"}]}"# + "\n")
        let lobby = try server.run(["channels", "presence-lobby"])
        #expect(
            lobby.output
                == "channel   presence-lobby\nkind      presence\noccupied  yes\nusers     1\n")
        #expect(
            try server.run(["channels", "nobody", "--json"]).output
                == #"{"name":"nobody","occupied":false}"# + "\n")
        #expect(try server.run(["users", "presence-lobby"]).output == "ana\n")
        #expect(
            try server.run(["users", "presence-lobby", "--json"]).output
                == #"{"channel":"presence-lobby","users":["ana"]}"# + "\n")
        let refused = try server.run(["terminate", "ana"])
        #expect(refused.status == 2 && refused.errors.contains("add --yes"), "\(refused.errors)")
        let ended = try server.run(["terminate", "ana", "--yes"])
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(client.wait { $0.contains("4009") } != nil, "\(client.output)")
    }

    @Test(
        "what went wrong has its exit code and a sentence",
        arguments: [
            (["channels"], ["BUOY_SECRET_FILE": ""], 2, "use --secret-file or --secret-command"),
            (["channels"], ["BUOY_APP_ID": ""], 2, "use --app-id, or set BUOY_APP_ID"),
            (["channels"], ["BUOY_HOST": ""], 2, "use --cluster"),
            (["channels", "--app-id", "9"], [:], 5, "(404)"),
            (["channels", "--port", "1"], [:], 4, "Connection refused"),
            (["channels", "--key", "x"], [:], 5, "Unknown auth_key"),
            (["channels"], ["BUOY_SECRET_FILE": "", "BUOY_SECRET": "x"], 5, "secrets differ"),
            (["channels", "presence-"], [:], 2, "type 'presence-*'"),
            (["channels", "--info", "user_cont"], [:], 2, "did you mean \"user_count\"?"),
            (["channels", "--info", "user_count"], [:], 2, "requires a pattern"),
            (["channels", "--timeout", "0"], [:], 2, "between 1s and 1h"),
            (["channels", "--secret", "hunter2"], [:], 2, "--secret-file"),
            (["trigger"], [:], 2, "buoy trigger CHANNEL EVENT DATA"),
            (["trigger", "a", "b"], [:], 2, "The data is missing"),
            (["trigger", "a", "b", "c", "d"], [:], 2, "quote data that contains spaces"),
            (["trigger", "a", "b", "c", "--exclude", "1"], [:], 2, "123.456"),
            (["trigger", "--events", Nowhere.file], [:], 2, "--events: cannot read"),
            (["trigger", "--events", "x", "a"], [:], 2, "not both"),
            (["trigger", "private-encrypted-a", "b", "c"], [:], 2, "master key"),
            (["users", "orders"], [:], 2, "presence-"),
        ] as [([String], [String: String], Int, String)])
    func failures(
        arguments: [String], variables: [String: String], status: Int, words: String
    ) throws {
        let run = try Server().run(arguments, variables)
        #expect(run.status == Int32(status))
        #expect(run.errors.contains(words), "\(run.errors)")
        #expect(run.errors.hasPrefix("buoy: "))
        #expect(run.output.isEmpty)
        for secret in ["hunter2", "buoy-sandbox-secret"] { #expect(!run.errors.contains(secret)) }
    }

    @Test("an error is JSON too, if JSON was asked for")
    func jsonError() throws {
        let run = try Server().run(["channels", "--json", "--app-id", "9"])
        #expect(run.status == 5)
        #expect(run.output.hasPrefix(#"{"error":{"kind":"notFound","message":"#), "\(run.output)")
        #expect(run.output.contains(#""effect":"none","status":404"#), "\(run.output)")
    }

    @Test("a command gives the secret, and is asked once")
    func secretCommand() throws {
        let server = try Server()
        let none = ["BUOY_SECRET_FILE": ""]
        let command = "echo buoy-sandbox-secret; echo asked >&2"
        let run = try server.run(["channels", "--secret-command", command], none)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors == "asked\n")
        for (command, words) in [
            ("false", "exited with 1"), ("true", "printed an empty first line"),
            ("kill -9 $$", "signal 9"),
            ("head -c 5000 /dev/zero | tr '\\0' x", "printed no usable secret"),
            ("yes", "printed more than 64 KiB"),
        ] {
            let run = try server.run(["channels", "--secret-command", command], none)
            #expect(run.status == 2)
            #expect(run.errors.contains(words), "\(run.errors)")
        }
        let both = try server.run(
            ["channels", "--secret-command", command, "--secret-file", server.secret.path])
        #expect(both.errors.contains("not both"), "\(both.errors)")
        let watch = try Run(
            ["--subscribe", "private-a", "--secret-command", command],
            environment: server.variables.merging(none) { $1 }
        ) { $0.contains("private-a ~subscribed") }
        #expect(watch.output.contains("private-a ~subscribed"), "\(watch.errors)")
    }
}
