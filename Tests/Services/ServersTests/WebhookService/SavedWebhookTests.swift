import ChannelsProtocol
import ChannelsSigning
import Testing

@testable import BuoyServers
@testable import ChannelsWebhooks

@Suite("Webhooks in files and on lines")
struct SavedWebhookTests {
    private static let time = ChannelsTimestamp(
        monotonicNanoseconds: 0, wallMicroseconds: 1_700_000_000_123_000)

    private static func received(
        _ body: [UInt8], _ verdict: Result<Webhook, WebhookError>,
        forwarded: WebhookOutbox.Answer? = nil
    ) -> ReceivedWebhook {
        ReceivedWebhook(
            number: 7, time: Self.time,
            raw: SignedWebhook(body: body, key: "key", signature: "00"), verdict: verdict,
            forwarded: forwarded)
    }

    @Test(
        "the bytes come back as they were",
        arguments: [Array("{ \"a\":\"é\\n\" }".utf8), [0xFF, 0x00, 0x0A], []] as [[UInt8]])
    func roundTrip(body: [UInt8]) throws {
        let saved = SavedWebhook(Self.received(body, .failure(.wrongSignature)))
        #expect(saved.line.last == UInt8(ascii: "\n"))
        #expect(saved.line.count { $0 == UInt8(ascii: "\n") } == 1)
        #expect(try SavedWebhook(line: saved.line.dropLast()) == saved)
        #expect(saved.refusal == "signature")
    }

    @Test("a line that is none is refused", arguments: ["", "[]", "{}", #"{"body_base64":"%"}"#])
    func otherLines(line: String) {
        #expect(throws: SavedWebhook.Failure.self) { try SavedWebhook(line: line.utf8) }
    }

    @Test("renewed, only the time changes, and the signature is right again")
    func renewed() throws {
        let body = #"{"time_ms":5,"events":[{"name":"later","x":1.0}],"more":[ ]}"#
        let saved = SavedWebhook(
            Self.received(Array(body.utf8), .success(Webhook(milliseconds: 5, events: []))))
        let secret = AppSecret("s")
        let webhook = try saved.renewed(key: "k", secret: secret, milliseconds: 9)
        #expect(
            String(decoding: webhook.body, as: UTF8.self)
                == #"{"time_ms":9,"events":[{"name":"later","x":1.0}],"more":[]}"#)
        let verifier = WebhookVerifier(keys: ["k": secret])
        #expect(throws: Never.self) {
            try verifier.verify(
                body: webhook.body, key: webhook.key, signature: webhook.signature, at: 9)
        }
        let rubbish = SavedWebhook(Self.received([1], .failure(.wrongSignature)))
        #expect(throws: WebhookError.self) {
            try rubbish.renewed(key: "k", secret: secret, milliseconds: 9)
        }
    }

    @Test("a line for each event, with what became of it")
    func lines() {
        let webhook = Webhook(
            milliseconds: 5,
            events: [
                .memberAdded("presence-a".channelName, "ana"),
                .subscriptionCount("a".channelName, 3),
            ])
        let received = Self.received([], .success(webhook), forwarded: .status(503))
        #expect(
            WebhookLines.text(of: received, utcOffsetSeconds: 0) == [
                "22:13:20.123 member_added presence-a user ana  -> 503",
                "22:13:20.123 subscription_count a 3  -> 503",
            ])
        #expect(
            WebhookLines.json(of: received).map(\.compactText).last
                == #"{"webhook":7,"received_ms":1700000000123,"time_ms":5,"event":"#
                + #"{"name":"subscription_count","channel":"a","subscription_count":3},"#
                + #""forwarded":503}"#)
    }

    @Test("a line for each refusal, with the check that failed")
    func refusals() {
        let received = Self.received([], .failure(.unknownKey("x")))
        let line = WebhookLines.text(of: received, utcOffsetSeconds: 0).first
        #expect(line?.hasPrefix(#"22:13:20.123 ! refused (key): The key "x" is not"#) == true)
        #expect(WebhookLines.json(of: received).first?["refused"] == "key")
    }

    @Test("a target names its kinds behind a #, and what is wrong with it")
    func targets() throws {
        let target = try WebhookTarget("http://localhost:7/a?b#cache_miss,member_added")
        #expect(target.url == "http://localhost:7/a?b")
        #expect(target.kinds == [.cacheMiss, .memberAdded])
        #expect(try WebhookTarget("https://x.test").kinds.count == 7)
        for text in ["", "x", "ftp://x", "http://u:p@x/", "http://x#", "http://x#all"] {
            #expect(throws: WebhookTarget.Failure.self, "\(text)") { try WebhookTarget(text) }
        }
    }

    @Test("only what was signed with the secret of a known app belongs in a file")
    func signed() throws {
        let verdicts: [(Result<Webhook, WebhookError>, Bool)] = [
            (.success(Webhook(milliseconds: 5, events: [])), true),
            (.failure(.tooOld(age: .seconds(2), limit: .seconds(1))), true),
            (.failure(.malformedBody("x")), true),
            (.failure(.wrongSignature), false), (.failure(.unknownKey("k")), false),
            (.failure(.missingHeader("X-Pusher-Key")), false), (.failure(.notComputed("x")), false),
        ]
        for (verdict, isSigned) in verdicts {
            let received = Self.received([], verdict)
            #expect(received.isSigned == isSigned, "\(verdict)")
            // A file from elsewhere may have them all.
            #expect(SavedWebhook(received).wasSigned == isSigned, "\(verdict)")
        }
    }
}
