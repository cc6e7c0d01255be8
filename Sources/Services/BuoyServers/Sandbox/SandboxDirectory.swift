package import ChannelsProtocol

package enum SandboxDirectory {
    static let bitcoin = ChannelName(wire: "ticker-BTC")
    static let ether = ChannelName(wire: "ticker-ETH")
    static let solana = ChannelName(wire: "ticker-SOL")
    static let orders = ChannelName(wire: "private-orders")
    static let chat = ChannelName(wire: "presence-chat")
    static let lobby = ChannelName(wire: "presence-lobby")
    static let weather = ChannelName(wire: "cache-weather")
    static let vault = ChannelName(wire: "private-encrypted-vault")

    package struct Entry: Hashable, Sendable {
        package var channel: ChannelName
        package var summary: String
    }

    package static let entries = [
        Entry(channel: Self.bitcoin, summary: "prices, with an occasional burst of trades"),
        Entry(channel: Self.ether, summary: "prices"),
        Entry(channel: Self.solana, summary: "prices"),
        Entry(channel: Self.orders, summary: "orders: created, paid and shipped"),
        Entry(channel: Self.chat, summary: "bots that talk, and answer client events"),
        Entry(channel: Self.lobby, summary: "users who come and go"),
        Entry(channel: Self.weather, summary: "a report, cached for new subscribers"),
        Entry(channel: Self.vault, summary: "sealed: who opens which box"),
    ]

    package static let demoChannels = [
        Self.bitcoin, Self.ether, Self.orders, Self.chat, Self.lobby,
    ]
}
