import ChannelsBasics

struct DotenvFailure: Error {
    let reason: DotenvFile.Reason

    init(_ reason: DotenvFile.Reason) { self.reason = reason }
}

/// Reads one value, with the states of phpdotenv's `EntryParser`.
struct DotenvValue {
    private enum State {
        case start, unquoted, single, double, escape, space, comment
    }

    private(set) var result: [UInt8] = []
    private(set) var quoting = DotenvFile.Quoting.none
    private(set) var unresolved: [String] = []
    private(set) var isCutByComment = false
    /// The variable that is all of the value so far.
    private(set) var reference: String?
    /// What is left of the file's room; negative once it was too small.
    private(set) var room: Int
    private var state = State.start

    init(room: Int) { self.room = room }

    mutating func read(_ text: [UInt8], _ values: [String: String]) throws(DotenvFailure) {
        var rest = text[...]
        while let byte = rest.first {
            if byte == UInt8(ascii: "$"), [.start, .unquoted, .double].contains(self.state),
                let (name, end) = Self.reference(in: rest)
            {
                if self.state == .start { self.state = .unquoted }
                if let value = values[name] {
                    let isFirst = self.result.isEmpty
                    try self.append(value.utf8)
                    self.reference = isFirst ? name : nil
                } else {
                    try self.append(rest[..<end])
                    self.unresolved.append(name)
                }
                rest = rest[end...]
            } else {
                let length = self.result.count
                try self.take(byte)
                if self.result.count > length { self.reference = nil }
                rest = rest.dropFirst()
            }
        }
        if [.single, .double, .escape].contains(self.state) {
            throw DotenvFailure(.missingClosingQuote)
        }
    }

    private mutating func take(_ byte: UInt8) throws(DotenvFailure) {
        switch self.state {
        case .start: try self.begin(byte)
        case .unquoted:
            if byte == UInt8(ascii: "#") {
                self.isCutByComment = true
                self.state = .comment
            } else if byte.isPHPSpace {
                self.state = .space
            } else {
                try self.append(CollectionOfOne(byte))
            }
        case .single: try self.takeQuoted(byte, until: UInt8(ascii: "'"))
        case .double:
            if byte == UInt8(ascii: "\\") {
                self.state = .escape
            } else {
                try self.takeQuoted(byte, until: UInt8(ascii: "\""))
            }
        case .escape:
            guard let meant = Self.meaning(ofEscaped: byte) else {
                throw DotenvFailure(.invalidEscape)
            }
            try self.append(CollectionOfOne(meant))
            self.state = .double
        case .space:
            if byte == UInt8(ascii: "#") {
                self.state = .comment
            } else if !byte.isPHPSpace {
                throw DotenvFailure(.unexpectedWord)
            }
        case .comment: break
        }
    }

    private mutating func begin(_ byte: UInt8) throws(DotenvFailure) {
        switch byte {
        case UInt8(ascii: "'"): (self.state, self.quoting) = (.single, .single)
        case UInt8(ascii: "\""): (self.state, self.quoting) = (.double, .double)
        case UInt8(ascii: "#"): self.state = .comment
        default:
            self.state = .unquoted
            try self.append(CollectionOfOne(byte))
        }
    }

    private mutating func takeQuoted(_ byte: UInt8, until quote: UInt8) throws(DotenvFailure) {
        if byte == quote { self.state = .space } else { try self.append(CollectionOfOne(byte)) }
    }

    /// All text of a value is added here, so that no value and no file outgrows its limit.
    private mutating func append(_ bytes: some Collection<UInt8>) throws(DotenvFailure) {
        guard bytes.count <= DotenvFile.largestValue - self.result.count else {
            throw DotenvFailure(.tooLargeValue)
        }
        self.room -= bytes.count
        guard self.room >= 0 else { throw DotenvFailure(.tooLargeFile) }
        self.result += bytes
    }

    private static func reference(in text: ArraySlice<UInt8>) -> (name: String, end: Int)? {
        guard text.starts(with: "${".utf8) else { return nil }
        let name = text.dropFirst(2).prefix { $0.isASCIILetterOrDigit || "_.".utf8.contains($0) }
        guard !name.isEmpty, text[name.endIndex...].first == UInt8(ascii: "}") else { return nil }
        return (String(decoding: name, as: UTF8.self), name.endIndex + 1)
    }

    private static func meaning(ofEscaped byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "$"): byte
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "v"): 0x0B
        default: nil
        }
    }
}

extension UInt8 {
    /// Whether it is white space for PHP.
    var isPHPSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
