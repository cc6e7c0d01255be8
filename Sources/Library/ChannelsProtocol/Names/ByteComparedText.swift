import ChannelsBasics

/// A string from the wire, compared by its bytes: Swift's canonical equivalence would make one
/// channel of two names with differently encoded `é`.
@usableFromInline
package protocol ByteComparedText: Hashable, Comparable, Sendable, CustomStringConvertible {
    var text: String { get }
}

extension ByteComparedText {
    public var description: String { self.text }

    @inlinable public static func == (left: Self, right: Self) -> Bool {
        left.text.hasSameBytes(as: right.text)
    }

    public static func < (left: Self, right: Self) -> Bool { left.text.precedes(right.text) }

    public func hash(into hasher: inout Hasher) {
        // Equal bytes are canonically equal too, so the hash of the string can be used.
        hasher.combine(self.text)
    }
}

extension String {
    func precedes(_ other: String) -> Bool {
        self.utf8.lexicographicallyPrecedes(other.utf8)
    }

    @usableFromInline func hasSameBytes(as other: String) -> Bool {
        let same = self.utf8.withContiguousStorageIfAvailable { mine in
            other.utf8.withContiguousStorageIfAvailable { theirs in
                Self.areSame(UnsafeRawBufferPointer(mine), UnsafeRawBufferPointer(theirs))
            }
        }
        return (same ?? nil) ?? self.utf8.elementsEqual(other.utf8)
    }

    /// Eight bytes at a time: every event is looked up by its names.
    private static func areSame(
        _ mine: UnsafeRawBufferPointer, _ theirs: UnsafeRawBufferPointer
    ) -> Bool {
        guard mine.count == theirs.count else { return false }
        // Names are remembered, so that equal ones are mostly the same text.
        if mine.baseAddress == theirs.baseAddress { return true }
        var offset = 0
        while mine.count - offset >= 8 {
            guard
                mine.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                    == theirs.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            else { return false }
            offset += 8
        }
        return (offset..<mine.count).allSatisfy { mine[$0] == theirs[$0] }
    }

    /// Called for every event, so it avoids the iterators of `starts(with:)` on strings.
    func startsWithBytes(_ prefix: StaticString) -> Bool {
        let prefix = UnsafeBufferPointer(
            start: prefix.utf8Start, count: prefix.utf8CodeUnitCount)
        return self.utf8.withContiguousStorageIfAvailable { bytes in
            guard bytes.count >= prefix.count else { return false }
            return prefix.indices.allSatisfy { bytes[$0] == prefix[$0] }
        } ?? self.utf8.starts(with: prefix)
    }
}

/// An event name. Calls accept strings in its place. Unlike Swift strings, names are compared as
/// bytes.
public struct EventName: Sendable, ExpressibleByStringInterpolation {
    /// The name, byte for byte; untrusted if it comes from a server.
    public let text: String

    /// Creates a name from a literal. It is checked when it is sent.
    public init(stringLiteral text: String) { self.text = text }

    /// A name from the wire, unchecked.
    package init(_ text: String) { self.text = text }

    /// A sentence about the problem with the name; `nil` if it is valid.
    package var problem: String? {
        guard !self.text.isEmpty else { return "An event name cannot be empty." }
        let length = self.text.unicodeScalars.count
        guard length > Self.lengthLimit else { return nil }
        return "The event name has \(length) characters; the limit is \(Self.lengthLimit)."
    }

    /// Whether a client may send the event: the name starts with `client-`.
    package var isClientEvent: Bool { self.text.utf8.starts(with: "client-".utf8) }

    package var isProtocolEvent: Bool {
        self.text.startsWithBytes("pusher:") || self.text.startsWithBytes("pusher_internal:")
    }

    /// What servers accept, in characters.
    package static let lengthLimit = 200
}

/// A user id, of a presence member or a signed-in user. Calls accept strings in its place.
/// A number from a server keeps its digits.
public struct UserID: Sendable, ExpressibleByStringInterpolation {
    /// The id as the server and the app write it; untrusted if it comes from a server.
    public let text: String

    /// Creates an id from a literal. It is checked when it is sent.
    public init(stringLiteral text: String) { self.text = text }

    /// An id from the wire, unchecked.
    package init(_ text: String) { self.text = text }

    static let lengthLimit = 200
}

/// The id that a server assigns to a connection: two decimal numbers separated by a dot. It
/// is part of every signature, so a new connection requires new signatures. When
/// publishing, it excludes the connection from the event.
public struct SocketID: Sendable {
    /// Two decimal numbers separated by a dot, such as `123.456`.
    public let text: String

    static let longest = 64

    /// Creates an id as a server wrote it; `nil` unless the string is digits, a dot and digits,
    /// with at most 64 characters.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isNumber = { (part: Substring.UTF8View) in
            !part.isEmpty && part.allSatisfy(\.isASCIIDigit)
        }
        guard parts.count == 2, parts.allSatisfy(isNumber) else { return nil }
        self.text = text
    }
}
