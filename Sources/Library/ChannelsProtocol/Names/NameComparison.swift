// Names are compared by their bytes: see `ByteComparedText`.

extension EventName: ByteComparedText, Hashable, Comparable, CustomStringConvertible {
    /// The string as sent on the wire.
    public var description: String { self.text }

    /// Whether both have the same bytes.
    @inlinable
    public static func == (left: EventName, right: EventName) -> Bool {
        left.text.hasSameBytes(as: right.text)
    }

    /// Whether the left one comes first in byte order.
    public static func < (left: EventName, right: EventName) -> Bool {
        left.text.precedes(right.text)
    }

    /// Equal values have equal hashes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(self.text)
    }
}

extension ChannelName: ByteComparedText, Hashable, Comparable, CustomStringConvertible {
    /// The string as sent on the wire.
    public var description: String { self.text }

    /// Whether both have the same bytes.
    @inlinable
    public static func == (left: ChannelName, right: ChannelName) -> Bool {
        left.text.hasSameBytes(as: right.text)
    }

    /// Whether the left one comes first in byte order.
    public static func < (left: ChannelName, right: ChannelName) -> Bool {
        left.text.precedes(right.text)
    }

    /// Equal values have equal hashes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(self.text)
    }
}

extension UserID: ByteComparedText, Hashable, Comparable, CustomStringConvertible {
    /// The string as sent on the wire.
    public var description: String { self.text }

    /// Whether both have the same bytes.
    @inlinable
    public static func == (left: UserID, right: UserID) -> Bool {
        left.text.hasSameBytes(as: right.text)
    }

    /// Whether the left one comes first in byte order.
    public static func < (left: UserID, right: UserID) -> Bool { left.text.precedes(right.text) }

    /// Equal values have equal hashes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(self.text)
    }
}

extension SocketID: ByteComparedText, Hashable, Comparable, CustomStringConvertible {
    /// The string as sent on the wire.
    public var description: String { self.text }

    /// Whether both have the same bytes.
    @inlinable
    public static func == (left: SocketID, right: SocketID) -> Bool {
        left.text.hasSameBytes(as: right.text)
    }

    /// Whether the left one comes first in byte order.
    public static func < (left: SocketID, right: SocketID) -> Bool {
        left.text.precedes(right.text)
    }

    /// Equal values have equal hashes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(self.text)
    }
}
