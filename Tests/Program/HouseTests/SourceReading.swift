import Foundation

/// What the tests of the house read in Swift source. The source is formatted, so lines and
/// indentation are enough; comments and the contents of strings are left out first.
enum SourceReading {
    /// A `switch`: the names of the cases at its own level, and whether it has a `default:`.
    struct Switch {
        let file: String
        let line: Int
        var cases: Set<String> = []
        var hasDefault = false

        var place: String { "\(self.file):\(self.line)" }
    }

    /// The lines of a source file without comments and without what stands in strings.
    static func code(_ source: String) -> [String] {
        var isInLongString = false
        return source.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let delimiters =
                line.split(separator: "\"\"\"", omittingEmptySubsequences: false).count - 1
            let wasInLongString = isInLongString
            if !delimiters.isMultiple(of: 2) { isInLongString.toggle() }
            guard !wasInLongString, delimiters == 0 else {
                return wasInLongString ? "" : String(line.prefix { $0 != "\"" })
            }
            return self.withoutStrings(line)
        }
    }

    private static func withoutStrings(_ line: Substring) -> String {
        guard line.utf8.contains(UInt8(ascii: "\"")) || line.utf8.contains(UInt8(ascii: "/")) else {
            return String(line)
        }
        var code: [UInt8] = []
        var (isInString, isEscaped) = (false, false)
        for byte in line.utf8 {
            if isInString {
                if !isEscaped, byte == UInt8(ascii: "\"") { isInString = false }
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
            } else if byte == UInt8(ascii: "/"), code.last == UInt8(ascii: "/") {
                code.removeLast()
                break
            } else if byte == UInt8(ascii: "\"") {
                isInString = true
            } else {
                code.append(byte)
            }
        }
        return String(decoding: code, as: UTF8.self)
    }

    /// Every `switch` of a file.
    static func switches(in file: String) throws -> [Switch] {
        let lines = self.code(try Repository.text(file))
        return lines.indices.compactMap { start in
            guard lines[start].hasSuffix("{"), lines[start].contains("switch ") else { return nil }
            return self.read(lines, from: start, file)
        }
    }

    private static func read(_ lines: [String], from start: Int, _ file: String) -> Switch {
        let indentation = lines[start].prefix { $0 == " " }
        var found = Switch(file: file, line: start + 1)
        var isLabel = false
        for line in lines[(start + 1)...] {
            guard !line.hasPrefix("\(indentation)}") else { break }
            if line.hasPrefix("\(indentation)default:") { found.hasDefault = true }
            if line.hasPrefix("\(indentation)case ") { isLabel = true }
            guard isLabel else { continue }
            let label = line.prefix { $0 != ":" }
            found.cases.formUnion(label.matches(of: /(?:^|[\s(,])\.(\w+)/).map { String($0.1) })
            if line.contains(":") { isLabel = false }
        }
        return found
    }

    /// The names of the cases of an enum, from the file of this name, in whatever folder it is.
    static func cases(of name: String, inFile fileName: String) throws -> Set<String> {
        for file in try Repository.swiftFiles(below: "Sources") where file.hasSuffix("/\(fileName)")
        {
            let lines = self.code(try Repository.text(file))
            let start = lines.firstIndex { line in
                let words = line.split { !$0.isLetter && !$0.isNumber }
                return line.hasSuffix("{")
                    && zip(words, words.dropFirst()).contains { $0 == "enum" && $1 == name }
            }
            guard let start else { continue }
            let indentation = lines[start].prefix { $0 == " " }
            let body = lines[(start + 1)...].prefix { !$0.hasPrefix("\(indentation)}") }
            let cases = body.filter {
                $0.hasPrefix("\(indentation)    case ")
                    || $0.hasPrefix("\(indentation)    indirect case ")
            }
            .flatMap { self.names(inCaseLine: $0) }
            if !cases.isEmpty { return Set(cases) }
        }
        return []
    }

    /// `indirect case a(Int, b: Int), c = ""` → `a`, `c`.
    private static func names(inCaseLine line: String) -> [String] {
        guard let start = line.firstRange(of: "case ")?.upperBound else { return [] }
        var depth = 0
        let flat = line[start...].filter { character in
            if character == "(" { depth += 1 }
            defer { if character == ")" { depth -= 1 } }
            return depth == 0
        }
        return flat.split(separator: ",").map { part in
            String(part.drop { $0 == " " }.prefix { $0.isLetter || $0.isNumber })
        }
    }

    /// The types that a file declares at its outermost level.
    static func types(declaredIn lines: [String]) -> [String] {
        let keywords: Set<Substring> = [
            "struct", "enum", "protocol", "class", "actor", "typealias",
        ]
        return lines.compactMap { line in
            guard line.first?.isLetter == true else { return nil }
            let words = line.split { !$0.isLetter && !$0.isNumber }
            guard let keyword = words.firstIndex(where: keywords.contains), keyword < 3,
                keyword + 1 < words.count
            else { return nil }
            return String(words[keyword + 1])
        }
    }
}
