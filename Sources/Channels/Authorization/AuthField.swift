/// A name and its value, in a form or a header. The value may be a secret: every way of printing
/// it gives dots.
public struct AuthField: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension AuthField {
    /// Whether it can be a header (RFC 9110, 5.5): a token, and one line without control
    /// characters.
    var canBeHeader: Bool {
        !self.name.isEmpty
            && self.name.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ":") }
            && self.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }

    /// Whether the names are those of one header, which compare without regard to case.
    func isSameHeader(as other: AuthField) -> Bool {
        self.name.lowercased() == other.name.lowercased()
    }
}

extension AuthField: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name, and dots for the value.
    public var description: String { "\(self.name)=••••••••" }
    /// The same.
    public var debugDescription: String { self.description }
    /// Without the value, so that `dump` does not show it either.
    public var customMirror: Mirror { Mirror(self, children: ["name": self.name]) }
}
