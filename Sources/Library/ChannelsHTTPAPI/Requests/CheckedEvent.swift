import ChannelsBasics
import ChannelsProtocol
import ChannelsSigning

struct CheckedEvent: Hashable, Sendable {
    private let name: EventName
    private let channels: [ChannelName]
    private let data: String
    private let excluded: SocketID?
    private let info: Set<ChannelAttribute>

    init(
        _ name: EventName, _ channels: [ChannelName], _ data: EventData, _ excluded: SocketID?,
        _ info: Set<ChannelAttribute>, limits: APILimits, masterKey: EncryptionMasterKey?
    ) throws(ChannelsAPIError) {
        try APILimits.check(name)
        try APILimits.check(channels)
        try APILimits.check(info, ofEventOn: channels)
        // Also before it is encrypted, so that the sentence names the size that the caller knows.
        try limits.check(data, of: name)
        let sealed = try Self.sealed(data, channels, masterKey)
        try limits.check(sealed, of: name)
        self.name = name
        self.channels = channels
        self.data = sealed.text
        self.excluded = excluded
        self.info = info
    }

    private static func sealed(
        _ data: EventData, _ channels: [ChannelName], _ masterKey: EncryptionMasterKey?
    ) throws(ChannelsAPIError) -> EventData {
        guard let channel = channels.first, channel.kind.isEncrypted else { return data }
        guard let masterKey else {
            throw .invalid(
                "The channel \(channel) is encrypted, so publishing on it requires the app's "
                    + "encryption master key.")
        }
        do {
            return try SecretBox.seal(
                Array(data.text.utf8), with: try masterKey.sharedSecret(for: channel))
        } catch {
            throw .invalid("The data cannot be encrypted: \(error.words).")
        }
    }

    func body(listsChannels: Bool) -> [UInt8] {
        var writer = JSONTextWriter<RequiredJSONEscaping>()
        self.write(to: &writer, listsChannels: listsChannels)
        return writer.bytes
    }

    static func batch(_ events: ArraySlice<CheckedEvent>) -> [UInt8] {
        var writer = JSONTextWriter<RequiredJSONEscaping>()
        writer.object { writer in
            writer.key("batch")
            writer.array { writer in
                for event in events { event.write(to: &writer, listsChannels: false) }
            }
        }
        return writer.bytes
    }

    private func write(
        to writer: inout JSONTextWriter<RequiredJSONEscaping>, listsChannels: Bool
    ) {
        writer.object { writer in
            writer.key("name")
            writer.string(self.name.text)
            if listsChannels {
                writer.key("channels")
                writer.array { writer in
                    for channel in self.channels { writer.string(channel.text) }
                }
            } else {
                writer.key("channel")
                writer.string(self.channels.first?.text ?? "")
            }
            writer.key("data")
            writer.string(self.data)
            if let excluded {
                writer.key("socket_id")
                writer.string(excluded.text)
            }
            if !self.info.isEmpty {
                writer.key("info")
                writer.string(self.info.text)
            }
        }
    }
}
