package enum HTTPSyntaxError: Error, Hashable {
    case malformed(String)
    /// A control character where none is allowed: an attack rather than a mistake.
    case unsafe(String)
    case tls
    case foreign(ForeignService)
    case headTooLong(String)
    case bodyTooLong(limit: Int)
    case unsupported(String)
    case unsupportedVersion

    package var text: String {
        switch self {
        case .malformed(let text), .unsafe(let text), .headTooLong(let text),
            .unsupported(let text):
            text
        case .tls: "it is TLS"
        case .foreign(let service): "this is \(service.name), not HTTP"
        case .unsupportedVersion: "the HTTP version is neither 1.0 nor 1.1"
        case .bodyTooLong(let limit): "the body is longer than \(limit) bytes"
        }
    }

    var transportError: TransportError {
        switch self {
        case .bodyTooLong(let limit): .bodyTooLarge(limit: limit)
        case .malformed, .unsupported, .unsupportedVersion: .badResponse(self.text)
        case .headTooLong: .oversizedHead(self.text)
        case .unsafe: .unsafeHead(self.text)
        case .tls: .speaksTLS
        case .foreign(let service): .foreignService(service)
        }
    }
}
