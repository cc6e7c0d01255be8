package struct HTTPStatusLine: Hashable {
    var minorVersion: Int
    package var status: Int
    var reason: String

    /// `HTTP/1.1 101 Switching Protocols`; the reason phrase may be missing.
    package init(_ line: String) throws(HTTPSyntaxError) {
        let parts = line.utf8.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
            .map(Substring.init)
        guard parts.count >= 2 else { throw .malformed("this is not an HTTP response") }
        self.minorVersion = try HTTPVersion.minor(parts[0])
        guard parts[1].utf8.count == 3, let status = HTTPText.decimal(parts[1]), status >= 100
        else { throw .malformed("the status code is not a three-digit number") }
        self.status = status
        self.reason = parts.count > 2 ? String(parts[2]) : ""
    }
}

package struct HTTPRequestLine: Hashable {
    package var method: String
    package var target: String
    var minorVersion: Int

    /// `GET /path HTTP/1.1`: two single spaces, and a target of visible ASCII.
    package init(_ line: String) throws(HTTPSyntaxError) {
        let parts = line.utf8.split(separator: 0x20, omittingEmptySubsequences: false)
            .map(Substring.init)
        guard parts.count == 3, !parts[0].isEmpty, !parts[1].isEmpty else {
            throw .malformed("this is not an HTTP request")
        }
        guard parts[0].utf8.allSatisfy(HTTPText.isTokenByte),
            parts[1].utf8.allSatisfy(HTTPText.isTargetByte)
        else { throw .malformed("the request line contains a character that is not allowed") }
        self.method = String(parts[0])
        self.target = String(parts[1])
        self.minorVersion = try HTTPVersion.minor(parts[2])
    }
}

private enum HTTPVersion {
    static func minor(_ text: Substring) throws(HTTPSyntaxError) -> Int {
        switch text {
        case "HTTP/1.1": return 1
        case "HTTP/1.0": return 0
        default:
            guard text.hasPrefix("HTTP/") else { throw .malformed("this is not HTTP") }
            throw .unsupportedVersion
        }
    }
}
