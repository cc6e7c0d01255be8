import ChannelsProtocol
import ChannelsSigning
import Testing

@testable import ChannelsWebhooks

@Suite("Verifying webhooks")
struct WebhookVerifierTests {
    static let key = "278d425bdf160c739803"
    static let secret = AppSecret("7ad3773142a6692b25b8")
    /// T20 of the vectors.
    static let body = Array(
        #"{"time_ms":1327078148132,"events":[{"name":"channel_occupied","channel":"my-channel"}]}"#
            .utf8)
    static let signature = "c19001ae3963ccb13bf618e5b16ba9848e7e74df0993aa0689168e341c6833cf"
    static let time: Int64 = 1_327_078_148_132
    private let verifier = WebhookVerifier(keys: [key: secret])

    private func outcome(
        body: [UInt8] = body, key: String? = key, signature: String? = signature,
        at time: Int64 = time
    ) -> WebhookError? {
        do throws(WebhookError) {
            _ = try self.verifier.verify(body: body, key: key, signature: signature, at: time)
            return nil
        } catch {
            return error
        }
    }

    @Test("the vector is accepted, and its event is read")
    func vector() throws {
        let webhook = try self.verifier.verify(
            body: Self.body, key: Self.key, signature: Self.signature, at: Self.time)
        #expect(webhook.events == [.channelOccupied("my-channel".channelName)])
        let signer = ChannelsSigner(appKey: Self.key, secret: Self.secret)
        let same = try WebhookVerifier(signer).verify(
            body: Self.body, key: Self.key, signature: Self.signature, at: Self.time)
        #expect(same == webhook)
        #expect(
            try WebhookSignature.text(
                of: Array(#"{"hello":"world"}"#.utf8), secret: AppSecret("secret"))
                == "2677ad3e7c090b2fa2c0fb13020d66d5420879b8316eb356a2d60fb9073bc778")
    }

    @Test("each changed bit of the body is refused, and each byte that is added or removed")
    func mutatedBody() {
        for index in Self.body.indices {
            for bit in 0..<8 {
                var body = Self.body
                body[index] ^= 1 << UInt8(bit)
                #expect(self.outcome(body: body) == .wrongSignature, "byte \(index), bit \(bit)")
            }
            var shorter = Self.body
            shorter.remove(at: index)
            #expect(self.outcome(body: shorter) == .wrongSignature)
            var longer = Self.body
            longer.insert(0x20, at: index)
            #expect(self.outcome(body: longer) == .wrongSignature)
        }
    }

    @Test("each changed character of the signature is refused, also in capitals, cut or longer")
    func mutatedSignature() {
        let digits = Array(Self.signature.utf8)
        for index in digits.indices {
            for other in "0123456789abcdefABCDEF \u{7F}".utf8 where other != digits[index] {
                var changed = digits
                changed[index] = other
                let signature = String(decoding: changed, as: UTF8.self)
                #expect(self.outcome(signature: signature) == .wrongSignature)
            }
            let cut = String(decoding: digits[..<index], as: UTF8.self)
            #expect(self.outcome(signature: cut) == .wrongSignature)
        }
        #expect(self.outcome(signature: Self.signature + "0") == .wrongSignature)
        #expect(self.outcome(signature: Self.signature.uppercased()) == .wrongSignature)
    }

    @Test("the key and its header are checked first")
    func keys() {
        #expect(self.outcome(key: nil) == .missingHeader("X-Pusher-Key"))
        #expect(self.outcome(signature: nil) == .missingHeader("X-Pusher-Signature"))
        #expect(self.outcome(key: nil)?.check == "key")
        #expect(self.outcome(signature: nil)?.check == "signature")
        #expect(self.outcome(key: "other") == .unknownKey("other"))
        #expect(self.outcome(key: "") == .unknownKey(""))
        #expect(
            WebhookError.unknownKey("\u{1B}[31m").description.contains(#""\u{1B}[31m""#))
    }

    @Test("with two keys, each is checked with its own secret")
    func twoKeys() throws {
        let verifier = WebhookVerifier(keys: ["old": AppSecret("a"), Self.key: Self.secret])
        #expect(throws: Never.self) {
            try verifier.verify(
                body: Self.body, key: Self.key, signature: Self.signature, at: Self.time)
        }
        #expect(throws: WebhookError.wrongSignature) {
            try verifier.verify(
                body: Self.body, key: "old", signature: Self.signature, at: Self.time)
        }
    }

    @Test("what is older than five minutes is refused, unless there is no limit")
    func age() throws {
        #expect(self.outcome(at: Self.time + 300_000) == nil)
        #expect(
            self.outcome(at: Self.time + 300_001)
                == .tooOld(age: .milliseconds(300_001), limit: .seconds(300)))
        #expect(self.outcome(at: Self.time - 1_000_000) == nil)
        let patient = WebhookVerifier(keys: [Self.key: Self.secret], ageLimit: nil)
        #expect(throws: Never.self) {
            try patient.verify(body: Self.body, key: Self.key, signature: Self.signature)
        }
        #expect(throws: WebhookError.self) {
            try self.verifier.verify(body: Self.body, key: Self.key, signature: Self.signature)
        }
    }

    @Test("a signed body that is no webhook is told apart from a wrong signature")
    func signedRubbish() throws {
        let body = Array(#"{"hello":"world"}"#.utf8)
        let signature = try WebhookSignature.text(of: body, secret: Self.secret)
        #expect(self.outcome(body: body, signature: signature)?.check == "body")
    }
}
