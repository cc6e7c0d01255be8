import ChannelsBasics

/// Reads the lines of a `.env` file one after the other, because a reference sees only what is
/// before it.
struct DotenvReader {
    private(set) var entries: [DotenvFile.Entry] = []
    private(set) var problems: [DotenvFile.Problem] = []
    private var values: [String: String] = [:]
    /// How many more bytes the values may have, those of values that cannot be used included.
    private var room = DotenvFile.largest

    mutating func read(_ text: String) {
        var lines = DotenvLines(text)
        while let line = lines.next(), self.room >= 0 {
            let start = lines.number
            let trimmed = line.drop(while: \.isPHPSpace)
            guard let first = trimmed.first, first != UInt8(ascii: "#"),
                let equals = trimmed.firstIndex(of: UInt8(ascii: "="))
            else { continue }
            guard let name = Self.name(trimmed[..<equals]) else {
                self.problems.append(.init(line: start, name: nil, reason: .invalidName))
                continue
            }
            let value = trimmed[(equals + 1)...].drop(while: \.isPHPSpace)
            self.read(name, value, &lines)
        }
    }

    private mutating func read(
        _ name: String, _ value: ArraySlice<UInt8>, _ lines: inout DotenvLines
    ) {
        let (rest, room) = (lines, self.room)
        let whole = lines.takeRest(of: value)
        guard let reason = self.add(name, whole, line: rest.number) else { return }
        if lines.number == rest.number || reason.isLimit {
            self.problems.append(.init(line: rest.number, name: name, reason: reason))
            return
        }
        // The quotation mark that closed it is that of another line.
        (lines, self.room) = (rest, room)
        if let reason = self.add(name, Array(value), line: rest.number) {
            self.problems.append(.init(line: rest.number, name: name, reason: reason))
        }
    }

    /// - Returns: why it could not be added.
    private mutating func add(
        _ name: String, _ text: [UInt8], line: Int
    ) -> DotenvFile.Reason? {
        var value = DotenvValue(room: self.room)
        defer { self.room = value.room }
        do throws(DotenvFailure) { try value.read(text, self.values) } catch {
            return error.reason
        }
        let result = String(decoding: value.result, as: UTF8.self)
        self.values[name] = result
        self.entries.append(
            DotenvFile.Entry(
                name: name, value: result, line: line, quoting: value.quoting,
                unresolvedReferences: value.unresolved, reference: value.reference,
                isCutByComment: value.isCutByComment))
        return nil
    }

    /// The name before `=`, without `export` and quotation marks; `nil` if it is not a name.
    private static func name(_ text: ArraySlice<UInt8>) -> String? {
        var words = text.split(whereSeparator: \.isPHPSpace)
        if words.count == 2, words[0].elementsEqual("export".utf8) { words.removeFirst() }
        guard words.count == 1, var name = words.first else { return nil }
        for quote in "'\"".utf8 where name.count > 2 && name.first == quote && name.last == quote {
            name = name.dropFirst().dropLast()
        }
        let word = String(decoding: name, as: UTF8.self)
        let isName = word.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "_" || $0 == "."
        }
        return isName && !word.isEmpty ? word : nil
    }
}

/// The lines of a text, which end as phpdotenv has it: with a line feed, a carriage return or both.
private struct DotenvLines {
    private let bytes: [UInt8]
    private var place: Int
    /// The number of the line that was read last, counted from 1.
    private(set) var number = 0

    init(_ text: String) {
        self.bytes = Array(text.utf8)
        self.place = self.bytes.starts(with: "\u{FEFF}".utf8) ? 3 : 0
    }

    mutating func next() -> ArraySlice<UInt8>? {
        guard self.place < self.bytes.count else { return nil }
        self.number += 1
        let line = self.bytes[self.place...].prefix { $0 != 0x0A && $0 != 0x0D }
        let isPair = self.bytes[line.endIndex...].starts(with: [0x0D, 0x0A])
        self.place = line.endIndex + (isPair ? 2 : 1)
        return line
    }

    /// The value, with the lines up to the closing quotation mark if it starts with `"`.
    mutating func takeRest(of value: ArraySlice<UInt8>) -> [UInt8] {
        var whole = Array(value)
        var isOpen = value.first == UInt8(ascii: "\"") && !Self.isClosed(value.dropFirst())
        while isOpen, let line = self.next() {
            whole.append(0x0A)
            whole += line
            isOpen = !Self.isClosed(line)
        }
        return whole
    }

    /// Whether there is a `"` without a backslash before it.
    private static func isClosed(_ text: ArraySlice<UInt8>) -> Bool {
        var isEscaped = false
        for byte in text {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\"") {
                return true
            } else {
                isEscaped = byte == UInt8(ascii: "\\")
            }
        }
        return false
    }
}
