/// How the end of a body is determined (RFC 9112, 6.3).
enum HTTPBodyFraming: Hashable {
    case length(Int)
    case chunked
    case untilClose

    /// Refuses contradicting or unknown framings, which are used to smuggle requests past a proxy.
    /// - Parameter otherwise: the framing if the head specifies none.
    init(_ head: HTTPHead, otherwise: HTTPBodyFraming) throws(HTTPSyntaxError) {
        let isCoded = head.count("Transfer-Encoding") > 0
        let lengths = head.count("Content-Length")
        guard !isCoded || lengths == 0 else {
            throw .malformed("Content-Length and Transfer-Encoding are both set")
        }
        if isCoded {
            guard head.tokens("Transfer-Encoding") == ["chunked"] else {
                throw .unsupported("the only supported transfer encoding is chunked")
            }
            self = .chunked
        } else if lengths > 0 {
            guard lengths == 1,
                let length = HTTPText.decimal(head.headers.first("Content-Length") ?? "")
            else { throw .malformed("Content-Length is not a single number") }
            self = .length(length)
        } else {
            self = otherwise
        }
    }
}

struct HTTPBodyDecoder {
    private enum State {
        case plain(left: Int)
        case chunkSize
        case chunk(left: Int)
        case chunkEnd
        case trailers(HTTPHeadParser)
        case untilClose
        case whole
    }

    private var state: State
    private let limit: Int
    private(set) var body: [UInt8] = []

    /// - Parameter limit: a larger body throws `.bodyTooLong`, if possible from its announced
    ///   length.
    init(framing: HTTPBodyFraming, limit: Int) throws(HTTPSyntaxError) {
        self.limit = limit
        switch framing {
        case .length(let length):
            guard length <= limit else { throw .bodyTooLong(limit: limit) }
            self.state = length == 0 ? .whole : .plain(left: length)
        case .chunked: self.state = .chunkSize
        case .untilClose: self.state = .untilClose
        }
    }

    var isWhole: Bool {
        if case .whole = self.state { true } else { false }
    }

    var endsWithConnection: Bool {
        switch self.state {
        case .whole, .untilClose: true
        default: false
        }
    }

    mutating func decode(_ input: inout HTTPInput) throws(HTTPSyntaxError) {
        var hasMore = true
        while hasMore { hasMore = try self.step(&input) }
    }

    private mutating func step(_ input: inout HTTPInput) throws(HTTPSyntaxError) -> Bool {
        switch self.state {
        case .whole:
            return false
        case .untilClose:
            _ = try self.collect(&input, upTo: input.count)
            return false
        case .plain(let left):
            let rest = left - (try self.collect(&input, upTo: left))
            self.state = rest == 0 ? .whole : .plain(left: rest)
            return false
        case .chunkSize:
            guard let line = try input.takeLine(limit: Self.chunkLineLimit) else { return false }
            let size = try Self.chunkSize(line)
            guard size <= self.limit - self.body.count else {
                throw .bodyTooLong(limit: self.limit)
            }
            self.state = size == 0 ? .trailers(.trailers()) : .chunk(left: size)
            return true
        case .chunk(let left):
            let rest = left - (try self.collect(&input, upTo: left))
            self.state = rest == 0 ? .chunkEnd : .chunk(left: rest)
            return rest == 0
        case .chunkEnd:
            guard let line = try input.takeLine(limit: Self.chunkLineLimit) else { return false }
            guard line.isEmpty else { throw .malformed("a chunk is longer than its declared size") }
            self.state = .chunkSize
            return true
        case .trailers(var parser):
            let isRead = try parser.parse(&input) != nil
            self.state = isRead ? .whole : .trailers(parser)
            return false
        }
    }

    private mutating func collect(
        _ input: inout HTTPInput, upTo count: Int
    ) throws(HTTPSyntaxError) -> Int {
        let piece = input.take(upTo: count)
        guard piece.count <= self.limit - self.body.count else {
            throw .bodyTooLong(limit: self.limit)
        }
        self.body.append(contentsOf: piece)
        return piece.count
    }

    /// Enough for a size and a short extension, which nobody uses.
    private static let chunkLineLimit = 256

    private static func chunkSize(_ line: [UInt8]) throws(HTTPSyntaxError) -> Int {
        let digits = line.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 && $0 != 0x09 }
        // 15 hexadecimal digits always fit; more are never legitimate.
        guard (1...15).contains(digits.count), digits.first != UInt8(ascii: "+"),
            digits.first != UInt8(ascii: "-"),
            let size = Int(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw .malformed("a chunk size is not a hexadecimal number") }
        return size
    }
}
