import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Testing

/// The program in pipes: arguments, lines, exit codes.
@Suite(.inTurn)
struct CommandLineTests {
    @Test("--help and --version are answers, not errors")
    func answers() throws {
        let help = try Run(["--help-all"])
        #expect(help.status == 0)
        for word in [
            "--key", "--cluster", "--auth-endpoint", "--secret-file", "--theme", "--policy",
            "--sign-in", "--proxy", "--client-certificate", "USER AND AUTHORIZATION",
            "TIMES AND RECONNECTION",
        ] {
            #expect(help.output.contains(word), "\(word)")
        }
        let version = try Run(["--version"])
        #expect(version.status == 0)
        #expect(version.output.hasPrefix("buoy "))
    }

    @Test("tokens in files are read again for each request, so that they can be renewed")
    func renewedTokens() throws {
        let header = try SecretFile("Bearer old-token")
        let parameter = try SecretFile("old-parameter")
        let paths = (header.path, parameter.path)
        var script = PlayedServer.Script()
        script.authorize = { _ in
            try? Data("Bearer new-token".utf8).write(to: URL(filePath: paths.0))
            try? Data("new-parameter".utf8).write(to: URL(filePath: paths.1))
            return (503, [])
        }
        let server = try PlayedServer(script)
        let run = try Run(
            [
                "--key", "k", "--host", "127.0.0.1", "--port", "\(server.port)", "--no-tls",
                "--auth-endpoint", "http://127.0.0.1:\(server.port)/auth", "--auth-header",
                "Authorization=@\(paths.0)", "--auth-param", "session=@\(paths.1)", "--subscribe",
                "private-a",
            ], until: { $0.contains("!refused") })
        #expect(run.output.contains("HTTP 503"))
        let sent = server.authorizations
        try #require(sent.count > 1)
        #expect(sent[0].header == "Bearer old-token" && sent[0].body.contains("old-parameter"))
        #expect(sent[1].header == "Bearer new-token" && sent[1].body.contains("new-parameter"))
        #expect(!(run.output + run.errors).contains("token"))
    }

    @Test(
        "wrong usage gets a sentence that says what to do, and 2",
        arguments: [
            (["--key", "k"], "--cluster"),
            (["--host", "h"], "--key"),
            (["--key", "k", "--host", "h", "--cluster", "eu"], "not both"),
            (["--key", "k", "--host", "h", "--port", "70000"], "65535"),
            (["--port", "1"], "--key"),
            (["--key", "k", "--host", "h", "--subscribe", "a b"], "not allowed"),
            (["--key", "k", "--host", "h", "--ca-file", Nowhere.file], "--ca-file: cannot read"),
            (
                ["--key", "k", "--host", "h", "--no-tls", "--ca-file", "Package.swift"],
                "--ca-file has no effect with --no-tls: leave out one of them."
            ),
            (
                ["--key", "k", "--host", "h", "--ca-file", "Package.swift"],
                "--ca-file: Package.swift contains no certificate"
            ),
            (["--key", "k", "--host", "h", "--auth-param", "a=b"], "--auth-endpoint"),
            (["--key", "k", "--host", "h", "--auth-endpoint", "ftp://x"], "http"),
            (["--user-info", "{}"], "--user-id"),
            (["--user-id", "u", "--user-info", "[1]"], "JSON object"),
            (["--user-id", ""], "128"),
            (["--key", "k", "--host", "h", "--user-id", "u"], "--auth-endpoint"),
            (
                [
                    "--key", "k", "--host", "h", "--auth-endpoint", "http://a", "--auth-header",
                    "Host=b",
                ],
                "cannot be set"
            ),
            (
                ["--key", "k", "--host", "h", "--header", "Host=b"],
                "handshake sets the header Host"
            ),
            (["--key", "k", "--host", "h", "--origin", "shop"], "https://example.com"),
            (["--origin", "https://a"], "needs a server"),
            (["--sandbox", "--theme", "nrod"], "nord"),
            (["--policy", "pusherjs"], "did you mean \"pusher-js\"?"),
            (["--policy", "whatever"], "libpusher-classic  Like libPusher"),
            (["--reconnect-delay", "3"], "libpusher"),
            (["--no-reconnect", "--max-reconnect-delay", "9"], "not both"),
            (["--reconnect-attempts=-1"], "between 0"),
            (["--pong-timeout", "0"], "between 1"),
            (["--client-event-limit", "none"], "or off"),
            (["--no-proxy"], "--key"),
            (["--key", "k", "--host", "h", "--proxy", "ftp://p"], "scheme"),
            (["--key", "k", "--host", "h", "--proxy", "p", "--no-proxy"], "not both"),
            (["--key", "k", "--host", "h", "--client-key", "f"], "--client-certificate"),
            (
                ["--key", "k", "--host", "h", "--client-certificate", Nowhere.file],
                "--client-certificate: cannot read"
            ),
            (["--key", "k", "--host", "h", "--auth-transport", "json"], "jsonp"),
            (["--key", "k", "--host", "h", "--auth-transport", "query"], "--auth-endpoint"),
            (["--key", "k", "--host", "h", "--sign-in"], "--user-auth-endpoint"),
            (["--key", "k", "--host", "h", "--user-auth-endpoint", "http://a"], "--sign-in"),
            (
                ["--key", "k", "--host", "h", "--encryption-key-file", Nowhere.file],
                "--encryption-key-file: cannot read"
            ),
            (["--key", "k", "--host", "https://h"], "omit the scheme"),
            (["--key", "k", "--cluster", "eu/x"], "omit the scheme"),
            (["--nonsense"], "--nonsense"),
            (["sandbox", "--tls-key", "x"], "--tls-certificate"),
            (["sandbox", "--listen", "example.test:1"], "IP address"),
            (
                [
                    "sandbox", "--listen", "0", "--tls-key", Nowhere.file, "--tls-certificate",
                    Nowhere.file,
                ], "TLS"
            ),
        ])
    func wrongUsage(arguments: [String], words: String) throws {
        let run = try Run(arguments)
        #expect(run.status == 2)
        #expect(run.errors.contains(words), "\(run.errors)")
        #expect(run.output.isEmpty)
    }

