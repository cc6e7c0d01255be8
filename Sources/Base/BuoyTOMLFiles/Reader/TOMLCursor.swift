import ChannelsBasics

/// Goes through the bytes of a text without ever going back, so reading takes linear time.
struct TOMLCursor {
    private let bytes: [UInt8]
    private(set) var position = 0
    private(set) var steps = 0

    private var line = 1
    private var lineStart = 0
    private var continuations = 0

    init(_ text: String) {
        self.bytes = Array(text.utf8)
        if self.bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            self.position = 3
            self.lineStart = 3
        }
    }

    var current: UInt8? { self.next(0) }

    func next(_ distance: Int) -> UInt8? {
        let index = self.position + distance
        return index < self.bytes.count ? self.bytes[index] : nil
    }

    var place: TOMLPlace {
        TOMLPlace(
            line: self.line, column: self.position - self.lineStart - self.continuations + 1)
    }

    mutating func passed(since start: Int) -> ArraySlice<UInt8> {
        self.steps += self.position - start
        return self.bytes[start..<self.position]
    }

    mutating func advance() {
        guard let byte = self.current else { return }
        self.position += 1
        self.steps += 1
        if byte == TOMLByte.lineFeed {
            self.line += 1
            self.lineStart = self.position
            self.continuations = 0
        } else if byte & 0xC0 == 0x80 {
            self.continuations += 1
        }
    }

    mutating func advance(while isPassed: (UInt8) -> Bool) {
        while let byte = self.current, isPassed(byte) { self.advance() }
    }

    mutating func take(_ byte: UInt8) -> Bool {
        guard self.current == byte else { return false }
        self.advance()
        return true
    }

    mutating func skipBlanks() { self.advance(while: TOMLByte.isBlank) }

    /// With or without a carriage return.
    mutating func takeLineEnd() -> Bool {
        if self.take(TOMLByte.lineFeed) { return true }
        guard self.isAtLineEnd else { return false }
        self.advance()
        self.advance()
        return true
    }

    /// A carriage return alone does not end a line.
    var isAtLineEnd: Bool {
        self.current == TOMLByte.lineFeed
            || self.current == TOMLByte.carriageReturn && self.next(1) == TOMLByte.lineFeed
    }
}

enum TOMLByte {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let quote = UInt8(ascii: "\"")
    static let apostrophe = UInt8(ascii: "'")
    static let backslash = UInt8(ascii: "\\")
    static let hash = UInt8(ascii: "#")
    static let equals = UInt8(ascii: "=")
    static let comma = UInt8(ascii: ",")
    static let dot = UInt8(ascii: ".")
    static let colon = UInt8(ascii: ":")
    static let plus = UInt8(ascii: "+")
    static let minus = UInt8(ascii: "-")
    static let underscore = UInt8(ascii: "_")
    static let openBracket = UInt8(ascii: "[")
    static let closeBracket = UInt8(ascii: "]")
    static let openBrace = UInt8(ascii: "{")
    static let closeBrace = UInt8(ascii: "}")

    static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == self.tab }

    static func isBare(_ byte: UInt8) -> Bool {
        byte.isASCIILetterOrDigit || byte == self.minus || byte == self.underscore
    }

    static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 && byte != self.tab || byte == 0x7F
    }
}
