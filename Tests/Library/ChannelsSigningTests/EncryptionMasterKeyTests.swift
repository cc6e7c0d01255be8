import ChannelsProtocol
import ChannelsSigning
import Foundation
import Testing

@Suite("Encryption master keys")
struct EncryptionMasterKeyTests {
    private static let base64 = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="

    @Test(
        "the published keys of channels come out",
        arguments: [
            ("T10", "VmIsNZtCSteh8kazd2toc+ofhohBtUouQRSDtRvuyVI="),
            ("T27a", "cJ7zCQokv6mDgstdAlyjYiyC0x+ifxCwBcDconuuZRY="),
            ("T28a", "EYp9Iw61We0SSO8i4YNMUxqo4TeGPjdBtcgzC9ocVl0="),
        ])
    func vectors(id: String, secret: String) throws {
        let vector = try SignatureVector.named(id)
        let hex = try #require(Data(base64Encoded: secret)).map {
            String(format: "%02x", Int($0))
        }
        #expect([secret, hex.joined()].contains(vector.expected))
        let channel = ChannelName(wire: try #require(vector.channel))
        #expect(
            try vector.encryptionMasterKey.sharedSecret(for: channel)
                == SharedSecret(base64: secret))
    }

    @Test("a key of 33 bytes, which one library lets through, is refused")
    func longKey() throws {
        let vector = try SignatureVector.named("T26a")
        #expect(throws: ChannelsError.self) { try vector.encryptionMasterKey }
    }

    @Test("each channel has a key of its own")
    func channels() throws {
        let key = try EncryptionMasterKey(base64: Self.base64)
        #expect(
            try key.sharedSecret(for: ChannelName(wire: "private-encrypted-a"))
                != key.sharedSecret(for: ChannelName(wire: "private-encrypted-b")))
    }

    @Test(
        "a text that is not base64 is refused, with what to do",
        arguments: ["not base64", String(Self.base64.dropLast()), Self.base64 + "\n"])
    func notBase64(text: String) {
        let error = #expect(throws: ChannelsError.self) { try EncryptionMasterKey(base64: text) }
        #expect(error?.description.contains("openssl rand -base64 32") == true)
    }

    @Test("a key of another length is refused, with what it has", arguments: [0, 31, 33, 64])
    func length(count: Int) {
        let error = #expect(throws: ChannelsError.self) {
            try EncryptionMasterKey(base64: Data(count: count).base64EncodedString())
        }
        #expect(error?.description.contains("is \(count) bytes") == true)
    }

    @Test("a key is not shown however it is printed")
    func masked() throws {
        let key = try EncryptionMasterKey(bytes: Array("OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5".utf8))
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), "\([key])", dumped] {
            #expect(!text.contains("OTk5") && !text.contains("79, 84"))
            #expect(text.contains("•"))
        }
    }
}
