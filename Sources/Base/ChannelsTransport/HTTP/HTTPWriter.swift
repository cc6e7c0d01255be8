/// Refuses or leaves out headers that would not be a single line.
package enum HTTPWriter {
    package static func request(method: String, target: String, headers: [HTTPHeader]) -> [UInt8]? {
        guard !method.isEmpty, method.utf8.allSatisfy(HTTPText.isTokenByte), !target.isEmpty,
            target.utf8.allSatisfy(HTTPText.isTargetByte), headers.allSatisfy(HTTPText.isWritable)
        else { return nil }
        return Self.head("\(method) \(target) HTTP/1.1", headers)
    }

    static func bytes(
        of request: HTTPRequest, keepsConnection: Bool
    ) throws(TransportError) -> [UInt8] {
        var headers = [
            HTTPHeader("Host", request.origin.hostHeader),
            HTTPHeader("Connection", keepsConnection ? "keep-alive" : "close"),
        ]
        if !request.body.isEmpty || !["GET", "HEAD", "DELETE"].contains(request.method) {
            headers.append(HTTPHeader("Content-Length", "\(request.body.count)"))
        }
        if request.header("User-Agent") == nil {
            headers.append(HTTPHeader("User-Agent", NIOHTTPRequester.userAgent))
        }
        let own = Set(["host", "connection", "content-length", "transfer-encoding"])
        headers += request.headers.filter { !own.contains($0.name.lowercased()) }
        let head = Self.request(
            method: request.method, target: request.target, headers: headers)
        guard let head else {
            throw .connectFailed(
                address: request.origin.address,
                cause: "the path or a header contains a character that cannot be sent")
        }
        return head + request.body
    }

    /// - Parameter hasBody: `false` for a response to HEAD, which has a length but no body.
    package static func response(_ response: HTTPResponse, hasBody: Bool, closes: Bool) -> [UInt8] {
        var headers = response.headers.filter {
            HTTPText.isWritable($0) && !Self.ownHeaders.contains($0.name.lowercased())
        }
        let isBodiless = response.status < 200 || response.status == 204 || response.status == 304
        if !isBodiless { headers.append(HTTPHeader("Content-Length", "\(response.body.count)")) }
        headers.append(HTTPHeader("Connection", closes ? "close" : "keep-alive"))
        let head = Self.head(Self.statusLine(response), headers)
        return hasBody && !isBodiless ? head + response.body : head
    }

    static func interim(_ response: HTTPResponse) -> [UInt8] {
        Self.head(Self.statusLine(response), response.headers.filter(HTTPText.isWritable))
    }

    /// Set by the writer; a second one would contradict it.
    private static let ownHeaders: Set<String> = [
        "content-length", "transfer-encoding", "connection",
    ]

    private static func statusLine(_ response: HTTPResponse) -> String {
        let reason = response.reason.isEmpty ? Self.reason(response.status) : response.reason
        let isClean = reason.utf8.allSatisfy(HTTPText.isFieldByte)
        return "HTTP/1.1 \(response.status) \(isClean ? reason : "")"
    }

    private static func head(_ startLine: String, _ headers: [HTTPHeader]) -> [UInt8] {
        var text = startLine + "\r\n"
        for header in headers { text += "\(header.name): \(header.value)\r\n" }
        return Array((text + "\r\n").utf8)
    }

    static func reason(_ status: Int) -> String {
        switch status {
        case 100: "Continue"
        case 101: "Switching Protocols"
        case 200: "OK"
        case 201: "Created"
        case 204: "No Content"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 408: "Request Timeout"
        case 413: "Content Too Large"
        case 417: "Expectation Failed"
        case 421: "Misdirected Request"
        case 426: "Upgrade Required"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 503: "Service Unavailable"
        case 505: "HTTP Version Not Supported"
        default: "Status \(status)"
        }
    }
}
