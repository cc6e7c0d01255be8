import ChannelsSigning
package import ChannelsTransport

/// An error response: the status and the plain text.
package struct RouteRefusal: Error, Hashable, Sendable {
    /// The HTTP status.
    var status: Int
    /// One line of text for the body. It may repeat parts of the request.
    var text: String
    /// Headers besides those of plain text.
    var headers: [HTTPHeader] = []

    /// The response to send.
    package var response: HTTPResponse { .text(self.status, self.text, headers: self.headers) }

    /// The request cannot be understood, or breaks a rule.
    static func badRequest(_ text: String) -> RouteRefusal {
        RouteRefusal(status: 400, text: text)
    }

    /// Nothing is served at this path.
    package static func notFound(_ path: String) -> RouteRefusal {
        RouteRefusal(status: 404, text: "Not found: \(path)")
    }

    /// The path is served for other methods only.
    /// - Parameter allowed: the methods that can be used, separated by commas.
    static func method(_ method: String, allowed: String) -> RouteRefusal {
        RouteRefusal(
            status: 405, text: "Method \(method) is not allowed here: use \(allowed)",
            headers: [HTTPHeader("Allow", allowed)])
    }

    /// Something cannot be signed.
    static func signing(_ error: SigningError) -> RouteRefusal {
        // Here the client names its user.
        if case .invalidUser = error { return .badRequest("\(error)") }
        return RouteRefusal(status: error.status, text: "\(error)")
    }
}

extension HTTPRequest {
    /// Refuses every other method.
    package func require(method: String) throws(RouteRefusal) {
        guard self.method == method else { throw .method(self.method, allowed: method) }
    }
}
