import ChannelsSigning
import Foundation
import Testing

@Suite("Digests")
struct DigestTests {
    @Test("HMAC-SHA256 gives the published signatures")
    func signatures() throws {
        let vectors = try SignatureVector.all().filter { $0.textToSign != nil }
        #expect(vectors.count == 22)
        for vector in vectors {
            let text = try #require(vector.textToSign)
            let secret = AppSecret(try #require(vector.secret))
            let digest = try Digest.hmacSHA256(text.utf8, secret: secret)
            #expect(Digest.hex(digest) == vector.expected, "\(vector.name)")
        }
    }

    @Test("MD5 gives the published digests of bodies")
    func bodyDigests() throws {
        let vectors = try SignatureVector.all().filter { $0.body != nil }
        #expect(vectors.count == 2)
        for vector in vectors {
            let digest = try Digest.md5(Array(try #require(vector.body).utf8))
            #expect(Digest.hex(digest) == vector.expected, "\(vector.name)")
        }
    }

    @Test("SHA-256 of channel and master key gives the published shared secrets")
    func sharedSecrets() throws {
        let vectors = try SignatureVector.all().filter { $0.channel != nil }
        #expect(vectors.count == 4)
        for vector in vectors {
            let decoded = vector.masterKeyBase64.flatMap { Data(base64Encoded: $0) }
            let master = try #require(decoded ?? vector.masterKey.map { Data($0.utf8) })
            let digest = try Digest.sha256(Array(try #require(vector.channel).utf8) + master)
            let texts = [Digest.hex(digest), Data(digest).base64EncodedString()]
            #expect(texts.contains(vector.expected), "\(vector.name)")
        }
    }

    @Test("the digests of nothing are those of the standards")
    func nothing() throws {
        #expect(Digest.hex(try Digest.md5([])) == "d41d8cd98f00b204e9800998ecf8427e")
        #expect(
            Digest.hex(try Digest.sha256([]))
                == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }

    @Test("hexadecimal is in lower case, two digits a byte")
    func hexadecimal() {
        #expect(Digest.hex([]) == "")
        #expect(Digest.hex([0x00, 0x0A, 0xF0, 0xFF]) == "000af0ff")
    }

    @Test(
        "comparing tells equal bytes from all others",
        arguments: [
            ("", "", true), ("a", "a", true), ("abc", "abc", true), ("abc", "abd", false),
            ("abc", "xbc", false), ("abc", "ab", false), ("", "a", false),
        ])
    func comparison(left: String, right: String, areEqual: Bool) {
        #expect(Digest.areEqual(Array(left.utf8), Array(right.utf8)) == areEqual)
    }

    @Test("a secret is not shown however it is printed")
    func maskedSecret() {
        let secret = AppSecret("hunter2")
        var dumped = ""
        dump(secret, to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), "\([secret])", dumped] {
            #expect(!text.contains("hunter2"))
        }
    }
}
