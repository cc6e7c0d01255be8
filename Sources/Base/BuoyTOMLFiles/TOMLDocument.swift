package import TOMLKit

/// Wraps the TOML parser.
///
/// The parser crashes on some invalid TOML: a table header without a name, a wrong bracket or an
/// unexpected space in an array, a number after a date. It recurses as deep as names and values are
/// nested, needs some hundred bytes for each value and each dot of a name, and stops reading at a
/// NUL character. All this is checked first and reported like any other error.
package enum TOMLDocument {
    /// Why a string is not TOML; the line is counted from 1.
    package struct Fault: Error, Hashable, Sendable {
        /// The line, counted from 1, if it is known.
        package let line: Int?
        /// A description of the error.
        package let text: String
    }

    package static func parse(_ text: String) throws(Fault) -> TOMLTable {
        var scan = TOMLScan(text)
        if let fault = scan.fault() { throw fault }
        do {
            return try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            throw Fault(line: error.source.begin.line, text: error.description)
        } catch {
            throw Fault(line: nil, text: String(describing: error))
        }
    }
}

/// The limits of a file, besides its size (`FileText.largest`).
enum TOMLLimits {
    /// Brackets inside brackets.
    static let depth = 16
    /// Dots in one name.
    static let dots = 16
    /// Values and tables.
    static let values = 100_000
}

/// Scans a TOML text: strings, comments, brackets and table names. If the text is not TOML, the
/// scan may be wrong, but only after the place at which the parser stops.
private struct TOMLScan {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    /// The open brackets of values.
    private var brackets: [UInt8] = []
    /// The dots in the name, each of which is one table more.
    private var points = 0
    /// The values and tables so far, by their separators.
    private var values = 0
    private var isAtStart = true

    init(_ text: String) {
        self.bytes = Array(text.utf8)
        if self.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { self.position = 3 }
    }

    mutating func fault() -> TOMLDocument.Fault? {
        if let nul = self.bytes.firstIndex(of: 0) {
            let line = self.bytes[..<nul].count { $0 == 0x0A } + 1
            return TOMLDocument.Fault(line: line, text: Self.nulText)
        }
        while let byte = self.current {
            self.position += 1
            if let text = self.pass(byte) { return TOMLDocument.Fault(line: self.line, text: text) }
            guard self.values <= TOMLLimits.values else {
                return TOMLDocument.Fault(line: self.line, text: "too many values")
            }
        }
        return nil
    }

    private static let nulText = "NUL characters are not allowed"
    private static let nulEscapes = ["u0000", "U00000000"].map { Array($0.utf8) }

    private var current: UInt8? {
        self.position < self.bytes.count ? self.bytes[self.position] : nil
    }

    /// - Returns: an error, if there is one.
    private mutating func pass(_ byte: UInt8) -> String? {
        let wasAtStart = self.isAtStart
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\t"): return nil
        case 0x0D where self.current == 0x0A: return nil
        case 0x0A: self.endLine()
        case ..<0x20, 0x7F...: return "this character is only allowed in strings and comments"
        case UInt8(ascii: "#"): self.pass(while: { $0 != 0x0A })
        case UInt8(ascii: "="), UInt8(ascii: ","):
            self.isAtStart = false
            self.endName()
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            self.isAtStart = false
            guard !wasAtStart || byte != UInt8(ascii: "[") else { return self.passHeader() }
            self.endName()
            self.brackets.append(byte)
            return self.brackets.count > TOMLLimits.depth ? "values are nested too deeply" : nil
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
            // The codes of the two brackets of each kind differ by two in ASCII.
            guard let open = self.brackets.popLast(), open != byte - 2 else { return nil }
            return "the brackets do not match"
        case UInt8(ascii: "."):
            self.points += 1
            self.values += 1
            return self.points > TOMLLimits.dots ? "too many dots in one name" : nil
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            self.isAtStart = false
            return self.passString(byte)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return self.passDigits()
        default: self.isAtStart = false
        }
        return nil
    }

    /// Scans a possible number, name or date; the parser fails on dates with a space.
    private mutating func passDigits() -> String? {
        self.isAtStart = false
        let start = self.position
        self.pass(while: { Self.isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") })
        let rest = self.bytes[self.position...].prefix(2)
        guard self.bytes[start..<self.position].contains(UInt8(ascii: "-")),
            rest.first == UInt8(ascii: " "), let last = rest.last, Self.isDigit(last)
        else { return nil }
        return "dates are not supported"
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private mutating func pass(while isPassed: (UInt8) -> Bool) {
        while let next = self.current, isPassed(next) { self.position += 1 }
    }

    /// Scans the brackets of a table, up to its name.
    private mutating func passHeader() -> String? {
        let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        self.values += 1
        if self.current == UInt8(ascii: "[") { self.position += 1 }
        self.pass(while: isSpace)
        guard let next = self.current, !Self.beginsName(next), next != UInt8(ascii: "]") else {
            return nil
        }
        return "the table has no name"
    }

    private static func beginsName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: "\""), UInt8(ascii: "'"):
            true
        default: false
        }
    }

    /// Scans the rest of a string, which ends with its line unless it started with three quotation
    /// marks.
    private mutating func passString(_ mark: UInt8) -> String? {
        let isLong = self.bytes[self.position...].prefix(2).elementsEqual([mark, mark])
        if isLong { self.position += 2 }
        while let byte = self.current {
            if byte == 0x0A, !isLong { return nil }
            self.position += 1
            if byte == 0x0A {
                self.line += 1
            } else if byte == UInt8(ascii: "\\"), mark == UInt8(ascii: "\"") {
                // The parser would end the string there.
                let rest = self.bytes[self.position...]
                if Self.nulEscapes.contains(where: rest.starts) { return Self.nulText }
                if self.current != 0x0A, self.current != nil { self.position += 1 }
            } else if byte == mark {
                let rest = self.bytes[self.position...]
                if !isLong { return nil }
                guard rest.prefix(2).elementsEqual([mark, mark]) else { continue }
                self.position += 2
                // Up to two quotation marks may precede the three that end it.
                for _ in 0..<2 where self.current == mark { self.position += 1 }
                return nil
            }
        }
        return nil
    }

    /// A name or a value has ended.
    private mutating func endName() {
        self.points = 0
        self.values += 1
    }

    private mutating func endLine() {
        self.line += 1
        guard self.brackets.isEmpty else { return }
        self.isAtStart = true
        self.points = 0
    }
}
