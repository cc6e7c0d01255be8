package import ChannelsBasics

/// A condition on text.
package enum FilterPattern: Hashable, Sendable {
    /// The text contains this.
    case needle(Needle)
    /// The whole text has this form.
    case wildcard(Wildcard)
    /// A regular expression occurs in the text.
    case expression(Expression)

    func matches(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { self.matches($0) }
    }

    /// Whether a string, given in UTF-8, matches.
    func matches(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { self.matches($0) }
    }

    private func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        switch self {
        case .needle(let needle): needle.occurs(in: bytes)
        case .wildcard(let wildcard): wildcard.matches(bytes)
        case .expression(let expression): expression.occurs(in: bytes)
        }
    }

    /// The approximate cost, in plain searches.
    var weight: Int {
        if case .expression(let expression) = self { expression.weight } else { 1 }
    }
}
