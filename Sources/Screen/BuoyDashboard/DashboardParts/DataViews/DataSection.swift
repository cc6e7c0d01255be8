import BuoyTextScreen
import ChannelsProtocol

/// Data that the inspector can show in any view: the data of an event, its message, the information
/// about a member.
struct DataSection: Hashable, Sendable {
    /// The heading above it.
    let heading: SafeText?
    /// The data as received: the contents of a string, or JSON text.
    let bytes: [UInt8]
    /// The parsed data; `nil` if it is plain text.
    let json: JSON?
    /// Whether filters can refer to it.
    let isEventData: Bool
    /// Whether the bytes are complete.
    let isWhole: Bool
    /// Whether its tree is initially folded.
    let isAside: Bool

    /// The maximum number of bytes that are read.
    static let byteLimit = 1 << 20

    init(
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

    /// Creates a section from a string that may be JSON.
    init(
        text: some Collection<UInt8>, heading: SafeText, isAside: Bool = false
    ) {
        let isSmall = text.count <= Self.byteLimit
        let json = isSmall ? try? JSON(parsing: text) : nil
        self.init(
            text, json: json?.isContainer == true ? json : nil, heading: heading, isAside: isAside)
    }

    /// Whether there is something to fold.
    var isStructure: Bool { self.json?.isContainer == true }

    /// The text, for copying.
    var text: String { String(decoding: self.bytes, as: UTF8.self) }
}
