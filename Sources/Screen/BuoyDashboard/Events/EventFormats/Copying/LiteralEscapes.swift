import BuoyTextScreen

/// The escapes that Swift, JavaScript and PHP (between double quotation marks) have in common:
/// `\n`, `\\`, `\u{202E}`. Nothing hidden stays in a literal.
enum LiteralEscapes {
    /// - Parameters:
    ///   - marked: the characters that get a backslash, among them the quotation mark.
    ///   - isMarkup: whether a character, between its neighbours, has a meaning where such code is
    ///     pasted; it is written as a number then.
    static func text(
        _ text: String, marked: String.UnicodeScalarView,
        isMarkup: (_ previous: Unicode.Scalar?, Unicode.Scalar, _ next: Unicode.Scalar?) -> Bool =
            { _, _, _ in false }
    ) -> String {
        var output = ""
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            let previous = index > 0 ? scalars[index - 1] : nil
            let next = index + 1 < scalars.count ? scalars[index + 1] : nil
            switch scalar {
            case "\n": output += "\\n"
            case "\r": output += "\\r"
            case "\t": output += "\\t"
            case _ where marked.contains(scalar): output += "\\\(scalar)"
            case _ where self.needsNumber(scalar, isFirst: index == 0),
                _ where isMarkup(previous, scalar, next):
                output += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output
    }

    static func areNeeded(for text: String) -> Bool {
        text.unicodeScalars.enumerated().contains { index, scalar in
            self.needsNumber(scalar, isFirst: index == 0)
        }
    }

    /// Hidden, or a combining mark at the start, which would join the quotation mark.
    private static func needsNumber(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
        guard let cells = CharacterWidth.cells(of: scalar) else { return true }
        return isFirst && cells == 0
    }
}
