import ChannelsBasics
import ChannelsProtocol
import Testing

/// Text of a peer that repeats a secret.
struct SecretLeak: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// With words around it that are no secret.
    let text: String
    /// A part of the secret that is the same however it is encoded.
    let secret: String

    /// Words that a peer may say, but that a log does not repeat.
    static let peerWords = "zebra data"

    private static let signature = String(repeating: "d59d71b3", count: 8)
    private static let appSecret = "s3cr3tOfTheApp/+x"
    private static let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ0aGUtdXNlciJ9.c2lnbmF0dXJl"

    /// A mask that knows the app's secret.
    static let mask = SecretMask([Array(Self.appSecret.utf8)], appKey: "key")

    private static let plain: [(name: String, text: String, secret: String)] = [
        ("signature", "but got key:\(signature).", signature),
        ("signature alone", #"{"auth":"\#(signature)"}"#, signature),
        ("signature in a field", #"{"auth": "key:\#(signature)"}"#, signature),
        ("signature in a query", "auth=key:\(signature)&x=1", signature),
        ("bearer", "Authorization: Bearer Ab3token551", "Ab3token551"),
        ("cookie", "Cookie: sid=sess1onV4lue77; theme=dark", "sess1onV4lue77"),
        ("app secret", "signed with \(appSecret)!", "s3cr3tOfTheApp"),
        ("secret in a field", #"{"app_secret":"unkn0wnButNamed"}"#, "unkn0wnButNamed"),
        ("JSON Web Token", "the token \(token) expired", "eyJhbGciOiJIUzI1NiJ9"),
    ]

    private static let encodings: [(name: String, encode: @Sendable (String) -> String)] = [
        ("plain", { $0 }),
        ("JSON", { JSONValue.string($0).compactText.replacing("/", with: #"\/"#) }),
        ("JSON in JSON", { JSONValue.string(JSONValue.string($0).compactText).compactText }),
        ("percent-encoded", { PercentEncoding.encode($0, leaving: .javaScript) }),
    ]

    static let all = Self.plain.flatMap { leak in
        Self.encodings.map { encoding in
            SecretLeak(
                testDescription: "\(leak.name), \(encoding.name)",
                text: "\(Self.peerWords), \(encoding.encode(leak.text)) end",
                secret: leak.secret)
        }
    }
}
