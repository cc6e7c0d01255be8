package struct SignatureComparison: Hashable, Sendable {
    package var signedHere: String
    package var expected: String
    /// In bytes; `nil` if both are equal, so that the secret or the key must be wrong.
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
    var explanation: String {
        guard self.firstDifference != nil else {
            return
                "Both sides signed the same string, so the secrets differ: check the app's key and "
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

    private static func excerpt(_ text: [Unicode.Scalar], around place: Int) -> String {
        let start = max(0, place - 8)
        let end = min(text.count, place + 12)
        let view = String(String.UnicodeScalarView(text[start..<end]))
        return "\"\(start > 0 ? "…" : "")\(view)\(end < text.count ? "…" : "")\""
    }
}
