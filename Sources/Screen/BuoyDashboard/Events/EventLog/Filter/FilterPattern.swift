package import ChannelsBasics

package enum FilterPattern: Hashable, Sendable {
    case needle(Needle)
    case wildcard(Wildcard)
    case expression(Expression)

    func matches(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { self.matches($0) }
    }

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

    var weight: Int {
        if case .expression(let expression) = self { expression.weight } else { 1 }
    }
}
