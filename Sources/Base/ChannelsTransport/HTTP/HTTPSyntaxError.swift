/// Why bytes are not the expected HTTP/1.1 message.
package enum HTTPSyntaxError: Error, Hashable {
    /// Not HTTP/1.x, or something that RFC 9112 forbids.
    case malformed(String)
    /// A control character where none is allowed: an attack rather than a mistake.
    case unsafe(String)
    /// A TLS record instead of HTTP.
    case tls
    /// The start line or the header section is longer than allowed.
    case headTooLong(String)
    /// The body is longer than allowed, in bytes.
    case bodyTooLong(limit: Int)
    /// Well-formed, but not supported: another transfer coding.
    case unsupported(String)
    /// A version other than HTTP/1.0 and 1.1.
    case unsupportedVersion

    /// The error in words.
    package var text: String {
        switch self {
        case .malformed(let text), .unsafe(let text), .headTooLong(let text),
            .unsupported(let text):
            text
        case .tls: "it is TLS"
        case .unsupportedVersion: "the HTTP version is neither 1.0 nor 1.1"
        case .bodyTooLong(let limit): "the body is longer than \(limit) bytes"
        }
    }

    /// The corresponding error of a client.
    var transportError: TransportError {
        switch self {
        case .bodyTooLong(let limit): .bodyTooLarge(limit: limit)
        case .malformed, .unsupported, .unsupportedVersion: .badResponse(self.text)
        case .headTooLong: .oversizedHead(self.text)
        case .unsafe: .unsafeHead(self.text)
        case .tls: .speaksTLS
        }
    }
}
