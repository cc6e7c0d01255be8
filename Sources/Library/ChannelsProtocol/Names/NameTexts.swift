/// What calls accept as an event name: a string or an ``EventName``. Its `description` is the name,
/// which the call checks before anything is sent.
public protocol EventNameConvertible: CustomStringConvertible, Sendable {}

extension EventName: EventNameConvertible {}
extension String: EventNameConvertible {}

extension EventNameConvertible {
    /// Unchecked.
    package var eventName: EventName { EventName(self.description) }
}

/// What calls accept as a channel name: a string or a ``ChannelName``. Its `description` is the
/// name, which the call checks before anything is sent.
public protocol ChannelNameConvertible: CustomStringConvertible, Sendable {}

extension ChannelName: ChannelNameConvertible {}
extension String: ChannelNameConvertible {}

extension ChannelNameConvertible {
    /// Unchecked.
    package var channelName: ChannelName { ChannelName(wire: self.description) }
}

/// What calls accept as a user id: a string or a ``UserID``. Its `description` is the id, which the
/// call checks before anything is sent.
public protocol UserIDConvertible: CustomStringConvertible, Sendable {}

extension UserID: UserIDConvertible {}
extension String: UserIDConvertible {}

extension UserIDConvertible {
    /// Unchecked.
    package var userID: UserID { UserID(self.description) }
}

// Comparisons with strings from the wire, byte for byte. A missing name equals no string.

package func == (name: EventName?, text: String) -> Bool {
    name?.text.hasSameBytes(as: text) == true
}
package func != (name: EventName?, text: String) -> Bool { !(name == text) }
package func ~= (text: String, name: EventName?) -> Bool { name == text }
package func == (name: ChannelName?, text: String) -> Bool {
    name?.text.hasSameBytes(as: text) == true
}
package func != (name: ChannelName?, text: String) -> Bool { !(name == text) }
package func ~= (text: String, name: ChannelName?) -> Bool { name == text }
package func == (name: UserID?, text: String) -> Bool { name?.text.hasSameBytes(as: text) == true }
package func != (name: UserID?, text: String) -> Bool { !(name == text) }
package func ~= (text: String, name: UserID?) -> Bool { name == text }
