/// A text from the wire that is told apart by its bytes.
///
/// Swift compares strings by canonical equivalence, so that `é` written as one code point equals
/// `é` written as two. Channels does not: two such names are two channels.
public protocol ExactText: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The text as it is on the wire.
    var text: String { get }
}

extension ExactText {
    public var description: String { self.text }

    public static func == (left: Self, right: Self) -> Bool {
        left.text.hasSameBytes(as: right.text)
    }

    public static func < (left: Self, right: Self) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        // Equal bytes are canonically equal too, so the hash of the string serves.
        hasher.combine(self.text)
    }
}

extension String {
    /// Whether both are the same bytes in UTF-8.
    func hasSameBytes(as other: String) -> Bool {
        let same = self.utf8.withContiguousStorageIfAvailable { mine in
            other.utf8.withContiguousStorageIfAvailable { theirs in
                mine.count == theirs.count && mine.elementsEqual(theirs)
            }
        }
        return (same ?? nil) ?? self.utf8.elementsEqual(other.utf8)
    }
}

/// The name of an event.
public struct EventName: ExactText, ExpressibleByStringLiteral {
    public let text: String

    public init(_ text: String) { self.text = text }
    public init(stringLiteral text: String) { self.text = text }

    /// Whether a client may send it: the name starts with `client-`.
    public var isClientEvent: Bool { self.text.utf8.starts(with: "client-".utf8) }

    /// Whether it is the protocol's own: the name starts with `pusher:` or `pusher_internal:`.
    public var isProtocolEvent: Bool {
        self.text.utf8.starts(with: "pusher:".utf8)
            || self.text.utf8.starts(with: "pusher_internal:".utf8)
    }

    /// The longest name that servers accept, in characters (protocol.md, "Limits").
    public static let lengthLimit = 200
}

/// The id of a user: of a presence member, or of who signed in. Numbers from a server are kept as
/// their digits.
public struct UserID: ExactText, ExpressibleByStringLiteral {
    public let text: String

    public init(_ text: String) { self.text = text }
    public init(stringLiteral text: String) { self.text = text }
}

/// The id a server gave to a connection: two decimal numbers with a dot between them. It goes into
/// every signature, so a new connection needs new ones.
public struct SocketID: ExactText {
    public let text: String

    /// - Returns: `nil` when the text is not digits, a dot, digits.
    public init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isNumber = { (part: Substring.UTF8View) in
            !part.isEmpty
                && part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        guard parts.count == 2, parts.allSatisfy(isNumber) else { return nil }
        self.text = text
    }
}
