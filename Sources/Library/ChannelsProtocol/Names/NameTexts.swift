/// A type that calls accept as an event name: a string or an ``EventName``.
public protocol EventNameConvertible: Sendable {
    /// The name, whether or not a server would accept it.
    var eventName: EventName { get }
}

extension EventName: EventNameConvertible {
    /// The name itself.
    public var eventName: EventName { self }
}

extension String: EventNameConvertible {
    /// The string as a name.
    public var eventName: EventName { EventName(self) }
}

/// A type that calls accept as a channel name: a string or a ``ChannelName``.
public protocol ChannelNameConvertible: Sendable {
    /// The name, whether or not a server would accept it.
    var channelName: ChannelName { get }
}

extension ChannelName: ChannelNameConvertible {
    /// The name itself.
    public var channelName: ChannelName { self }
}

extension String: ChannelNameConvertible {
    /// The string as a name, unchecked.
    public var channelName: ChannelName { ChannelName(wire: self) }
}

/// A type that calls accept as a user id: a string or a ``UserID``.
public protocol UserIDConvertible: Sendable {
    /// The id, whether or not a server would accept it.
    var userID: UserID { get }
}

extension UserID: UserIDConvertible {
    /// The id itself.
    public var userID: UserID { self }
}

extension String: UserIDConvertible {
    /// The string as an id, unchecked.
    public var userID: UserID { UserID(self) }
}

/// Whether a name equals a string, byte for byte: `event.name == text`. A missing name
/// equals no string.
@inlinable
public func == (name: EventName?, text: String) -> Bool {
    name?.text.hasSameBytes(as: text) == true
}

/// Whether a name differs from a string, or is missing.
@inlinable
public func != (name: EventName?, text: String) -> Bool { !(name == text) }

/// Matches a name against a string in a `switch`.
@inlinable
public func ~= (text: String, name: EventName?) -> Bool { name == text }

/// Whether a name equals a string, byte for byte: `event.channel == "orders"`. A missing
/// name equals no string.
@inlinable
public func == (name: ChannelName?, text: String) -> Bool {
    name?.text.hasSameBytes(as: text) == true
}

/// Whether a name differs from a string, or is missing.
@inlinable
public func != (name: ChannelName?, text: String) -> Bool { !(name == text) }

/// Matches an id against a string in a `switch`.
@inlinable
public func ~= (text: String, name: ChannelName?) -> Bool { name == text }

/// Whether an id equals a string, byte for byte: `event.userID == text`. A missing id
/// equals no string.
@inlinable
public func == (name: UserID?, text: String) -> Bool { name?.text.hasSameBytes(as: text) == true }

/// Whether an id differs from a string, or is missing.
@inlinable
public func != (name: UserID?, text: String) -> Bool { !(name == text) }

/// Matches an id against a string in a `switch`.
@inlinable
public func ~= (text: String, name: UserID?) -> Bool { name == text }
