package import ChannelsProtocol
package import ChannelsTransport

extension HTTPResponse {
    /// A line of plain text, which is how the hosted service answers errors.
    package static func text(_ status: Int, _ text: String, headers: [HTTPHeader] = [])
        -> HTTPResponse
    {
        // The text may repeat parts of the request: a browser must not interpret it as HTML.
        HTTPResponse(
            status: status, reason: self.reasons[status] ?? "",
            headers: [
                HTTPHeader("Content-Type", "text/plain; charset=utf-8"),
                HTTPHeader("X-Content-Type-Options", "nosniff"),
            ] + headers,
            body: Array("\(text)\n".utf8))
    }

    package static func json(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
        self.json(text: value.compactText, status: status)
    }

    package static func json(text: String, status: Int = 200) -> HTTPResponse {
        HTTPResponse(
            status: status, reason: self.reasons[status] ?? "",
            headers: [
                HTTPHeader("Content-Type", "application/json"),
                HTTPHeader("X-Content-Type-Options", "nosniff"),
            ], body: Array(text.utf8))
    }

    static func script(_ text: String) -> HTTPResponse {
        HTTPResponse(
            status: 200, reason: "OK",
            headers: [
                HTTPHeader("Content-Type", "application/javascript; charset=utf-8"),
                HTTPHeader("X-Content-Type-Options", "nosniff"),
            ], body: Array(text.utf8))
    }

    package static func empty(_ status: Int = 204, headers: [HTTPHeader] = []) -> HTTPResponse {
        HTTPResponse(status: status, reason: self.reasons[status] ?? "", headers: headers)
    }

    static func page(_ html: String) -> HTTPResponse {
        HTTPResponse(
            status: 200, reason: "OK",
            headers: [HTTPHeader("Content-Type", "text/html; charset=utf-8")],
            body: Array(html.utf8))
    }

    private static let reasons = [
        200: "OK", 202: "Accepted", 204: "No Content", 400: "Bad Request", 401: "Unauthorized",
        403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 413: "Content Too Large", 500: "Internal Server Error",
        502: "Bad Gateway", 503: "Service Unavailable",
    ]
}
