import BuoyTextScreen
import ChannelsProtocol

struct DataSection: Hashable, Sendable {
    let heading: SafeText?
    /// As received: the contents of a string, or JSON text.
    let bytes: [UInt8]
    let json: JSONValue?
    let isEventData: Bool
    let isWhole: Bool
    let isAside: Bool

    static let byteLimit = 1 << 20

    init(
        _ bytes: some Collection<UInt8>, json: JSONValue?, heading: SafeText? = nil,
        isEventData: Bool = false, isAside: Bool = false
    ) {
        self.bytes = Array(bytes.prefix(Self.byteLimit))
        self.isWhole = bytes.count <= Self.byteLimit
        self.json = bytes.count > Self.byteLimit ? nil : json
        self.heading = heading
        self.isEventData = isEventData
        self.isAside = isAside
    }

    init(
        text: some Collection<UInt8>, heading: SafeText, isAside: Bool = false
    ) {
        let isSmall = text.count <= Self.byteLimit
        let json = isSmall ? try? JSONValue(parsing: text) : nil
        self.init(
            text, json: json?.isContainer == true ? json : nil, heading: heading, isAside: isAside)
    }

    var isStructure: Bool { self.json?.isContainer == true }

    var text: String { String(decoding: self.bytes, as: UTF8.self) }
}
