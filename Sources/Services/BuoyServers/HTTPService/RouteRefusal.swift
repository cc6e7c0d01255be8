import ChannelsSigning
package import ChannelsTransport

package struct RouteRefusal: Error, Hashable, Sendable {
    var status: Int
    /// May repeat parts of the request.
    var text: String
    var headers: [HTTPHeader] = []

    package var response: HTTPResponse { .text(self.status, self.text, headers: self.headers) }

    package static func badRequest(_ text: String) -> RouteRefusal {
        RouteRefusal(status: 400, text: text)
    }

    package static func notFound(_ path: String) -> RouteRefusal {
        RouteRefusal(status: 404, text: "Not found: \(path)")
    }

    static func method(_ method: String, allowed: String) -> RouteRefusal {
        RouteRefusal(
            status: 405, text: "Method \(method) is not allowed here: use \(allowed)",
            headers: [HTTPHeader("Allow", allowed)])
    }

    static func signing(_ error: SigningError) -> RouteRefusal {
        // Here the client names its user.
        if case .invalidUser = error { return .badRequest(error.description) }
        return RouteRefusal(status: error.status, text: error.description)
    }
}

extension HTTPRequest {
    package func require(method: String) throws(RouteRefusal) {
        guard self.method == method else { throw .method(self.method, allowed: method) }
    }
}
