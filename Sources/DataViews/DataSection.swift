package import ChannelsProtocol
package import TextScreen

/// A piece of data that the inspector shows in any of its views: the data of an event, the message
/// it came in, what a member says of himself.
package struct DataSection: Hashable, Sendable {
    /// The heading above it.
    package let heading: SafeText?
    /// As it came: the contents of a string, or JSON text.
    package let bytes: [UInt8]
    /// What the bytes say; `nil` when they are plain text.
    package let json: JSON?
    /// Whether filters can look into it.
    package let isEventData: Bool
    /// Whether the bytes are all that there are.
    package let isWhole: Bool
    /// Whether its tree is folded until somebody unfolds it.
    package let isAside: Bool

    /// The most bytes that are read.
    package static let byteLimit = 1 << 20

    package init(
        _ bytes: some Collection<UInt8>, json: JSON?, heading: SafeText? = nil,
        isEventData: Bool = false, isAside: Bool = false
    ) {
        self.bytes = Array(bytes.prefix(Self.byteLimit))
        self.isWhole = bytes.count <= Self.byteLimit
        self.json = bytes.count > Self.byteLimit ? nil : json
        self.heading = heading
        self.isEventData = isEventData
        self.isAside = isAside
    }

    /// A text that may be JSON.
    package init(
        text: some Collection<UInt8>, heading: SafeText, isAside: Bool = false
    ) {
        let isSmall = text.count <= Self.byteLimit
        let json = isSmall ? try? JSON(parsing: text) : nil
        self.init(
            text, json: json?.isContainer == true ? json : nil, heading: heading, isAside: isAside)
    }

    /// Whether there is something to fold.
    package var isStructure: Bool { self.json?.isContainer == true }

    /// The text, for copying.
    package var text: String { String(decoding: self.bytes, as: UTF8.self) }
}
