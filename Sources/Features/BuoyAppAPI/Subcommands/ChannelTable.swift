import BuoyTextScreen
import ChannelsHTTPAPI

struct ChannelTable {
    /// A longer name shifts only the rest of its own line.
    private static let widestName = 48

    private let channels: [ChannelInfo]

    init(_ channels: [ChannelInfo]) { self.channels = channels }

    var text: String {
        let rows = self.channels.map { (name: Self.safe($0.name.text), counts: Self.counts($0)) }
        let width = min(Self.widestName, rows.map(\.name.width).max() ?? 0)
        return rows.map { row in
            guard !row.counts.isEmpty else { return row.name.string }
            return "\(row.name.padded(to: width))  \(row.counts)"
        }.joined(separator: "\n")
    }

    private static func counts(_ channel: ChannelInfo) -> String {
        [(channel.userCount, "user"), (channel.subscriptionCount, "subscription")]
            .compactMap { count, noun in
                count.map { "\($0) \(noun)\($0 == 1 ? "" : "s")" }
            }
            .joined(separator: ", ")
    }

    private static func safe(_ text: String) -> SafeText {
        SafeText(ours: PlainOutput.line(text))
    }
}
