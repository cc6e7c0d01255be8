import ChannelsBasics

/// One line, without hidden characters. Also safe inside the `<script>` of a page and of a Blade
/// template, which read text of their own in it: `</script>`, `<?php`, `{{ … }}`, `@php`.
enum JavaScriptLiteral {
    static func text(_ text: String) -> String {
        "'" + LiteralEscapes.text(text, marked: Self.marked, isMarkup: self.isMarkup) + "'"
    }

    static func access(_ name: String) -> String {
        self.isIdentifier(name) ? ".\(name)" : "[\(self.text(name))]"
    }

    private static let marked = "'\\".unicodeScalars

    private static func isMarkup(
        _ previous: Unicode.Scalar?, _ scalar: Unicode.Scalar, _ next: Unicode.Scalar?
    ) -> Bool {
        switch scalar {
        case "<": true
        case "{": next == "{" || next == "!"
        case "@": !(previous.map(self.isWord) ?? false)
        default: false
        }
    }

    private static func isIdentifier(_ name: String) -> Bool {
        guard let first = name.utf8.first, !first.isASCIIDigit else { return false }
        return name.hasOnlyLettersAndDigits(or: "_$")
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || UInt8(exactly: scalar.value)?.isASCIILetterOrDigit == true
    }
}
