import ChannelsBasics

package struct HTTPHead: Hashable {
    package var startLine: String
    package var headers: [HTTPHeader]

    /// All elements of a list header, in lower case. Only ASCII is changed: a Kelvin sign is not a
    /// `k`.
    package func tokens(_ name: String) -> [String] {
        self.headers
            .filter { $0.isNamed(name) }
            .flatMap { $0.value.utf8.split(separator: UInt8(ascii: ",")) }
            .map { String(decoding: HTTPText.trim($0).map(\.lowercasedASCII), as: UTF8.self) }
            .filter { !$0.isEmpty }
    }

    func count(_ name: String) -> Int {
        self.headers.count { $0.isNamed(name) }
    }
}

package struct HTTPHeadLimits {
    var line = 8 * 1024
    var head = 16 * 1024
    var headers = 100
}

/// Parses a head that arrives in pieces, strictly (RFC 9112, 2 to 5).
package struct HTTPHeadParser {
    private let limits: HTTPHeadLimits
    private var startLine: String?
    private var headers: [HTTPHeader] = []
    private var used = 0

    package init(limits: HTTPHeadLimits = HTTPHeadLimits()) {
        self.limits = limits
    }

    /// For the trailer section after a chunked body: headers without a start line.
    static func trailers() -> HTTPHeadParser {
        var parser = HTTPHeadParser()
        parser.startLine = ""
        return parser
    }

    var isAtStart: Bool { self.startLine == nil }

    package mutating func parse(_ input: inout HTTPInput) throws(HTTPSyntaxError) -> HTTPHead? {
        while let line = try input.takeLine(limit: self.limits.line) {
            self.used += line.count + 2
            guard self.used <= self.limits.head else {
                throw .headTooLong("the headers are longer than \(self.limits.head) bytes")
            }
            guard let startLine = self.startLine else {
                try self.begin(line)
                continue
            }
            if line.isEmpty {
                let head = HTTPHead(startLine: startLine, headers: self.headers)
                self = HTTPHeadParser(limits: self.limits)
                return head
            }
            try self.add(line)
        }
        guard self.used + input.count <= self.limits.head else {
            throw .headTooLong("the headers are longer than \(self.limits.head) bytes")
        }
        return nil
    }

    private mutating func begin(_ line: [UInt8]) throws(HTTPSyntaxError) {
        // RFC 9112, 2.2: an empty line before a request is skipped, but its bytes are counted.
        // Responses are checked before they get here.
        guard !line.isEmpty else { return }
        try Self.check(line[...], "the first line")
        self.startLine = String(decoding: line, as: UTF8.self)
    }

    /// A NUL is garbage, from a server that is starting up or from another protocol. Other control
    /// characters are aimed at a terminal or a log.
    private static func check(
        _ text: ArraySlice<UInt8>, _ place: StaticString
    ) throws(HTTPSyntaxError) {
        guard !text.allSatisfy(HTTPText.isFieldByte) else { return }
        guard !text.contains(0) else { throw .malformed("\(place) contains a NUL") }
        throw .unsafe("\(place) contains a control character")
    }

    private mutating func add(_ line: [UInt8]) throws(HTTPSyntaxError) {
        guard self.headers.count < self.limits.headers else {
            throw .headTooLong("there are more than \(self.limits.headers) headers")
        }
        guard line.first != 0x20, line.first != 0x09 else {
            throw .malformed("a header is folded across lines")
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            throw .malformed("a header line has no colon")
        }
        let name = line[..<colon]
        guard !name.isEmpty, name.allSatisfy(HTTPText.isTokenByte) else {
            throw .malformed("a header name is not a token")
        }
        let value = line[(colon + 1)...]
        try Self.check(value, "a header value")
        self.headers.append(
            HTTPHeader(
                String(decoding: name, as: UTF8.self),
                String(decoding: HTTPText.trim(value), as: UTF8.self)))
    }
}
