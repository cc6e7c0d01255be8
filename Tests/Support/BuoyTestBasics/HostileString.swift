public import Testing

/// A string with control or invisible characters as the argument of a test. Swift Testing prints
/// arguments as they are, and a terminal would obey them; this one is printed with escapes.
package struct HostileString: CustomTestStringConvertible, ExpressibleByStringLiteral, Hashable,
    Sendable
{
    package let text: String

    package init(_ text: String) { self.text = text }

    package init(stringLiteral value: String) { self.init(value) }

    package var testDescription: String {
        let shown = self.text.unicodeScalars.prefix(200).map { $0.escaped(asASCII: true) }
        let isCut = shown.count < self.text.unicodeScalars.count
        return shown.joined() + (isCut ? "… \(self.text.utf8.count) bytes" : "")
    }
}

extension Unicode.Scalar: @retroactive CustomTestStringConvertible {
    public var testDescription: String { self.escaped(asASCII: true) }
}
