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

    /// Also a class by its name without its namespace, as it is on the screen: `OrderPaid` matches
    /// `App\Events\OrderPaid`.
    func matchesName(_ name: String) -> Bool {
        if self.matches(name) { return true }
        guard let start = name.utf8.lastIndex(of: UInt8(ascii: "\\")) else { return false }
        return self.matches(String(name[name.utf8.index(after: start)...]))
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
