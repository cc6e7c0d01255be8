/// The text that was signed, and the text that a server says should have been signed.
package struct SignatureComparison: Hashable, Sendable {
    /// The text that was signed for this subscription.
    package var signedHere: String
    /// The text that the server quotes.
    package var expected: String
    /// Where they first differ, in bytes counted from 0; `nil` if they are equal, so that the
    /// secret or the key must be wrong.
    package var firstDifference: Int?

    package init(signedHere: String, expected: String) {
        self.signedHere = signedHere
        self.expected = expected
        self.firstDifference = Self.firstDifference(Array(signedHere.utf8), Array(expected.utf8))
    }

    private static func firstDifference(_ left: [UInt8], _ right: [UInt8]) -> Int? {
        let common = zip(left, right).prefix { $0 == $1 }.count
        return common == max(left.count, right.count) ? nil : common
    }
}

extension SignatureComparison {
    /// Sentences that say where the two strings first differ, or what it means that they are equal.
    var explanation: String {
        guard self.firstDifference != nil else {
            return
                "The signature is wrong for this text, so the secrets differ: check the app's key and "
                + "secret."
        }
        let expected = Array(self.expected.unicodeScalars)
        let signed = Array(self.signedHere.unicodeScalars)
        let place = zip(expected, signed).prefix { $0 == $1 }.count
        return
            "The signed string first differs at character \(place + 1): the server expected "
            + "\(Self.excerpt(expected, around: place)), and the signed string has "
            + "\(Self.excerpt(signed, around: place))."
    }

    /// A few characters on both sides of a place, in quotation marks.
    private static func excerpt(_ text: [Unicode.Scalar], around place: Int) -> String {
        let start = max(0, place - 8)
        let end = min(text.count, place + 12)
        let view = String(String.UnicodeScalarView(text[start..<end]))
        return "\"\(start > 0 ? "…" : "")\(view)\(end < text.count ? "…" : "")\""
    }
}
