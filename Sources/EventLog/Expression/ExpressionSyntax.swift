/// A regular expression as it was read.
package indirect enum ExpressionSyntax: Hashable, Sendable {
    /// Nothing, which is found everywhere.
    case empty
    /// One character of a set.
    case one(ScalarSet)
    /// The start of the text, `^`, and its end, `$`.
    case start, end
    /// One after the other.
    case sequence([ExpressionSyntax])
    /// One of several.
    case choice([ExpressionSyntax])
    /// As often as this; without an upper limit, as often as one likes.
    case repetition(ExpressionSyntax, atLeast: Int, atMost: Int?)
}
