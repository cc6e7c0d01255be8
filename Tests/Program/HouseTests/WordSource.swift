/// The words of a file that people read, each on the line where it is; the rest is left out.
enum WordSource {
    /// A document without code, comments and link targets. The first column of the tables of
    /// `style.md` is left out as well, because it quotes what is refused.
    static func prose(_ document: String, ofStyle path: String = "") -> String {
        var isCode = false
        let isStyle = path.hasSuffix("style.md")
        return self.lines(of: document).map { line in
            if line.drop(while: { $0 == " " }).hasPrefix("```") {
                isCode.toggle()
                return ""
            }
            guard !isCode else { return "" }
            var text = String(line).replacing(/`[^`]*`/, with: "x").replacing(
                /<!--.*?-->/, with: ""
            )
            .replacing(/\]\([^)]*\)/, with: "]")
            if isStyle { text = text.replacing(/^\|[^|]*\|/, with: " |") }
            return text
        }.joined(separator: "\n")
    }

    /// The doc comments of the public declarations of a source file.
    static func publicComments(_ source: String) -> String {
        let lines = self.lines(of: source)
        var words = Array(repeating: "", count: lines.count)
        var start = 0
        while start < lines.count {
            let end = lines[start...].firstIndex { !self.isComment($0) } ?? lines.count
            guard end > start else {
                start += 1
                continue
            }
            if self.isPublic(at: end, in: lines) {
                for index in start..<end {
                    words[index] = String(lines[index].drop { $0 == " " }.dropFirst(4))
                }
            }
            start = end
        }
        return self.prose(words.joined(separator: "\n"))
    }

    /// The string literals of a source file, with a separator in between, and `x` for what is
    /// interpolated. A literal without a space is a name, not a sentence, and is left out.
    static func strings(_ source: String) -> String {
        var isLong = false
        return self.lines(of: source).map { line in
            if line.contains("\"\"\"") {
                isLong.toggle()
                return ""
            }
            return isLong
                ? String(line.drop { $0 == " " })
                : self.literals(in: line).split(separator: "\u{1F}").filter { $0.contains(" ") }
                    .joined(separator: "\u{1F}")
        }.joined(separator: "\n")
    }

    private static func lines(of text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    private static func isComment(_ line: Substring) -> Bool {
        line.drop { $0 == " " }.hasPrefix("///")
    }

    /// Whether the declaration after a comment is public, by itself or as the case of an enum.
    private static func isPublic(at line: Int, in lines: [Substring]) -> Bool {
        guard
            let declaration = lines[line...].first(where: {
                !$0.drop { $0 == " " }.hasPrefix("@")
            })
        else { return false }
        let code = declaration.drop { $0 == " " }
        if code.hasPrefix("public ") { return true }
        guard code.hasPrefix("case ") || code.hasPrefix("indirect case ") else { return false }
        let indentation = declaration.prefix { $0 == " " }.count
        let type = lines[..<line].last { line in
            !line.isEmpty && line.prefix { $0 == " " }.count < indentation
        }
        return type?.contains("public enum ") ?? false
    }

    private static func literals(in line: Substring) -> String {
        guard line.utf8.contains(UInt8(ascii: "\"")) else { return "" }
        var text: [UInt8] = []
        var depth = 0
        var (isInString, isEscaped) = (false, false)
        var previous: UInt8 = 0
        for byte in line.utf8 {
            defer { previous = byte }
            switch (byte, isInString) {
            case (UInt8(ascii: "("), true) where isEscaped || depth > 0:
                if depth == 0 { text.append(UInt8(ascii: "x")) }
                depth += 1
                isEscaped = false
            case (UInt8(ascii: ")"), true) where depth > 0:
                depth -= 1
            case (_, true) where depth > 0: continue
            case (UInt8(ascii: "\\"), true) where !isEscaped: isEscaped = true
            case (UInt8(ascii: "\""), true) where !isEscaped:
                isInString = false
                text.append(0x1F)
            case (_, true):
                text.append(isEscaped ? UInt8(ascii: " ") : byte)
                isEscaped = false
            case (UInt8(ascii: "\""), false): isInString = true
            case (UInt8(ascii: "/"), false) where previous == UInt8(ascii: "/"):
                return String(decoding: text, as: UTF8.self)
            default: continue
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
