package enum TOMLText {
    /// No control characters of either set (U+0000 to U+001F, U+007F to U+009F).
    package static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// Escapes control, bidirectional and invisible characters, so that the string stays on its
    /// line and everything in it is visible.
    package static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\" + String(scalar)
            case "\0": quoted += "\\uFFFD"  // A string with it cannot be read.
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            default: quoted += Self.isVisible(scalar) ? String(scalar) : Self.escape(scalar)
            }
        }
        return quoted + "\""
    }

    package static func key(_ name: String) -> String {
        let isBare = !name.isEmpty && name.utf8.allSatisfy(TOMLByte.isBare)
        return isBare ? name : Self.quoted(name)
    }

    package static func list(_ texts: some Sequence<String>) -> String {
        "[" + texts.map(self.quoted).joined(separator: ", ") + "]"
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return 0x20..<0x7F ~= scalar.value }
        if scalar.properties.isDefaultIgnorableCodePoint { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse,
            .unassigned, .surrogate:
            return false
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber,
            .otherNumber, .connectorPunctuation, .dashPunctuation, .openPunctuation,
            .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation,
            .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
            return true
        @unknown default:
            return false
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let (mark, length) = scalar.value > 0xFFFF ? ("\\U", 8) : ("\\u", 4)
        return mark + String(repeating: "0", count: length - digits.count) + digits
    }
}
