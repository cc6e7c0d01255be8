/// Large text for viewers at a distance: letters of 5 × 7 pixels, or of 5 × 5 in half blocks. A
/// mark above a letter, such as the dots of `ë`, makes the whole text two pixels taller.
package struct BigText: Hashable, Sendable {
    package enum Scale: Hashable, Sendable {
        /// One column by half a row per pixel; needs block characters.
        case half
        /// Two columns by one row per pixel.
        case full
        /// Four columns by two rows per pixel.
        case double

        package var height: Int { self.rows(of: self.letterPixels) }

        /// The height of letters with marks above them.
        package var markedHeight: Int { self.rows(of: self.letterPixels + BigText.markPixels) }

        /// Between two letters, in columns.
        package var gap: Int {
            switch self {
            case .half: 1
            case .full: 2
            case .double: 4
            }
        }

        fileprivate func rows(of pixels: Int) -> Int {
            switch self {
            case .half: (pixels + 1) / 2
            case .full: pixels
            case .double: 2 * pixels
            }
        }

        fileprivate var letterPixels: Int { self == .half ? 5 : 7 }

        fileprivate var letters: [Unicode.Scalar: Letter] {
            self == .half ? BigText.shortLetters : BigText.tallLetters
        }
    }

    fileprivate struct Letter: Hashable, Sendable {
        /// A bit for each column, the first in the highest of five.
        let rows: [UInt8]
        /// The columns that contain a pixel: `I` is narrower than `M`.
        let columns: Range<Int>
        /// The mark above the letter; 0 for none.
        var mark: UInt8 = 0

        init(_ digits: String) {
            let rows = digits.compactMap { UInt8(String($0), radix: 32) }
            let used = (0..<BigText.columns).filter { column in
                rows.contains { $0 >> UInt8(BigText.columns - 1 - column) & 1 == 1 }
            }
            self.rows = rows
            self.columns = used.first.flatMap { first in used.last.map { first..<$0 + 1 } } ?? 0..<2
        }
    }

    private let letters: [Letter]
    private let scale: Scale
    private let hasMarks: Bool

    private static let columns = 5

    /// Includes the space below the mark.
    private static let markPixels = 2

    private static let tallLetters = Self.tallFace.mapValues { Letter($0) }
    private static let shortLetters = Self.shortFace.mapValues { Letter($0) }

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
            guard var letter = scale.letters[base] else { return nil }
            letter.mark = mark
            letters.append(letter)
        }
        guard !letters.isEmpty else { return nil }
        self.letters = letters
        self.scale = scale
        self.hasMarks = letters.contains { $0.mark != 0 }
    }

    package var width: Int {
        self.letters.reduce(-self.scale.gap) { $0 + self.advance(of: $1) }
    }

    /// In rows, including marks above the letters.
    package var height: Int { self.hasMarks ? self.scale.markedHeight : self.scale.height }

    private func advance(of letter: Letter) -> Int { (letter.columns.count + 1) * self.scale.gap }

    package func draw(on canvas: inout Canvas, x: Int, y: Int, role: Role) {
        var x = x
        for letter in self.letters {
            for row in 0..<self.height {
                for column in letter.columns {
                    let place = x + (column - letter.columns.lowerBound) * self.scale.gap
                    self.draw(letter, row, column, on: &canvas, x: place, y: y + row, role)
                }
            }
            x += self.advance(of: letter)
        }
    }

    private func draw(
        _ letter: Letter, _ row: Int, _ column: Int, on canvas: inout Canvas, x: Int, y: Int,
        _ role: Role
    ) {
        let isASCII = canvas.glyphs.alphabet == .ascii
        guard self.scale == .half else {
            guard self.isSet(letter, row / (self.scale.gap / 2), column) else { return }
            for cell in 0..<self.scale.gap {
                canvas.put(glyph: isASCII ? "#" : "█", x: x + cell, y: y, role: role)
            }
            return
        }
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
        if let glyph { canvas.put(glyph: glyph, x: x, y: y, role: role) }
    }

    private func isSet(_ letter: Letter, _ row: Int, _ column: Int) -> Bool {
        let row = row - (self.hasMarks ? Self.markPixels : 0)
        let bit = UInt8(Self.columns - 1 - column)
        if row == -Self.markPixels { return letter.mark >> bit & 1 == 1 }
        return letter.rows.indices.contains(row) && letter.rows[row] >> bit & 1 == 1
    }

    // MARK: Letters and marks

    /// The base capital and the mark, from the Unicode name: `O` and two dots for `ö`.
    private static func parts(of scalar: Unicode.Scalar) -> (Unicode.Scalar, UInt8) {
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
    private static func combiningMark(_ scalar: Unicode.Scalar) -> UInt8? {
        guard (0x300...0x36F).contains(scalar.value) else { return nil }
        let words = scalar.properties.name?.split(separator: " ") ?? []
        return words.lazy.compactMap { Self.marks[$0] }.first ?? 0
    }

    private static let marks: [Substring: UInt8] = [
        "DIAERESIS": 0b01010, "ACUTE": 0b00110, "GRAVE": 0b01100, "CIRCUMFLEX": 0b00100,
        "CARON": 0b01010, "TILDE": 0b01110, "RING": 0b00100, "MACRON": 0b01110,
        "BREVE": 0b01010, "DOT": 0b00100,
    ]

    private static let plainSigns: [Unicode.Scalar: Unicode.Scalar] = [
        "\u{2018}": "'", "\u{2019}": "'", "\u{201C}": "\"", "\u{201D}": "\"", "\u{2013}": "-",
        "\u{2014}": "-", "\u{A0}": " ",
    ]
}
