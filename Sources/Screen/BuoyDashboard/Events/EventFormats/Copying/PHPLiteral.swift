/// One line, without hidden characters. Single quotation marks, in which PHP replaces nothing,
/// unless escapes are needed.
enum PHPLiteral {
    static func text(_ text: String) -> String {
        LiteralEscapes.areNeeded(for: text)
            ? "\"" + LiteralEscapes.text(text, marked: "\"\\$".unicodeScalars) + "\""
            : "'" + LiteralEscapes.text(text, marked: "'\\".unicodeScalars) + "'"
    }
}
