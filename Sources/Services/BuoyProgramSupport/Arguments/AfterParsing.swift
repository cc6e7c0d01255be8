/// A property of arguments that is not an argument itself: it is set after parsing.
package struct AfterParsing<Value: Sendable>: Decodable, Sendable {
    package var value: Value?

    package init() {}

    /// Ignores the decoder.
    package init(from decoder: any Decoder) throws { self.init() }
}
