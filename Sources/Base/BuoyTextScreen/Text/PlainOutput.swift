import ChannelsBasics

/// Sanitises text that leaves the program outside the screen: window title, plain lines, JSON.
/// Stricter than drawing, because nothing checks the bytes afterwards.
package enum PlainOutput {
    /// At most 80 characters: letters of any script, and ASCII digits, spaces and punctuation. The
    /// rest is removed, so that no terminal finds an end of the title in it.
    package static func title(_ text: String) -> String {
        var title = ""
        for scalar in text.unicodeScalars.lazy.filter(Self.isTitleCharacter).prefix(80) {
            title.unicodeScalars.append(scalar)
        }
        return title
    }

    /// Everything that is not plain text is escaped (`\u202E`), so it stays one readable line.
    package static func line(
        _ bytes: some Sequence<UInt8>,
        alphabet: SafeText.Alphabet = .unicode
    ) -> String {
        SafeText(sanitizing: bytes, limit: .max - 1, style: .reveal, alphabet: alphabet).string
    }

    package static func line(_ text: String, alphabet: SafeText.Alphabet = .unicode) -> String {
        Self.line(text.utf8, alphabet: alphabet)
    }

    /// Includes the quotation marks. Control and invisible characters are escaped even where JSON
    /// allows them; bytes that are not UTF-8 become U+FFFD.
    package static func jsonString(_ bytes: some Sequence<UInt8>) -> String {
        var writer = SafeJSONWriter()
        writer.string(utf8: Array(bytes))
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// For copying. Escapes everything that is not plain; joiners and variation selectors are kept
    /// after an emoji.
    /// - Parameter keepsLines: keeps line feeds and tabs instead of escaping them.
    package static func text(_ bytes: some Sequence<UInt8>, keepsLines: Bool = true) -> String {
        let source = String(decoding: Array(bytes), as: UTF8.self)
        // Nearly all text is printable ASCII, which needs no changes.
        if source.utf8.allSatisfy({ $0 &- 0x20 < 0x5F }) { return source }
        var output = ""
        var last: Unicode.Scalar = " "
        for scalar in source.unicodeScalars {
            let isLayout = keepsLines && (scalar == "\n" || scalar == "\t")
            if isLayout || Self.isPlain(scalar) || Self.shapes(scalar, emoji: last) {
                output.unicodeScalars.append(scalar)
            } else {
                output += JSONEscape.text(of: scalar)
            }
            if scalar != "\u{FE0F}" { last = scalar }
        }
        return output
    }

    private static func shapes(_ scalar: Unicode.Scalar, emoji: Unicode.Scalar) -> Bool {
        guard scalar == "\u{FE0F}" || scalar == "\u{200D}" else { return false }
        return !emoji.isASCII && emoji.properties.isEmoji
    }

    static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch CharacterWidth.characterClass(of: scalar) {
        case .narrow, .wide, .combining: true
        case .invisible, .unprintable: false
        }
    }

    private static func isTitleCharacter(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            // The semicolon separates the parts of the sequence that sets a title.
            return 0x20..<0x7F ~= scalar.value && scalar != ";"
        }
        return scalar.properties.isAlphabetic && Self.isPlain(scalar)
            && CharacterWidth.cells(of: scalar) != 0
    }
}
