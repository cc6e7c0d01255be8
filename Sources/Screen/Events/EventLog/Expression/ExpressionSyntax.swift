/// A parsed regular expression.
package indirect enum ExpressionSyntax: Hashable, Sendable {
    /// Nothing, which matches everywhere.
    case empty
    /// One character of a set.
    case one(ScalarSet)
    /// The start of the text, `^`, and its end, `$`.
    case start, end
    /// Several parts in sequence.
    case sequence([ExpressionSyntax])
    /// One of several alternatives.
    case choice([ExpressionSyntax])
    /// A repeated part; `nil` for no upper limit.
    case repetition(ExpressionSyntax, atLeast: Int, atMost: Int?)
}