    @Test("who is authorized for none of the channels ends with 5")
    func unauthorized() throws {
        let sandbox = try Running(["sandbox", "--listen", "0", "--quiet"])
        defer { sandbox.interrupt() }
        let greeting = try #require(sandbox.wait { $0.contains("new Pusher") })
        let port = try #require(greeting.firstMatch(of: /127\.0\.0\.1:(\d+)/)).1
        let run = try Run([
            "--key", "buoy-sandbox-key", "--host", "127.0.0.1", "--port", String(port), "--no-tls",
            "--subscribe", "private-a,presence-b",
        ])
        #expect(run.status == 5)
        #expect(run.errors.contains("Set --auth-endpoint or --secret-file"), "\(run.errors)")
    }

    @Test("a secret in an argument is refused, and not repeated")
    func secretInArgument() throws {
        let run = try Run(["--key", "k", "--host", "h", "--secret", "hunter2"])
        #expect(run.status == 2)
        #expect(run.errors.contains("--secret-file"))
        #expect(!run.errors.contains("hunter2"))
    }

    @Test("a proxy's password in an argument is refused, and not repeated")
    func proxyPasswordInArgument() throws {
        let run = try Run(["--key", "k", "--host", "h", "--proxy", "http://me:hunter2@proxy.test"])
        #expect(run.status == 2)
        #expect(run.errors.contains("--proxy @FILE"))
        #expect(!run.errors.contains("hunter2"))
    }

    @Test("a proxy's URL with a password is read from a file, and the password is never shown")
    func proxyFile() throws {
        let file = try SecretFile("http://me:hunter2@127.0.0.1:1\n")
        let run = try Run([
            "--key", "k", "--host", "server.test", "--proxy", "@\(file.path)", "--no-reconnect",
        ])
        #expect(run.status == 4)
        #expect(run.errors.contains("proxy"), "\(run.errors)")
        #expect(!(run.output + run.errors).contains("hunter2"))
    }

    @Test("an encryption master key that is none is refused, and not repeated")
    func uselessMasterKey() throws {
        let (secret, key) = (try SecretFile("secret"), try SecretFile("hunter2"))
        let run = try Run([
            "--key", "k", "--host", "h", "--secret-file", secret.path, "--encryption-key-file",
            key.path,
        ])
        #expect(run.status == 2)
        #expect(run.errors.contains("openssl rand -base64 32"), "\(run.errors)")
        #expect(!run.errors.contains("hunter2"))
    }

