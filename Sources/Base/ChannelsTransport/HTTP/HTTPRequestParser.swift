struct HTTPRequestParser {
    enum Step {
        case head(Received)
        case needsMore
        case whole([UInt8])
    }

    struct Received: Hashable {
        var line: HTTPRequestLine
        var head: HTTPHead
        var keepsAlive: Bool
        var expectsContinue: Bool
        var hasBody: Bool
    }

    private let bodyLimit: Int
    private var headParser = HTTPHeadParser()
    private var body: HTTPBodyDecoder?
    private var input = HTTPInput()
    private var lastBody = 0

    init(bodyLimit: Int) {
        self.bodyLimit = bodyLimit
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) { self.input.append(bytes) }

    var waiting: Int { self.input.count }

    var received: Int { (self.body?.body.count ?? 0) + self.input.count }

    /// Unparsed bytes, and the last body until the next request.
    var held: Int { self.input.count + max(self.lastBody, self.body?.body.count ?? 0) }

    mutating func takeRest() -> ArraySlice<UInt8> { self.input.take(upTo: self.input.count) }

    mutating func next() throws(HTTPSyntaxError) -> Step {
        if self.body != nil {
            try self.body?.decode(&self.input)
            guard let body = self.body, body.isWhole else { return .needsMore }
            self.body = nil
            self.lastBody = body.body.count
            return .whole(body.body)
        }
        // Detected from the first byte: a TLS client, for instance, would wait for an answer and
        // never send a line end.
        if self.headParser.isAtStart, let first = self.input.first, first != 0x0D {
            guard HTTPText.isTokenByte(first) else {
                throw .malformed("this is not an HTTP request")
            }
        }
        self.lastBody = 0
        guard let head = try self.headParser.parse(&self.input) else { return .needsMore }
        let line = try HTTPRequestLine(head.startLine)
        try Self.checkHost(line, head)
        let framing = try HTTPBodyFraming(head, otherwise: .length(0))
        // An announced length beyond the limit is refused here, before the client sends the body.
        self.body = try HTTPBodyDecoder(framing: framing, limit: self.bodyLimit)
        return .head(try Self.received(line, head, framing))
    }

    /// RFC 9112, 3.2: exactly one Host. A browser always sends it, so the handler can tell which
    /// host was requested.
    private static func checkHost(
        _ line: HTTPRequestLine, _ head: HTTPHead
    ) throws(HTTPSyntaxError) {
        let hosts = head.count("Host")
        guard hosts == 1 || (hosts == 0 && line.minorVersion == 0) else {
            throw .malformed("exactly one Host header is required")
        }
    }

    private static func received(
        _ line: HTTPRequestLine, _ head: HTTPHead, _ framing: HTTPBodyFraming
    ) throws(HTTPSyntaxError) -> Received {
        guard line.minorVersion == 1 || framing != .chunked else {
            throw .malformed("HTTP/1.0 does not support chunked bodies")
        }
        return Received(
            line: line, head: head,
            keepsAlive: line.minorVersion == 1 && !head.tokens("Connection").contains("close"),
            expectsContinue: line.minorVersion == 1
                && head.tokens("Expect").contains("100-continue"),
            hasBody: framing != .length(0))
    }
}
