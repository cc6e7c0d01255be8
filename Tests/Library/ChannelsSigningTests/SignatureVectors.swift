import Foundation
import Testing

/// Published signatures, and some of our own: see the origin in each name.
struct SignatureVector: Decodable, Sendable, CustomTestStringConvertible {
    var name: String
    var expected: String
    var secret: String?
    var textToSign: String?
    var body: String?
    var masterKeyBase64: String?
    var masterKey: String?
    var channel: String?
    var keyBase64: String?
    var nonce: String?
    var ciphertext: String?
    var plaintext: String?

    enum CodingKeys: String, CodingKey {
        case name, expected, secret, body, channel, nonce, ciphertext, plaintext
        case textToSign = "string_to_sign"
        case keyBase64 = "key_base64"
        case masterKeyBase64 = "master_key_base64"
        case masterKey = "master_key_utf8"
    }

    var testDescription: String { self.name }

    /// All of `Corpora/signature-vectors.json`.
    static func all() throws -> [SignatureVector] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Corpora/signature-vectors.json")
        return try JSONDecoder().decode([SignatureVector].self, from: Data(contentsOf: file))
    }

    /// The one with an id: `T26a`.
    static func named(_ id: String) throws -> SignatureVector {
        try #require(try Self.all().first { $0.name.hasPrefix("\(id) ") })
    }

    /// Those whose number is in a range: `T01` is 1.
    static func numbered(_ range: ClosedRange<Int>) throws -> [SignatureVector] {
        try Self.all().filter { vector in
            Int(vector.name.dropFirst().prefix { $0.isNumber }).map(range.contains) ?? false
        }
    }
}
