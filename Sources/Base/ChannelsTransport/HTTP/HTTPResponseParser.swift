struct HTTPResponseParser {
    enum Step: Hashable {
        case head(HTTPStatusLine, HTTPHead)
        case needsMore
        case whole(HTTPResponse)
    }

    /// No legitimate server sends more interim responses.
    private static let interimLimit = 8

    fileprivate static let cut = "the connection ended"

    private let method: String
    private let bodyLimit: Int
    private var headParser = HTTPHeadParser()
    private var interim = 0
    private var head: (line: HTTPStatusLine, head: HTTPHead)?
    private var body: HTTPBodyDecoder?
    private var input = HTTPInput()

    init(method: String, bodyLimit: Int) {
        self.method = method
        self.bodyLimit = bodyLimit
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) { self.input.append(bytes) }

    mutating func next() throws(HTTPSyntaxError) -> Step {
        if self.head == nil {
            guard let (line, head) = try self.takeHead() else { return .needsMore }
            self.head = (line, head)
            return .head(line, head)
        }
        if self.body == nil { self.body = try self.makeBodyDecoder() }
        try self.body?.decode(&self.input)
        guard self.body?.isWhole == true, let response = self.response else { return .needsMore }
        return .whole(response)
    }

    mutating func end() throws(HTTPSyntaxError) -> HTTPResponse {
        guard let response = self.response else {
            throw .malformed("\(Self.cut) before the response headers were complete")
        }
        guard self.body?.endsWithConnection == true else {
            throw .malformed(
                "\(Self.cut) inside the body, after \(response.body.count) bytes")
        }
        return response
    }

    mutating func takeRest() -> ArraySlice<UInt8> { self.input.take(upTo: self.input.count) }

    /// RFC 9112, 9.3.
    var allowsAnotherRequest: Bool {
        guard let (line, head) = self.head, self.body?.isWhole == true else { return false }
        let tokens = head.tokens("Connection")
        return self.input.count == 0 && !tokens.contains("close")
            && (line.minorVersion > 0 || tokens.contains("keep-alive"))
    }

    var response: HTTPResponse? {
        guard let (line, head) = self.head else { return nil }
        return HTTPResponse(
            status: line.status, reason: line.reason, headers: head.headers,
            body: self.body?.body ?? [])
    }

    private mutating func takeHead() throws(HTTPSyntaxError) -> (HTTPStatusLine, HTTPHead)? {
        while try self.mayBeHTTP(), let head = try self.headParser.parse(&self.input) {
            let line = try HTTPStatusLine(head.startLine)
            // 101 ends HTTP on this connection; every other 1xx precedes the final response.
            guard (100...199).contains(line.status), line.status != 101 else { return (line, head) }
            self.interim += 1
            guard self.interim <= Self.interimLimit else {
                throw .malformed("there are more than \(Self.interimLimit) interim responses")
            }
        }
        return nil
    }

    /// Detected from the first bytes: a peer that does not use HTTP may never send a line end.
    private func mayBeHTTP() throws(HTTPSyntaxError) -> Bool {
        guard self.headParser.isAtStart else { return true }
        if self.input.mayBeTLS {
            guard self.input.count > 1 else { return false }
            throw .tls
        }
        guard self.input.agrees(with: "HTTP/") else {
            if let service = ForeignService(self.input.excerpt) { throw .foreign(service) }
            throw .malformed("this is not an HTTP response")
        }
        return true
    }

    private func makeBodyDecoder() throws(HTTPSyntaxError) -> HTTPBodyDecoder {
        guard let (line, head) = self.head else {
            return try HTTPBodyDecoder(framing: .length(0), limit: self.bodyLimit)
        }
        let isBodiless =
            self.method == "HEAD" || line.status == 204 || line.status == 304
            || line.status == 101
        let framing: HTTPBodyFraming =
            isBodiless ? .length(0) : try HTTPBodyFraming(head, otherwise: .untilClose)
        return try HTTPBodyDecoder(framing: framing, limit: self.bodyLimit)
    }
}

extension TransportError {
    package var isCutResponse: Bool {
        switch self {
        case .badResponse(let text): text.hasPrefix(HTTPResponseParser.cut)
        case .closed: true
        default: false
        }
    }
}
