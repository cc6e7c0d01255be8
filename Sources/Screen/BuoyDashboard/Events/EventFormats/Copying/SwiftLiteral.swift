enum SwiftLiteral {
    static func text(_ text: String) -> String {
        let needsEscapes = text.utf8.contains {
            $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\")
        }
        guard needsEscapes, !LiteralEscapes.areNeeded(for: text) else {
            return "\"" + LiteralEscapes.text(text, marked: Self.marked) + "\""
        }
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

    private static let marked = "\"\\".unicodeScalars
}
