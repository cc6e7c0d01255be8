/// A name of an event in a call: a string or an `EventName`.
public protocol EventNameConvertible: Sendable {
    /// The name, whether or not a server would accept it.
    var eventName: EventName { get }
}

extension EventName: EventNameConvertible {
    /// The name itself.
    public var eventName: EventName { self }
}

extension String: EventNameConvertible {
    /// The text as a name.
    public var eventName: EventName { EventName(self) }
}

/// A name of a channel in a call: a string or a `ChannelName`.
public protocol ChannelNameConvertible: Sendable {
    /// The name, whether or not a server would accept it.
    var channelName: ChannelName { get }
}

extension ChannelName: ChannelNameConvertible {
    /// The name itself.
    public var channelName: ChannelName { self }
}

extension String: ChannelNameConvertible {
    /// The text as a name, which is not checked.
    public var channelName: ChannelName { ChannelName(wire: self) }
}

/// The id of a user in a call: a string or a `UserID`.
public protocol UserIDConvertible: Sendable {
    /// The id, whether or not a server would accept it.
    var userID: UserID { get }
}

extension UserID: UserIDConvertible {
    /// The id itself.
    public var userID: UserID { self }
}

extension String: UserIDConvertible {
    /// The text as an id, which is not checked.
    public var userID: UserID { UserID(self) }
}

/// Whether a name is this text: `event.name == text`.
@inlinable
public func == (name: EventName?, text: String) -> Bool {
    name?.text.hasSameBytes(as: text) == true
}

/// Whether a name is not this text.
@inlinable
public func != (name: EventName?, text: String) -> Bool { !(name == text) }

/// Matches a name against a string in a `switch`.
@inlinable
public func ~= (text: String, name: EventName?) -> Bool { name == text }

/// Whether a name is this text: `event.channel == "orders"`.
@inlinable
public func == (name: ChannelName?, text: String) -> Bool {
    name?.text.hasSameBytes(as: text) == true
}

/// Whether a name is not this text.
@inlinable
public func != (name: ChannelName?, text: String) -> Bool { !(name == text) }

/// Matches a name against a string in a `switch`.
@inlinable
public func ~= (text: String, name: ChannelName?) -> Bool { name == text }

/// Whether a name is this text: `event.userID == text`.
@inlinable
public func == (name: UserID?, text: String) -> Bool { name?.text.hasSameBytes(as: text) == true }

/// Whether a name is not this text.
@inlinable
public func != (name: UserID?, text: String) -> Bool { !(name == text) }

/// Matches a name against a string in a `switch`.
@inlinable
public func ~= (text: String, name: UserID?) -> Bool { name == text }
