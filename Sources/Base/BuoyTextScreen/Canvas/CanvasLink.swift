/// Cells that show a web address or a part of one, so that a terminal can open it (OSC 8).
package struct CanvasLink: Hashable, Sendable {
    /// The whole address: `http://` or `https://` and printable ASCII without quotes and brackets.
    package let address: String

    /// The part that the cells show.
    package let text: String

    /// The place in screen coordinates.
    package let x: Int
    package let y: Int

    /// Whether a canvas still shows it there: something may lie over it.
    package func isVisible(on canvas: Canvas) -> Bool {
        let row = canvas.row(self.y)
        let count = self.text.unicodeScalars.count
        guard self.x >= 0, row.count >= self.x + count else { return false }
        let start = row.startIndex + self.x
        return row[start..<start + count].lazy.map(\.scalar).elementsEqual(self.text.unicodeScalars)
    }
}

/// Finds web addresses in untrusted text. Nothing else becomes a link: no other scheme can be
/// opened by accident, and a link's text is always its own address.
package enum WebAddress {
    /// The maximum length, in characters. A longer one is no link.
    package static let longest = 2000

    /// The places of the addresses in a string.
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

    /// What ends a sentence rather than an address.
    private static let endings: Set<Unicode.Scalar> = [".", ",", ";", ":", "!", "?", ")", "]"]
}
