import BuoyProgramSupport
import BuoyScripts
import Testing

/// Files with one mistake each, and the sentence that names it and says what to write instead.
struct BrokenFileTests {
    static let secret = "hunter2hunter2"

    /// A file that works, with lines changed. An empty value removes a line.
    private static func file(_ changes: KeyValuePairs<String, String?> = [:]) -> String {
        var lines: [(name: String, value: String?)] = [
            ("APP_NAME", "Shop"), ("APP_ENV", "local"), ("BROADCAST_CONNECTION", "reverb"),
            ("QUEUE_CONNECTION", "sync"), ("REVERB_APP_ID", "1234"),
            ("REVERB_APP_KEY", "public-key-1"), ("REVERB_APP_SECRET", Self.secret),
            ("REVERB_HOST", "\"localhost\""), ("REVERB_PORT", "8080"), ("REVERB_SCHEME", "http"),
            ("VITE_REVERB_APP_KEY", "\"${REVERB_APP_KEY}\""),
            ("VITE_REVERB_HOST", "\"${REVERB_HOST}\""),
            ("VITE_REVERB_PORT", "\"${REVERB_PORT}\""),
            ("VITE_REVERB_SCHEME", "\"${REVERB_SCHEME}\""),
        ]
        for (name, value) in changes {
            if let index = lines.firstIndex(where: { $0.name == name }) {
                lines[index].value = value
            } else {
                lines.append((name, value))
            }
        }
        return lines.compactMap { line in line.value.map { "\(line.name)=\($0)\n" } }.joined()
    }

    @Test("a file of reverb:install has nothing wrong")
    func whole() throws {
        let environment = AppEnvironment(Self.file(), path: ".env", in: "/home/ana/shop")
        #expect(environment.findings == [])
        #expect(environment.warning == nil)
        let server = try environment.server()
        #expect(server.name == "shop/.env")
        #expect(server.place == .host("localhost"))
        #expect(server.settings.port == 8080)
        #expect(server.settings.usesTLS == false)
        #expect(server.settings.key == "public-key-1")
        #expect(server.settings.appID == "1234")
        #expect(server.settings.environmentFile == ".env")
    }

    struct Broken: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let verdict: SettingFinding.Verdict
        let sentence: String