    @Test(
        "a token in an argument is warned about, and not repeated; one in a file is not",
        arguments: [
            ("--auth-header", "Authorization", "Authorization=@FILE"),
            ("--auth-param", "csrf_token", "csrf_token=@FILE"), ("--auth-header", "X-Trace", ""),
        ])
    func tokenInArgument(option: String, name: String, advice: String) throws {
        let start = [
            "--key", "k", "--host", "127.0.0.1", "--port", "1", "--no-tls", "--no-reconnect",
            "--auth-endpoint", "https://auth.test/", option,
        ]
        let run = try Run(start + ["\(name)=hunter2"])
        #expect(run.status == 4)
        #expect(!(run.output + run.errors).contains("hunter2"))
        #expect(run.errors.contains("warning: \(option) \(name)") == !advice.isEmpty)
        #expect(advice.isEmpty || run.errors.contains(advice), "\(run.errors)")
        let file = try SecretFile("hunter2\n")
        let quiet = try Run(start + ["\(name)=@\(file.path)"])
        #expect(quiet.status == 4)
        #expect(!quiet.errors.contains("warning"), "\(quiet.errors)")
    }

    @Test("a secret file that is not UTF-8 is refused")
    func secretNotText() throws {
        let file = try SecretFile("")
        try Data([0x68, 0xFF, 0xFE, 0x0A]).write(to: URL(filePath: file.path))
        let run = try Run(["--key", "k", "--host", "h", "--secret-file", file.path])
        #expect(run.status == 2)
        #expect(run.errors.contains("is not UTF-8 text"), "\(run.errors)")
    }

    @Test("with --no-reconnect the first failure is the last")
    func noReconnect() throws {
        let run = try Run([
            "--key", "k", "--host", "127.0.0.1", "--port", "1", "--no-tls", "--no-reconnect",
        ])
        #expect(run.status == 4)
        #expect(run.output.contains("gave up after 1 attempt"), "\(run.output)")
        #expect(!run.output.contains("~retry"))
    }

    @Test("the policy that was asked for is the one that decides")
    func policy() throws {
        let run = try Run([
            "--key", "k", "--host", "127.0.0.1", "--port", "1", "--no-tls", "--policy", "libpusher",
        ])
        #expect(run.status == 4)
        #expect(run.output.contains("gave up after 1 attempt"), "\(run.output)")
    }

    @Test("an endpoint on which others can listen is warned of")
    func exposure() throws {
        let run = try Run([
            "--key", "k", "--host", "127.0.0.1", "--port", "1", "--no-reconnect",
            "--auth-endpoint", "http://auth.test/?token=hunter2",
        ])
        #expect(run.status == 4)
        #expect(run.errors.contains("warning"), "\(run.errors)")
        #expect(run.errors.contains("are sent unencrypted"), "\(run.errors)")
        #expect(!run.errors.contains("hunter2"))
    }

    @Test("signs in, as whom and at the endpoint it is told")
    func signIn() throws {
        let sandbox = try Running(["sandbox", "--listen", "0", "--quiet"])
        defer { sandbox.interrupt() }
        let greeting = try #require(sandbox.wait { $0.contains("new Pusher") })
        let port = try #require(greeting.firstMatch(of: /127\.0\.0\.1:(\d+)/)).1
        let run = try Run(
            [
                "--key", "buoy-sandbox-key", "--host", "127.0.0.1", "--port", String(port),
                "--no-tls", "--sign-in", "--user-id", "ana", "--user-auth-endpoint",
                "http://127.0.0.1:\(port)/pusher/user-auth",
            ], until: { $0.contains("~signed in as ana") })
        #expect(run.status == 130)
        #expect(run.output.contains("~signed in as ana"), "\(run.output)")
        #expect(!run.output.contains("authenticated"))
    }

    @Test("with the secrets in files it signs for everything itself, encrypted channels too")
    func signsItself() throws {
        let sandbox = try Running(["sandbox", "--listen", "0"])
        defer { sandbox.interrupt() }
        let greeting = try #require(sandbox.wait { $0.contains("new Pusher") })
        let port = try #require(greeting.firstMatch(of: /127\.0\.0\.1:(\d+)/)).1
        let sealing = try #require(greeting.firstMatch(of: /master +(\S+)/)).1
        let (secret, key) = (
            try SecretFile("buoy-sandbox-secret"), try SecretFile(String(sealing))
        )
        let run = try Run(
            [
                "--key", "buoy-sandbox-key", "--host", "127.0.0.1", "--port", String(port),
                "--no-tls", "--secret-file", secret.path, "--encryption-key-file", key.path,
                "--sign-in", "--user-id", "ana", "--subscribe",
                "private-encrypted-vault,presence-chat",
            ],
            until: {
                $0.contains("private-encrypted-vault ~subscribed")
                    && $0.contains("presence-chat ~subscribed") && $0.contains("~signed in as ana")
            })
        #expect(run.status == 130)
        #expect(run.output.contains("private-encrypted-vault ~subscribed"), "\(run.output)")
        #expect(run.output.contains("presence-chat ~subscribed"), "\(run.output)")
        #expect(run.output.contains("~signed in as ana"), "\(run.output)")
        #expect(!(run.output + run.errors).contains(sealing))
    }

