/// A property of arguments that is not an argument itself: it is set after parsing.
package struct AfterParsing<Value: Sendable>: Decodable, Sendable {
    /// The value; `nil` until it is set.
    package var value: Value?

    /// Creates it without a value.
    package init() {}

    /// Creates it without a value, and ignores the decoder.
    package init(from decoder: any Decoder) throws { self.init() }
}
