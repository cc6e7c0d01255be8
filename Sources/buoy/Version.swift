internal import Channels

/// What `--version` says.
enum Version {
    static let text = "buoy \(ChannelsClient.version) (Channels protocol 7)"
}
