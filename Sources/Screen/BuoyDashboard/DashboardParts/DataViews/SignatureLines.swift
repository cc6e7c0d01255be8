import BuoyTextScreen
import ChannelsProtocol

/// Strings that should be equal, with a mark under the first difference.
///
/// ```
/// expected  …7029:private-orders
/// signed    …7029:private-order:{"user_id"…
///                              ^
/// ```
struct SignatureLines {
    let lines: [StyledLine]

    private static let before = 28
    private static let after = 28

    init(_ comparison: SignatureComparison) {
        let expected = Array(comparison.expected.unicodeScalars)
        let signed = Array(comparison.signedHere.unicodeScalars)
        let place = zip(expected, signed).prefix { $0 == $1 }.count
        let start = max(place - Self.before, 0)
        let common = Self.text(expected[start..<place])
        let lead: SafeText = start > 0 ? "…" : ""
        self.lines =
            [("expected  ", expected), ("signed    ", signed)].map { label, text in
                var line = StyledLine(SafeText(ours: label), .muted)
                line.append(lead, .muted)
                line.append(common)
                line.append(Self.text(text[place...].prefix(Self.after)), .match)
                if text.count - place > Self.after { line.append("…", .muted) }
                return line
            } + [Self.mark(at: 10 + lead.width + common.width)]
    }

    private static func mark(at column: Int) -> StyledLine {
        StyledLine(SafeText(ours: String(repeating: " ", count: column) + "^"), .flashWarn)
    }

    private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> SafeText {
        SafeText(sanitizing: String(String.UnicodeScalarView(scalars)), style: .reveal)
    }
}
