import ChannelsHTTPAPI
import ChannelsSigning
import Foundation
import Testing

/// The published requests of `Tests/Library/ChannelsSigningTests/Corpora/signature-vectors.json`,
/// signed as the library does.
@Suite("Published signatures of HTTP API requests")
struct SignatureVectorTests {
    struct Vector: Decodable, CustomTestStringConvertible {
        var name: String
        var expected: String
        var secret: String?
        var string_to_sign: String?
        var body: String?

        var testDescription: String { self.name }
        /// `11` of `T11b POST events (docs)`.
        var number: Int { Int(self.name.dropFirst().prefix { $0.isNumber }) ?? 0 }
    }

    private static func all() throws -> [Vector] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "ChannelsSigningTests/Corpora/signature-vectors.json")
        return try JSONDecoder().decode([Vector].self, from: Data(contentsOf: file))
    }

    private static func requests() throws -> [Vector] {
        try Self.all().filter { (11...18).contains($0.number) && $0.string_to_sign != nil }
    }

    @Test(
        "method, path, parameters, body and time give the text and the signature",
        arguments: try requests())
    func vectors(vector: Vector) throws {
        let text = try #require(vector.string_to_sign)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let fields = lines[2].split(separator: "&").map { field in
            let parts = field.split(separator: "=", maxSplits: 1).map(String.init)
            return RequestParameter(parts[0], parts[1])
        }
        let names = ["auth_key", "auth_timestamp", "auth_version", "body_md5"]
        // T17 signs the digest of an empty body, which the library does not send.
        let isEmptyBody = vector.number == 17
        let body =
            vector.number == 18
            ? "{}"
            : try Self.all().first { $0.number == vector.number && $0.body != nil }?.body ?? ""
        let signed = try SignedRequest(
            method: lines[0].lowercased(), path: lines[1],
            parameters: fields.filter {
                !names.contains($0.name) || isEmptyBody && $0.name == "body_md5"
            },
            body: Array(body.utf8), key: try #require(fields.first("auth_key")),
            secret: AppSecret(try #require(vector.secret)),
            unixTime: try #require(fields.first("auth_timestamp").flatMap(Int64.init)))
        #expect(signed.signedString == text)
        #expect(signed.signature == vector.expected)
        #expect(signed.query.hasSuffix("&auth_signature=\(vector.expected)"))
    }

    @Test("there are vectors for every kind of request")
    func count() throws { #expect(try Self.requests().count >= 8) }
}
