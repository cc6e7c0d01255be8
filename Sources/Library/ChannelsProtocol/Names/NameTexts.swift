/// An event name in a call: a string or an `EventName`.
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

/// A channel name in a call: a string or a `ChannelName`.
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

/// A user id in a call: a string or a `UserID`.
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

/// Whether a name equals a string: `event.name == text`.
@inlinable
public func == (name: EventName?, text: String) -> Bool {
    name?.text.hasSameBytes(as: text) == true
}

/// Whether a name or id differs from a string.
@inlinable
public func != (name: EventName?, text: String) -> Bool { !(name == text) }

/// Matches a name against a string in a `switch`.
@inlinable
public func ~= (text: String, name: EventName?) -> Bool { name == text }

/// Whether a name equals a string: `event.channel == "orders"`.
@inlinable
public func == (name: ChannelName?, text: String) -> Bool {
    name?.text.hasSameBytes(as: text) == true
}

/// Whether a name or id differs from a string.
@inlinable
public func != (name: ChannelName?, text: String) -> Bool { !(name == text) }

/// Matches a name against a string in a `switch`.
@inlinable
public func ~= (text: String, name: ChannelName?) -> Bool { name == text }

/// Whether an id equals a string: `event.userID == text`.
@inlinable
public func == (name: UserID?, text: String) -> Bool { name?.text.hasSameBytes(as: text) == true }

/// Whether a name or id differs from a string.
@inlinable
public func != (name: UserID?, text: String) -> Bool { !(name == text) }

/// Matches a name against a string in a `switch`.
@inlinable
public func ~= (text: String, name: UserID?) -> Bool { name == text }
