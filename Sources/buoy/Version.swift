internal import Channels

/// The text of `--version`.
enum Version {
    static let text = "buoy \(ChannelsClient.version) (Channels protocol 7)"
}