    @Test("events of an encrypted channel are printed as what they say")
    func encrypted() throws {
        let run = try Run(
            ["--sandbox", "--subscribe", "private-encrypted-vault"],
            until: { $0.contains("opened {") })
        #expect(run.status == 130)
        #expect(
            run.output.contains(/private-encrypted-vault opened \{"box":\d+,"by":/), "\(run.output)"
        )
        #expect(!run.output.contains("ciphertext"))
        #expect(run.output.contains("~server buoy's sandbox."))
    }

    @Test("a secret file that others can read is refused with what to run")
    func openSecretFile() throws {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "buoy-secret-\(ProcessInfo.processInfo.processIdentifier)")
        try Data("hunter2\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let path = file.path(percentEncoded: false)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let run = try Run(["--key", "k", "--host", "h", "--secret-file", path])
        #expect(run.status == 2)
        #expect(run.errors.contains("chmod 600"))
        #expect(!run.errors.contains("hunter2"))
    }

    @Test("in a pipe it prints lines without a control character, until it is told to stop")
    func lines() throws {
        let run = try Run(
            ["--sandbox"], until: { $0.contains("-> connected") && $0.contains("price") })
        #expect(run.status == 130)
        #expect(run.output.contains("presence-lobby"))
        #expect(!run.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
        #expect(run.errors.isEmpty, "\(run.errors)")
    }

    @Test(
        "a server that is not reached in time ends it with 4, and with the last failure's reason"
    )
    func unreachable() throws {
        let run = try Run([
            "--key", "k", "--host", "127.0.0.1", "--port", "1", "--no-tls",
            "--unavailable-timeout", "1",
        ])
        #expect(run.status == 4)
        #expect(run.output.contains("-> unavailable"))
        #expect(run.errors.contains("no connection for 1s"), "\(run.errors)")
        #expect(run.errors.contains("Connection refused"), "\(run.errors)")
    }

    @Test("a CA file without a certificate is a wrong setting, not a refusal")
    func uselessAuthority() throws {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "buoy-authority-\(ProcessInfo.processInfo.processIdentifier)")
        try Data("no certificate\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let path = file.path(percentEncoded: false)
        let run = try Run(["--key", "k", "--host", "127.0.0.1", "--port", "1", "--ca-file", path])
        #expect(run.status == 2)
        #expect(run.errors.contains(path), "\(run.errors)")
    }

    @Test(
        "a signal ends it in order, and is told in the exit code",
        arguments: [["tail", "--sandbox"], ["sandbox", "--listen", "0"]], [SIGINT, SIGTERM, SIGHUP])
    func signals(arguments: [String], signal: Int32) throws {
        let program = try Running(arguments)
        _ = try #require(program.wait { !$0.isEmpty })
        program.send(signal)
        #expect(program.waitForEnd() == 128 + signal)
        #expect(program.errors.isEmpty, "\(program.errors)")
    }

    @Test("under nohup it goes on when the terminal goes away")
    func hangUpIgnored() throws {
        let program = try Running(["--sandbox"], launcher: "/usr/bin/nohup")
        let before = try #require(program.wait { $0.contains("-> connected") })
        program.send(SIGHUP)
        _ = try #require(program.wait { $0.utf8.count > before.utf8.count })
        program.send(SIGTERM)
        #expect(program.waitForEnd() == 143)
    }

    @Test("the sandbox alone says how to use it; a client that it does not know is refused with 3")
    func sandboxAlone() throws {
        let sandbox = try Running(["sandbox", "--listen", "0"])
        defer { sandbox.interrupt() }
        let greeting = try #require(sandbox.wait { $0.contains("new Pusher") })
        for word in ["buoy-sandbox-key", "buoy-sandbox-secret", "app id", "/pusher/auth"] {
            #expect(greeting.contains(word))
        }
        let address = try #require(greeting.firstMatch(of: /127\.0\.0\.1:(\d+)/))
        let stranger = try Run([
            "--key", "unknown", "--host", "127.0.0.1", "--port", String(address.1), "--no-tls",
        ])
        #expect(stranger.status == 3)
        #expect(stranger.errors.contains("4001"), "\(stranger.errors)")
    }
}
