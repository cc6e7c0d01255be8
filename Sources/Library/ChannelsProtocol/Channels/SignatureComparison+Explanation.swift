extension SignatureComparison {
    /// Sentences that say where the two texts first differ, or what it means that they are equal.
    var explanation: String {
        guard self.firstDifference != nil else {
            return
                "That is the text that was signed here, so it was signed with another secret, or the "
                + "endpoint signed another text: check the app's key and secret."
        }
        let expected = Array(self.expected.unicodeScalars)
        let signed = Array(self.signedHere.unicodeScalars)
        let place = zip(expected, signed).prefix { $0 == $1 }.count
        return
            "The text that was signed differs from character \(place + 1) on: the server expected "
            + "\(Self.excerpt(expected, around: place)), and the signed text has "
            + "\(Self.excerpt(signed, around: place))."
    }

    /// A few characters on both sides of a place, in quotation marks.
    private static func excerpt(_ text: [Unicode.Scalar], around place: Int) -> String {
        let start = max(0, place - 8)
        let end = min(text.count, place + 12)
        let view = String(String.UnicodeScalarView(text[start..<end]))
        return "“\(start > 0 ? "…" : "")\(view)\(end < text.count ? "…" : "")”"
    }
}
