internal import ChannelsProtocol
internal import ChannelsSigning
internal import Transport

/// An error response: the status and the plain text.
struct RouteRefusal: Error, Hashable, Sendable {
    var status: Int
    var text: String
    var headers: [HTTPHeader] = []

    var response: HTTPResponse { .text(self.status, self.text, headers: self.headers) }

    static func badRequest(_ text: String) -> RouteRefusal { RouteRefusal(status: 400, text: text) }

    static func notFound(_ path: String) -> RouteRefusal {
        RouteRefusal(status: 404, text: "Not found: \(path)")
    }

    static func method(_ method: String, allowed: String) -> RouteRefusal {
        RouteRefusal(
            status: 405, text: "Method \(method) is not allowed here: use \(allowed)",
            headers: [HTTPHeader("Allow", allowed)])
    }

    static func tooLarge(limit: Int) -> RouteRefusal {
        RouteRefusal(
            status: 413,
            text: "The data content of this event exceeds the allowed maximum (\(limit) bytes)")
    }

    /// A signature could not be computed.
    static func signing(_ error: SigningError) -> RouteRefusal {
        switch error {
        case .ambiguousChannelName: .badRequest("\(error)")
        case .algorithmUnavailable: RouteRefusal(status: 500, text: "\(error)")
        }
    }
}
