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
