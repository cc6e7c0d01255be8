import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Testing

/// `buoy sign` on the signatures of the service's documentation.
@Suite(.inTurn)
struct SignCommandTests {
    private static let variables = [
        "BUOY_KEY": "278d425bdf160c739803", "BUOY_SECRET": "7ad3773142a6692b25b8",
    ]

    private static func run(_ arguments: [String]) throws -> Run {
        try Run(["sign"] + arguments, environment: self.variables)
    }

    @Test("channels, users, requests and webhooks are signed, and the text is shown")
    func signatures() throws {
        let channel = try Self.run(["--socket-id", "1234.1234", "--channel", "private-foobar"])
        let digits = "58df8b0c36d6982b82c3ecf6b4662e34fe8c25bba48f5369f135bf843651c3a4"
        #expect(
            channel.output
                == """
                signature  \(digits)
                auth       278d425bdf160c739803:\(digits)
                signed string:
                1234.1234:private-foobar

                """, "\(channel.errors)")
        let user = try Self.run([
            "--socket-id", "1234.1234", "--data", #"{"id":"12345"}"#, "--json",
        ])
        let userDigits = "4708d583dada6a56435fb8bc611c77c359a31eebde13337c16ab43aa6de336ba"
        #expect(
            user.output
                == #"{"signature":"\#(userDigits)","auth":"278d425bdf160c739803:\#(userDigits)","signed":"1234.1234::user::{\"id\":\"12345\"}"}"#
                + "\n", "\(user.errors)")
        let body = try SecretFile(
            #"{"name":"foo","channels":["project-3"],"data":"{\"some\":\"data\"}"}"#)
        let request = try Self.run([
            "--method", "POST", "--request-path", "/apps/3/events", "--body", "@\(body.path)",
            "--timestamp", "1353088179",
        ])
        #expect(
            request.output.hasPrefix(
                "signature  da454824c97ba181a32ccc17a72625ba02771f50b50e1e7430e47a1f3f457e6c\n"),
            "\(request.output)\(request.errors)")
        #expect(request.output.contains("\nPOST\n/apps/3/events\nauth_key=278d425bdf160c739803&"))
        let hook = try SecretFile(#"{"hello":"world"}"#)
        let webhook = try Run(
            ["sign", "--body", "@\(hook.path)"], environment: ["BUOY_SECRET": "secret"])
        #expect(
            webhook.output.hasPrefix(
                "signature  2677ad3e7c090b2fa2c0fb13020d66d5420879b8316eb356a2d60fb9073bc778\n"),
            "\(webhook.errors)")
    }

    @Test("a signature is checked, and what differs is pointed at")
    func checks() throws {
        let presence = [
            "--socket-id", "1.2", "--channel", "presence-a", "--data", #"{"u":"a/b"}"#,
        ]
        let right = try Self.run(presence + ["--json"])
        let signature = try #require(right.output.firstMatch(of: /"signature":"(\w+)"/)).1
        let good = try Self.run(presence + ["--signature", String(signature)])
        #expect(good.status == 0 && good.output == "The signature is correct.\n")
        #expect(
            try Self.run(presence + ["--signature", "278d425bdf160c739803:\(signature)"]).status
                == 0)
        for (check, more, words) in [
            ("other:\(signature)", [], "The key is other instead of"),
            (signature.uppercased(), [], "lowercase"), ("abc", [], "64 hexadecimal digits"),
            (String(repeating: "0", count: 64), [], "or the other side signed a different string"),
            (
                String(repeating: "0", count: 64), ["--text", #"1.2:presence-a:{"u":"a\/b"}"#],
                "escapes slashes"
            ),
        ] as [(String, [String], String)] {
            let run = try Self.run(presence + ["--signature", check] + more)
            #expect(run.status == 5)
            #expect(run.errors.contains(words), "\(run.errors)")
            #expect(run.output.isEmpty)
        }
        // Without the other text, the usual mistakes are tried.
        let escaped = try Self.run([
            "--socket-id", "1.2", "--channel", "presence-a", "--data", #"{"u":"a\/b"}"#,
            "--json",
        ])
        let wrong = try #require(escaped.output.firstMatch(of: /"signature":"(\w+)"/)).1
        let guessed = try Self.run(presence + ["--signature", String(wrong)])
        #expect(guessed.errors.contains("escaped the slashes"), "\(guessed.errors)")
    }

    @Test(
        "what cannot be signed is said, with the option that is missing",
        arguments: [
            ([], "Nothing to sign: use"),
            (["--channel", "a"], "--socket-id"),
            (["--socket-id", "x", "--channel", "a"], "123.456"),
            (["--socket-id", "1.2", "--channel", "presence-a"], "--data"),
            (["--socket-id", "1.2", "--channel", "a", "--body", "{}"], "not both"),
            (["--method", "GET"], "both --method and --request-path"),
            (["--method", "GET", "--request-path", "/events"], "/apps/"),
            (["--body", "@\(Nowhere.file)"], "--body: cannot read"),
            (["--socket-id", "1.2", "--channel", "a", "--text", "x"], "requires --signature"),
        ] as [([String], String)])
    func usage(arguments: [String], words: String) throws {
        let run = try Self.run(arguments)
        #expect(run.status == 2)
        #expect(run.errors.contains(words), "\(run.errors)")
        #expect(!run.errors.contains("7ad3773142a6692b25b8"))
    }

    @Test("a secret is needed, and it is said where it comes from")
    func secret() throws {
        let run = try Run(["sign", "--socket-id", "1.2", "--channel", "a", "--key", "k"])
        #expect(run.status == 2)
        #expect(run.errors.contains("--secret-command, or set BUOY_SECRET"), "\(run.errors)")
    }
}
