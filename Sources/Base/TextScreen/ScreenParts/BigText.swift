/// Text in large letters, for people who sit far away: letters, digits and a few signs, three
/// pixels wide and five high. Letters with accents are shown without them.
package struct BigText: Hashable, Sendable {
    /// How many cells a pixel has.
    package enum Scale: Hashable, Sendable {
        /// Two columns and one row: a letter is 6 columns wide and 5 rows high.
        case full
        /// One column and half a row: a letter is 3 columns wide and 3 rows high. Terminals without
        /// block characters have none.
        case half
        /// Four columns and two rows: a letter is 12 columns wide and 10 rows high.
        case double

        /// The rows of a text.
        package var height: Int {
            switch self {
            case .half: 3
            case .full: 5
            case .double: 10
            }
        }

        /// The columns from one letter to the next, and those between them.
        fileprivate var advance: Int { 4 * self.gap }
        fileprivate var gap: Int {
            switch self {
            case .half: 1
            case .full: 2
            case .double: 4
            }
        }
    }

    /// The pixels of each letter: five rows of three bits, as octal digits.
    private let letters: [UInt16]
    private let scale: Scale

    /// - Returns: `nil` if a character has no large form.
    package init?(_ text: String, _ scale: Scale) {
        var letters: [UInt16] = []
        for scalar in text.unicodeScalars {
            guard let pixels = Self.font[Self.base(of: scalar)] else { return nil }
            letters.append(pixels)
        }
        guard !letters.isEmpty else { return nil }
        self.letters = letters
        self.scale = scale
    }

    /// The width in cells.
    package var width: Int { self.letters.count * self.scale.advance - self.scale.gap }

    /// The height in cells.
    package var height: Int { self.scale.height }

    /// Draws the text with its upper left corner at a cell.
    package func draw(on canvas: inout Canvas, x: Int, y: Int, role: Role) {
        for (index, pixels) in self.letters.enumerated() {
            let start = x + index * self.scale.advance
            for row in 0..<self.scale.height {
                for column in 0..<3 {
                    self.draw(pixels, row, column, on: &canvas, x: start, y: y, role)
                }
            }
        }
    }

    private func draw(
        _ pixels: UInt16, _ row: Int, _ column: Int, on canvas: inout Canvas, x: Int, y: Int,
        _ role: Role
    ) {
        let isASCII = canvas.glyphs.alphabet == .ascii
        switch self.scale {
        case .full, .double:
            guard Self.isSet(pixels, row * 5 / self.scale.height, column) else { return }
            let cells = self.scale.gap
            for cell in 0..<cells {
                canvas.put(
                    glyph: isASCII ? "#" : "█", x: x + column * cells + cell, y: y + row,
                    role: role)
            }
        case .half:
            let (upper, lower) = (
                Self.isSet(pixels, row * 2, column), Self.isSet(pixels, row * 2 + 1, column)
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

    private static func isSet(_ pixels: UInt16, _ row: Int, _ column: Int) -> Bool {
        guard row < 5 else { return false }
        return pixels >> UInt16((4 - row) * 3 + (2 - column)) & 1 == 1
    }

    /// The capital letter that a scalar is a form of: `O` for `ö`. Unicode names say so.
    private static func base(of scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar.isASCII {
            return scalar.properties.uppercaseMapping.unicodeScalars.first ?? scalar
        }
        let words = scalar.properties.name?.split(separator: " ") ?? []
        guard words.first == "LATIN", let index = words.firstIndex(of: "LETTER"),
            words.indices.contains(index + 1), words[index + 1].utf8.count == 1
        else { return scalar }
        return words[index + 1].unicodeScalars.first ?? scalar
    }

    private static let font: [Unicode.Scalar: UInt16] = [
        "A": 0o25755, "B": 0o65656, "C": 0o34443, "D": 0o65556, "E": 0o74647, "F": 0o74644,
        "G": 0o34553, "H": 0o55755, "I": 0o72227, "J": 0o11152, "K": 0o55655, "L": 0o44447,
        "M": 0o57755, "N": 0o65555, "O": 0o25552, "P": 0o65644, "Q": 0o25531, "R": 0o65655,
        "S": 0o34216, "T": 0o72222, "U": 0o55557, "V": 0o55552, "W": 0o55775, "X": 0o55255,
        "Y": 0o55222, "Z": 0o71247, "0": 0o75557, "1": 0o26227, "2": 0o71747, "3": 0o71717,
        "4": 0o55711, "5": 0o74717, "6": 0o74757, "7": 0o71111, "8": 0o75757, "9": 0o75717,
        " ": 0o00000, "-": 0o00700, "+": 0o02720, ".": 0o00002, "_": 0o00007, "!": 0o22202,
        "'": 0o22000, "?": 0o71202, "@": 0o75743, "&": 0o25253,
    ]
}
