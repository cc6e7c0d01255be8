/// How a text may look.
package enum FilterPattern: Hashable, Sendable {
    /// A text in it.
    case needle(Needle)
    /// The form of all of it.
    case wildcard(Wildcard)
    /// A regular expression that occurs in it.
    case expression(Expression)

    /// Whether a text looks like it.
    package func matches(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { self.matches($0) }
    }

    /// Whether a text, given as UTF-8, looks like it.
    package func matches(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { self.matches($0) }
    }

    private func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        switch self {
        case .needle(let needle): needle.occurs(in: bytes)
        case .wildcard(let wildcard): wildcard.matches(bytes)
        case .expression(let expression): expression.occurs(in: bytes)
        }
    }

    /// About how many times a plain search it costs.
    package var weight: Int {
        if case .expression(let expression) = self { expression.weight } else { 1 }
    }
}
