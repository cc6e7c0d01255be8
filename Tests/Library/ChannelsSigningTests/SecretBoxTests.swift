import BuoyTestBasics
import ChannelsProtocol
import ChannelsSigning
import Foundation
import Testing

@Suite("Secret boxes")
struct SecretBoxTests {
    private typealias Reason = DecryptionFailure.Reason

    private static let key = SharedSecret(base64: Data(0..<32).base64EncodedString())

    private static func envelope(nonce: String, ciphertext: String) -> EventData {
        EventData(#"{"nonce":"\#(nonce)","ciphertext":"\#(ciphertext)"}"#)
    }

    private static func reason(_ data: EventData, with key: SharedSecret? = key) -> Reason? {
        guard case .failure(let reason) = SecretBox.opener(data, key) else { return nil }
        return reason
    }

    /// The strings of an envelope.
    private static func parts(_ data: EventData) throws -> (nonce: String, ciphertext: String) {
        let json = try #require(data.json)
        return (
            try #require(json["nonce"]?.stringValue), try #require(json["ciphertext"]?.stringValue)
        )
    }

    // MARK: Published boxes

    @Test(
        "the published boxes open with their keys, and do not with others",
        arguments: try SignatureVector.numbered(22...25))
    func openVectors(vector: SignatureVector) throws {
        let data = Self.envelope(
            nonce: try #require(vector.nonce), ciphertext: try #require(vector.ciphertext))
        let key = SharedSecret(base64: try #require(vector.keyBase64))
        if vector.expected == "MUST FAIL" {
            #expect(Self.reason(data, with: key) == .wrongKey)
        } else {
            #expect(SecretBox.opener(data, key) == .success(EventData(vector.expected)))
        }
    }

    @Test("there are five of them, three of which must fail")
    func vectorCount() throws {
        let vectors = try SignatureVector.numbered(22...25)
        #expect(vectors.count == 5)
        #expect(vectors.count { $0.expected == "MUST FAIL" } == 3)
    }

    @Test("a box opens with the key that a publisher made of a master key of 33 bytes")
    func vectorOfLongMasterKey() throws {
        let key = SharedSecret(base64: try Self.base64(ofHex: try .named("T26a")))
        let box = try SignatureVector.named("T26b")
        let data = Self.envelope(
            nonce: try #require(box.nonce), ciphertext: try #require(box.ciphertext))
        #expect(SecretBox.opener(data, key) == .success("Hello!"))
    }

    @Test(
        "sealing with a given nonce gives the published boxes, and they open again",
        arguments: ["T27", "T28"])
    func sealVectors(id: String) throws {
        let vector = try SignatureVector.named("\(id)b")
        let master = try SignatureVector.named("\(id)a")
        let key = try master.encryptionMasterKey.sharedSecret(
            for: ChannelName(wire: try #require(master.channel)))
        let text = try #require(vector.plaintext)
        let nonce = try #require(vector.nonce)
        let data = try SecretBox.seal(
            Array(text.utf8), with: key, nonce: Array(try #require(Data(base64Encoded: nonce))))
        #expect(data == Self.envelope(nonce: nonce, ciphertext: vector.expected))
        #expect(data.isString)
        #expect(SecretBox.opener(data, key) == .success(EventData(text)))
    }

    private static func base64(ofHex vector: SignatureVector) throws -> String {
        let digits = Array(vector.expected)
        let bytes = try stride(from: 0, to: digits.count, by: 2).map {
            try #require(UInt8(String(digits[$0...($0 + 1)]), radix: 16))
        }
        return Data(bytes).base64EncodedString()
    }

    // MARK: Round trips

    @Test("what was sealed opens, and does not when any byte of it is changed", arguments: 0..<30)
    func roundTrip(seed: Int) throws {
        var chance = Dice(seed: UInt64(seed))
        let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &chance) }
        let key = SharedSecret(base64: Data(bytes).base64EncodedString())
        let scalars: [Character] = ["a", "\"", "é", "👋", "\u{0}", "\n", "漢", "e\u{301}"]
        let text = String(
            (0..<Int.random(in: 0...60, using: &chance)).compactMap { _ in
                scalars.randomElement(using: &chance)
            })
        let data = try SecretBox.seal(Array(text.utf8), with: key)
        #expect(SecretBox.opener(data, key) == .success(EventData(text)))

        let parts = try Self.parts(data)
        let nonce = try #require(Data(base64Encoded: parts.nonce))
        let box = try #require(Data(base64Encoded: parts.ciphertext))
        #expect(box.count == text.utf8.count + 16)
        for index in nonce.indices {
            let changed = nonce.flipping(index, using: &chance)
            #expect(
                Self.reason(Self.envelope(nonce: changed, ciphertext: parts.ciphertext), with: key)
                    == .wrongKey)
        }
        for index in box.indices {
            let changed = box.flipping(index, using: &chance)
            #expect(
                Self.reason(Self.envelope(nonce: parts.nonce, ciphertext: changed), with: key)
                    == .wrongKey)
        }
        let other = bytes.indices.map { Data(bytes).flipping($0, using: &chance) }
        for key in other {
            #expect(Self.reason(data, with: SharedSecret(base64: key)) == .wrongKey)
        }
    }

    @Test("a nonce that is left to chance is another one each time")
    func randomNonces() throws {
        let nonces = try (0..<100).map { _ in
            try Self.parts(SecretBox.seal([], with: Self.key)).nonce
        }
        #expect(Set(nonces).count == 100)
    }

    @Test("data that came as an object opens like data that came as a string")
    func objects() throws {
        let data = try SecretBox.seal(Array("text".utf8), with: Self.key)
        let object = EventData(json: try #require(data.json))
        #expect(!object.isString)
        #expect(SecretBox.opener(object, Self.key) == .success("text"))
    }

    // MARK: What is wrong

    @Test(
        "data without the texts nonce and ciphertext was not encrypted",
        arguments: [
            "", "hello", "null", "[]", "{}", #""{}""#, #"{"nonce":"AAAA"}"#,
            #"{"ciphertext":"AAAA"}"#, #"{"nonce":1,"ciphertext":"AAAA"}"#,
            #"{"nonce":"AAAA","ciphertext":null}"#, #"{"nonce":"AAAA","ciphertext":"AAAA""#,
        ])
    func notEncrypted(text: String) {
        #expect(Self.reason(EventData(text)) == .notEncrypted)
        #expect(Self.reason(EventData(text), with: nil) == .notEncrypted)
    }

    @Test("no data at all was not encrypted")
    func absent() {
        #expect(Self.reason(.absent) == .notEncrypted)
    }

    @Test(
        "base64 is read strictly",
        arguments: [
            "A", "AA", "AAA", "AA=", "AAA==", "AAAA=", "=AAA", "AA=A", "AAAA\\n", " AAAA", "AA AA",
            "AA-_", "AAAB\\u0000", "AAAé", "AB==", "AAB=", "====", "\\u0000",
        ])
    func notBase64(text: String) {
        let nonce = Data(count: 24).base64EncodedString()
        #expect(
            Self.reason(Self.envelope(nonce: text, ciphertext: "AAAA")) == .notBase64(part: "nonce")
        )
        #expect(
            Self.reason(Self.envelope(nonce: nonce, ciphertext: text))
                == .notBase64(part: "ciphertext"))
    }

    @Test("a nonce of another length is told", arguments: [0, 1, 23, 25, 1000])
    func nonceLength(count: Int) {
        let data = Self.envelope(
            nonce: Data(count: count).base64EncodedString(), ciphertext: "AAAA")
        #expect(Self.reason(data) == .nonceLength(count))
        #expect(Self.reason(data, with: nil) == .nonceLength(count))
    }

    @Test("a cipher text without room for the tag is told", arguments: [0, 1, 15])
    func tooShort(count: Int) {
        let nonce = Data(count: 24).base64EncodedString()
        let data = Self.envelope(
            nonce: nonce, ciphertext: Data(count: count).base64EncodedString())
        #expect(Self.reason(data) == .tooShort)
        let justATag = Self.envelope(
            nonce: nonce, ciphertext: Data(count: 16).base64EncodedString())
        #expect(Self.reason(justATag) == .wrongKey)
    }

    @Test(
        "a key that is not base64 of 32 bytes is told, as is none",
        arguments: [
            "", "key", Data(count: 31).base64EncodedString(), String(repeating: "A", count: 43),
        ])
    func unusableKey(text: String) throws {
        let data = try SecretBox.seal([], with: Self.key)
        #expect(Self.reason(data, with: SharedSecret(base64: text)) == .unusableKey)
        #expect(Self.reason(data, with: nil) == .noKey)
        #expect(throws: SealingError.unusableKey) {
            try SecretBox.seal([], with: SharedSecret(base64: text))
        }
    }

    @Test(
        "sealed bytes that are no UTF-8 are told",
        arguments: [[0xFF], [0x61, 0xC3], [0xED, 0xA0, 0x80]])
    func notText(bytes: [UInt8]) throws {
        #expect(Self.reason(try SecretBox.seal(bytes, with: Self.key)) == .notText)
    }

    @Test("a nonce of another length seals nothing", arguments: [0, 23, 25])
    func sealingNonce(count: Int) {
        #expect(throws: SealingError.nonceLength(count)) {
            try SecretBox.seal([], with: Self.key, nonce: [UInt8](repeating: 0, count: count))
        }
    }
}

extension Data {
    /// Base64 of these bytes with one of them changed.
    fileprivate func flipping(_ index: Int, using chance: inout Dice) -> String {
        var changed = self
        changed[index] ^= UInt8.random(in: 1...255, using: &chance)
        return changed.base64EncodedString()
    }
}

extension SignatureVector {
    /// The master key of the vector.
    var encryptionMasterKey: EncryptionMasterKey {
        get throws {
            if let base64 = self.masterKeyBase64 { return try EncryptionMasterKey(base64: base64) }
            return try EncryptionMasterKey(bytes: Array(try #require(self.masterKey).utf8))
        }
    }
}
