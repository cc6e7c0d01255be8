/// Large text for viewers at a distance: letters of 3 × 5 pixels. A mark above a letter, such
/// as the dots of `ë`, makes the whole text two pixels taller.
package struct BigText: Hashable, Sendable {
    package enum Scale: Hashable, Sendable {
        /// Two columns by one row per pixel.
        case full
        /// One column by half a row per pixel; needs block characters.
        case half
        /// Four columns by two rows per pixel.
        case double

        package var height: Int { self.rows(of: BigText.letterPixels) }

        fileprivate func rows(of pixels: Int) -> Int {
            switch self {
            case .half: (pixels + 1) / 2
            case .full: pixels
            case .double: 2 * pixels
            }
        }

        package var advance: Int { 4 * self.gap }

        fileprivate var gap: Int {
            switch self {
            case .half: 1
            case .full: 2
            case .double: 4
            }
        }
    }

    private struct Letter: Hashable, Sendable {
        /// Five rows of three bits, as octal digits.
        let pixels: UInt16
        /// One row of three bits; 0 for nothing.
        var mark: UInt16 = 0
    }

    private let letters: [Letter]
    private let scale: Scale
    private let hasMarks: Bool

    /// In pixels; a mark includes the space below it.
    private static let letterPixels = 5
    private static let markPixels = 2

    /// - Returns: `nil` if a character has no large form.
    package init?(_ text: String, _ scale: Scale) {
        var letters: [Letter] = []
        for scalar in text.unicodeScalars {
            if let mark = Self.combiningMark(scalar) {
                guard !letters.isEmpty else { return nil }
                letters[letters.count - 1].mark |= mark
                continue
            }
            let (base, mark) = Self.parts(of: scalar)
            guard let pixels = Self.font[base] else { return nil }
            letters.append(Letter(pixels: pixels, mark: mark))
        }
        guard !letters.isEmpty else { return nil }
        self.letters = letters
        self.scale = scale
        self.hasMarks = letters.contains { $0.mark != 0 }
    }

    package var width: Int { self.letters.count * self.scale.advance - self.scale.gap }

    /// In rows, including marks above the letters.
    package var height: Int { self.scale.rows(of: self.pixelRows) }

    private var pixelRows: Int { Self.letterPixels + (self.hasMarks ? Self.markPixels : 0) }

    package func draw(on canvas: inout Canvas, x: Int, y: Int, role: Role) {
        for (index, letter) in self.letters.enumerated() {
            let start = x + index * self.scale.advance
            for row in 0..<self.height {
                for column in 0..<3 {
                    self.draw(letter, row, column, on: &canvas, x: start, y: y, role)
                }
            }
        }
    }

    private func draw(
        _ letter: Letter, _ row: Int, _ column: Int, on canvas: inout Canvas, x: Int, y: Int,
        _ role: Role
    ) {
        let isASCII = canvas.glyphs.alphabet == .ascii
        switch self.scale {
        case .full, .double:
            guard self.isSet(letter, row * self.pixelRows / self.height, column) else { return }
            let cells = self.scale.gap
            for cell in 0..<cells {
                canvas.put(
                    glyph: isASCII ? "#" : "█", x: x + column * cells + cell, y: y + row,
                    role: role)
            }
        case .half:
            let (upper, lower) = (
                self.isSet(letter, row * 2, column), self.isSet(letter, row * 2 + 1, column)
            )
            let glyph: Unicode.Scalar? =
                switch (upper, lower) {
                case (true, true): isASCII ? "#" : "█"
                case (true, false): isASCII ? "\"" : "▀"
                case (false, true): isASCII ? "." : "▄"
                case (false, false): nil
                }
            if let glyph { canvas.put(glyph: glyph, x: x + column, y: y + row, role: role) }
        }
    }

    private func isSet(_ letter: Letter, _ row: Int, _ column: Int) -> Bool {
        let row = row - (self.hasMarks ? Self.markPixels : 0)
        if row == -Self.markPixels { return letter.mark >> UInt16(2 - column) & 1 == 1 }
        guard (0..<Self.letterPixels).contains(row) else { return false }
        return letter.pixels >> UInt16((4 - row) * 3 + (2 - column)) & 1 == 1
    }

    // MARK: Letters and marks

    /// The base capital and the mark, from the Unicode name: `O` and two dots for `ö`.
    private static func parts(of scalar: Unicode.Scalar) -> (Unicode.Scalar, UInt16) {
        if scalar.isASCII {
            return (scalar.properties.uppercaseMapping.unicodeScalars.first ?? scalar, 0)
        }
        if let plain = Self.plainSigns[scalar] { return (plain, 0) }
        let words = scalar.properties.name?.split(separator: " ") ?? []
        guard words.first == "LATIN", let index = words.firstIndex(of: "LETTER"),
            words.indices.contains(index + 1), words[index + 1].utf8.count == 1,
            let base = words[index + 1].unicodeScalars.first
        else { return (scalar, 0) }
        let mark = words[(index + 2)...].lazy.compactMap { Self.marks[$0] }.first
        return (base, mark ?? 0)
    }

    /// 0 for a mark without a large form, `nil` for a character that is no such mark.
    private static func combiningMark(_ scalar: Unicode.Scalar) -> UInt16? {
        guard (0x300...0x36F).contains(scalar.value) else { return nil }
        let words = scalar.properties.name?.split(separator: " ") ?? []
        return words.lazy.compactMap { Self.marks[$0] }.first ?? 0
    }

    private static let marks: [Substring: UInt16] = [
        "DIAERESIS": 0b101, "ACUTE": 0b011, "GRAVE": 0b110, "CIRCUMFLEX": 0b010, "CARON": 0b101,
        "TILDE": 0b111, "RING": 0b010, "MACRON": 0b111, "BREVE": 0b101, "DOT": 0b010,
    ]

    private static let plainSigns: [Unicode.Scalar: Unicode.Scalar] = [
        "\u{2018}": "'", "\u{2019}": "'", "\u{201C}": "\"", "\u{201D}": "\"", "\u{2013}": "-",
        "\u{2014}": "-", "\u{A0}": " ",
    ]

    private static let font: [Unicode.Scalar: UInt16] = [
        "A": 0o25755, "B": 0o65656, "C": 0o34443, "D": 0o65556, "E": 0o74647, "F": 0o74644,
        "G": 0o34553, "H": 0o55755, "I": 0o72227, "J": 0o11152, "K": 0o55655, "L": 0o44447,
        "M": 0o57755, "N": 0o65555, "O": 0o75557, "P": 0o65644, "Q": 0o75571, "R": 0o65655,
        "S": 0o34216, "T": 0o72222, "U": 0o55557, "V": 0o55552, "W": 0o55775, "X": 0o55255,
        "Y": 0o55222, "Z": 0o71247, "0": 0o75557, "1": 0o26227, "2": 0o71747, "3": 0o71717,
        "4": 0o55711, "5": 0o74717, "6": 0o74757, "7": 0o71111, "8": 0o75757, "9": 0o75717,
        " ": 0o00000, "-": 0o00700, "+": 0o02720, ".": 0o00002, "_": 0o00007, "!": 0o22202,
        "'": 0o22000, "?": 0o71202, "@": 0o75743, "&": 0o25253, ",": 0o00024, ":": 0o02020,
        ";": 0o02024, "/": 0o11244, "(": 0o12221, ")": 0o42224, "\"": 0o55000, "=": 0o07070,
        "%": 0o51245, "#": 0o57575, "*": 0o05250, "<": 0o12421, ">": 0o42124, "\u{2026}": 0o00005,
    ]
}
