import BuoyAppAPI
import ChannelsProtocol

/// Times, names and answers for tests of what the HTTP API says.
enum AppFixture {
    /// A time this long after the start.
    static func at(_ time: Duration) -> ChannelsTimestamp {
        ChannelsTimestamp.zero.advanced(by: time)
    }

    static func names(_ texts: String...) -> [ChannelName] { texts.map { ChannelName(wire: $0) } }

    static func listed(_ texts: String...) -> [ListedChannel] {
        texts.map { ListedChannel(ChannelName(wire: $0)) }
    }
}
