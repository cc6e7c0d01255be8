/// Cells that show a web address or a part of one, for the terminal to open (OSC 8).
package struct CanvasLink: Hashable, Sendable {
    /// `http://` or `https://` and printable ASCII without quotes and brackets.
    package let address: String

    package let text: String

    package let x: Int
    package let y: Int

    /// Something drawn later may cover it.
    package func isVisible(on canvas: Canvas) -> Bool {
        let row = canvas.row(self.y)
        let count = self.text.unicodeScalars.count
        guard self.x >= 0, row.count >= self.x + count else { return false }
        let start = row.startIndex + self.x
        return row[start..<start + count].lazy.map(\.scalar).elementsEqual(self.text.unicodeScalars)
    }
}

/// Finds web addresses in untrusted text. No other scheme becomes a link, and a link's text is
/// always its own address.
package enum WebAddress {
    /// In characters; a longer address is no link.
    package static let longest = 2000

    package static func places(in text: [Unicode.Scalar]) -> [Range<Int>] {
        var places: [Range<Int>] = []
        var start = 0
        while start < text.count {
            guard text[start] == "h", let head = Self.schemeLength(text, start) else {
                start += 1
                continue
            }
            var end = start + head
            while end < text.count, Self.isAllowed(text[end]) { end += 1 }
            while end > start + head, Self.endings.contains(text[end - 1]) { end -= 1 }
            if end > start + head, Self.canStartHost(text[start + head]),
                end - start <= Self.longest
            {
                places.append(start..<end)
            }
            start = max(end, start + head)
        }
        return places
    }

    private static func schemeLength(_ text: [Unicode.Scalar], _ start: Int) -> Int? {
        for scheme in ["https://", "http://"] {
            let scalars = Array(scheme.unicodeScalars)
            if text[start...].starts(with: scalars) { return scalars.count }
        }
        return nil
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        ("!"..."~").contains(scalar) && !"\"'<>\\^`{|}".unicodeScalars.contains(scalar)
    }

    private static func canStartHost(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "[": true
        default: false
        }
    }

    /// Trailing characters that belong to the sentence, not to the address.
    private static let endings: Set<Unicode.Scalar> = [".", ",", ";", ":", "!", "?", ")", "]"]
}
