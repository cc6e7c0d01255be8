import TextScreen

/// A Swift string literal: one line, without hidden characters.
package enum SwiftLiteral {
    package static func text(_ text: String) -> String {
        var scalars = text.unicodeScalars.makeIterator()
        // A combining mark at the start would join the quotation mark.
        let startsPlain = scalars.next().map { CharacterWidth.characterClass(of: $0) != .combining }
        let isPlain = (startsPlain ?? true) && text.unicodeScalars.allSatisfy(self.isPlain)
        let needsEscapes = text.utf8.contains {
            $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\")
        }
        guard isPlain, needsEscapes else { return "\"" + self.escaped(text) + "\"" }
        let fence = String(repeating: "#", count: self.fenceLength(for: text))
        return "\(fence)\"\(text)\"\(fence)"
    }

    /// One more `#` than ever follow a quotation mark or a backslash in the text.
    private static func fenceLength(for text: String) -> Int {
        var longest = 0
        var run: Int?
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): run = 0
            case UInt8(ascii: "#"): run = run.map { $0 + 1 }
            default: run = nil
            }
            longest = max(longest, run ?? 0)
        }
        return longest + 1
    }

    private static func escaped(_ text: String) -> String {
        var output = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": output += "\\\""
            case "\\": output += "\\\\"
            case "\n": output += "\\n"
            case "\r": output += "\\r"
            case "\t": output += "\\t"
            default:
                let isFirstMark =
                    output.isEmpty && CharacterWidth.characterClass(of: scalar) == .combining
                if self.isPlain(scalar), !isFirstMark {
                    output.unicodeScalars.append(scalar)
                } else {
                    output += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
                }
            }
        }
        return output
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        CharacterWidth.cells(of: scalar) != nil
    }
}