        init(
            _ name: String, _ changes: KeyValuePairs<String, String?>,
            _ verdict: SettingFinding.Verdict, _ sentence: String
        ) {
            self.testDescription = name
            self.text = BrokenFileTests.file(changes)
            self.verdict = verdict
            self.sentence = sentence
        }
    }

    static let broken = [
        Broken(
            "the driver is log", ["BROADCAST_CONNECTION": "log"], .wrong,
            "BROADCAST_CONNECTION: log writes events to Laravel's log and sends none: set "
                + "BROADCAST_CONNECTION=reverb"),
        Broken(
            "the driver is null", ["BROADCAST_CONNECTION": "null"], .wrong,
            "BROADCAST_CONNECTION: null sends no events: set BROADCAST_CONNECTION=reverb"),
        Broken(
            "no driver", ["BROADCAST_CONNECTION": nil], .wrong,
            "BROADCAST_CONNECTION: it is missing, so Laravel sends no events: set "
                + "BROADCAST_CONNECTION=reverb"),
        Broken(
            "the driver of another product", ["BROADCAST_CONNECTION": "pusher"], .wrong,
            "BROADCAST_CONNECTION: it says pusher, but the file has no app for it: set "
                + "BROADCAST_CONNECTION=reverb"),
        Broken(
            "a queue", ["QUEUE_CONNECTION": "database"], .warning,
            "QUEUE_CONNECTION: with database, events wait until a worker sends them: run php "
                + "artisan queue:work, or set QUEUE_CONNECTION=sync to try it"),
        Broken(
            "an address to listen on", ["REVERB_HOST": "0.0.0.0"], .wrong,
            "REVERB_HOST: 0.0.0.0 is an address to listen on, not one to connect to: set "
                + "REVERB_HOST=localhost, and REVERB_SERVER_HOST=0.0.0.0"),
        Broken(
            "https on 8080", ["REVERB_SCHEME": "https"], .warning,
            "REVERB_SCHEME: https on port 8080, where servers speak http unless they have a "
                + "certificate: set REVERB_SCHEME=http, or REVERB_PORT=443 behind a proxy with "
                + "TLS"),
        Broken(
            "http on 443", ["REVERB_PORT": "443"], .wrong,
            "REVERB_SCHEME: port 443 speaks https: set REVERB_SCHEME=https"),
        Broken(
            "another key in pages", ["VITE_REVERB_APP_KEY": "public-key-2"], .wrong,
            "VITE_REVERB_APP_KEY: pages connect with a key other than REVERB_APP_KEY: set "
                + "VITE_REVERB_APP_KEY=\"${REVERB_APP_KEY}\", and rebuild the pages"),
        Broken(
            "another port in pages", ["VITE_REVERB_PORT": "9090"], .warning,
            "VITE_REVERB_PORT: pages use 9090, and the app uses 8080: unless a proxy is between "
                + "them, set VITE_REVERB_PORT=\"${REVERB_PORT}\", and rebuild the pages"),
        Broken(
            "no key in pages", ["VITE_REVERB_APP_KEY": nil], .warning,
            "VITE_REVERB_APP_KEY: it is missing, so pages have no key: set "
                + "VITE_REVERB_APP_KEY=\"${REVERB_APP_KEY}\", and rebuild the pages"),
        Broken(
            "single quotation marks", ["VITE_REVERB_HOST": "'${REVERB_HOST}'"], .wrong,
            "VITE_REVERB_HOST: references are not expanded inside single quotation marks: set "
                + "VITE_REVERB_HOST=\"${…}\""),
        Broken(
            "a scheme in the host", ["REVERB_HOST": "https://ws.shop.test"], .unusable,
            "REVERB_HOST: it has a scheme, which does not belong here: set "
                + "REVERB_HOST=ws.shop.test"),
        Broken(
            "a port in the host", ["REVERB_HOST": "ws.shop.test:8080"], .unusable,
            "REVERB_HOST: it has a port: set REVERB_HOST=ws.shop.test, and the port as "
                + "REVERB_PORT"),
        Broken(
            "a path in the host", ["REVERB_HOST": "ws.shop.test/ws"], .unusable,
            "REVERB_HOST: it has a path, which does not belong here: set "
                + "REVERB_HOST=ws.shop.test"),
        Broken(
            "the path with what clients add", ["REVERB_SERVER_PATH": "/ws/app"], .wrong,
            "REVERB_SERVER_PATH: clients add /app themselves: set REVERB_SERVER_PATH=/ws"),
        Broken(
            "a path that pages do not have", ["REVERB_SERVER_PATH": "/ws"], .warning,
            "REVERB_SERVER_PATH: pages need the same path: set Echo's wsPath to '/ws'"),
        Broken(
            "no closing quotation mark", ["REVERB_APP_KEY": "\"public-key-1"], .unusable,
            "REVERB_APP_KEY: it has no closing quotation mark, and Laravel rejects the whole file: "
                + "add it at the end of the value"),
        Broken(
            "a space", ["APP_NAME": "My Shop"], .wrong,
            "APP_NAME: it has a space outside quotation marks, and Laravel rejects the whole file: "
                + "write the value as \"…\""),
        Broken(
            "typographic quotation marks", ["REVERB_APP_ID": "“1234”"], .wrong,
            "REVERB_APP_ID: the curly quotation marks are part of the value: set "
                + "REVERB_APP_ID=\"…\""),
        Broken(
            "a secret that ends too early", ["REVERB_APP_SECRET": "\(secret)#x"], .warning,
            "REVERB_APP_SECRET: it ends at the #, which starts a comment: if # belongs to the "
                + "value, set REVERB_APP_SECRET=\"…\""),
        Broken(
            "no key", ["REVERB_APP_KEY": nil, "VITE_REVERB_APP_KEY": nil], .unusable,
            "REVERB_APP_KEY: it is missing, and it is the public name of the app: set "
                + "REVERB_APP_KEY=… (php artisan reverb:install does)"),
        Broken(
            "no host", ["REVERB_HOST": nil, "VITE_REVERB_HOST": nil], .unusable,
            "REVERB_HOST: it is missing, so the server's host is unknown: set "
                + "REVERB_HOST=localhost"),
        Broken(
            "a port that is no number", ["REVERB_PORT": "websecure"], .unusable,
            "REVERB_PORT: it is not a number from 1 to 65535: set REVERB_PORT=8080, or 443 "
                + "behind a proxy with TLS"),
        Broken(
            "a scheme of WebSockets", ["REVERB_SCHEME": "wss"], .wrong,
            "REVERB_SCHEME: it is neither http nor https: set REVERB_SCHEME=https"),
        Broken(
            "an empty secret", ["REVERB_APP_SECRET": ""], .wrong,
            "REVERB_APP_SECRET: it is empty, and without it nothing can be signed or published: "
                + "set REVERB_APP_SECRET=… (php artisan reverb:install does)"),
        Broken(
            "the secret in pages", ["VITE_REVERB_APP_SECRET": "\"${REVERB_APP_SECRET}\""], .wrong,
            "VITE_REVERB_APP_SECRET: its value is built into the pages, where anyone can read "
                + "it: remove it, and change the secret"),
        Broken(
            "localhost in production", ["APP_ENV": "production"], .wrong,
            "VITE_REVERB_HOST: localhost is each visitor's own machine, and APP_ENV is "
                + "production: set VITE_REVERB_HOST=ws.example.com"),
        Broken(
            "a reference to nothing", ["VITE_REVERB_HOST": "\"${REVERB_HOSTNAME}\""], .wrong,
            "VITE_REVERB_HOST: it refers to REVERB_HOSTNAME, which is not set above it: set "
                + "REVERB_HOSTNAME first"),
    ]

    @Test("a mistake has one sentence, which says what to write instead", arguments: broken)
    func sentence(broken: Broken) throws {
        let environment = AppEnvironment(broken.text, path: ".env")
        let finding = try #require(
            environment.findings.first { $0.text == broken.sentence },
            "\(environment.findings.map(\.text))")
        #expect(finding.verdict == broken.verdict)
        if broken.verdict == .unusable {
            #expect(throws: AppEnvironment.Failure.self) { try environment.server() }
        } else {
            #expect(try !environment.server().settings.key.isNil)
        }
    }

    @Test(
        "what pages take from the app is told once",
        arguments: [
            ["REVERB_HOST": "0.0.0.0"], ["REVERB_PORT": "websecure"], ["REVERB_SCHEME": "https"],
            ["REVERB_SCHEME": "wss"], ["REVERB_PORT": "443"], ["REVERB_HOST": "a/b"],
        ] as [[String: String]])
    func once(change: [String: String]) throws {
        let (name, value) = try #require(change.first)
        let environment = AppEnvironment(Self.file([name: value]), path: ".env")
        #expect(environment.findings.count == 1, "\(environment.findings.map(\.text))")
    }

    @Test("the secret is in no sentence, no description and no dump", arguments: broken)
    func masked(broken: Broken) throws {
        let environment = AppEnvironment(broken.text, path: ".env")
        var dumped = ""
        dump(environment, to: &dumped)
        let texts = [
            "\(environment)", dumped, environment.warning ?? "",
            environment.findings.map(\.text).joined(separator: "\n"),
        ]
        for text in texts { #expect(!text.contains(Self.secret)) }
    }

    @Test("a value that references make too large keeps buoy from connecting, with its line")
    func oversized() {
        let value = String(repeating: "x", count: 64 << 10)
        let text = Self.file() + "\nA=\(value)\nB=${A}x\n"
        let line = text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
        let error = #expect(throws: AppEnvironment.Failure.self) {
            try AppEnvironment(text, path: ".env").server()
        }
        #expect(
            error?.description
                == ".env does not say how to connect. line \(line): B has more than 64 KiB: "
                + "shorten it, or refer to fewer variables in it.")
    }

    @Test("a secret under the wrong name is not quoted either")
    func misplaced() {
        for name in [
            "REVERB_HOST", "REVERB_PORT", "REVERB_SCHEME", "VITE_REVERB_HOST", "REVERB_SERVER_PATH",
            "BROADCAST_CONNECTION", "QUEUE_CONNECTION",
        ] {
            for value in [Self.secret, "https://\(Self.secret)/x", "\(Self.secret):1"] {
                let text = Self.file([name: value])
                let environment = AppEnvironment(text, path: ".env")
                let sentences = environment.findings.map(\.text).joined(separator: "\n")
                #expect(!sentences.contains(Self.secret), "\(name): \(sentences)")
            }
        }
    }
}

extension Optional {
    fileprivate var isNil: Bool { self == nil }
}
