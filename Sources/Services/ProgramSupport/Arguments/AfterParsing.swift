/// A property of arguments that is no argument: it is set when they have been parsed.
package struct AfterParsing<Value: Sendable>: Decodable, Sendable {
    /// The value; `nil` until it is set.
    package var value: Value?

    /// Creates it without a value.
    package init() {}

    /// Creates it without a value, whatever is decoded.
    package init(from decoder: any Decoder) throws { self.init() }
}
