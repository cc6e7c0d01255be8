import BuoyProgramSupport
import ChannelsHTTPAPI
import ChannelsProtocol

struct OneChannel {
    private let name: ChannelName
    private let attributes: Set<ChannelAttribute>

    init(_ name: ChannelName, asked: String?) throws {
        self.name = name
        var attributes = try InfoArgument.attributes(asked)
        if asked == nil {
            if name.kind.hasMembers { attributes.insert(.userCount) }
            if name.kind.isCache { attributes.insert(.cache) }
        }
        self.attributes = attributes
    }

    func ask(_ api: ChannelsAPI) async throws -> CommandOutput {
        let info = try await api.channel(self.name, info: self.attributes)
        let seemsPrefix = !info.isOccupied && self.name.text.hasSuffix("-")
        return CommandOutput(
            FigureTable(Self.rows(info, self.attributes)).text, info.json(withOccupied: true),
            note: seemsPrefix
                ? "For the channels that begin with it, type '\(self.name.text)*'." : nil)
    }

    private static func words(_ kind: ChannelKind) -> String {
        kind == .public ? "public" : String(kind.prefix.dropLast())
    }

    private static func rows(
        _ info: ChannelInfo, _ asked: Set<ChannelAttribute>
    ) -> [(name: String, value: String)] {
        var rows = [
            (name: "channel", value: info.name.text),
            (name: "kind", value: Self.words(info.name.kind)),
            (name: "occupied", value: info.isOccupied ? "yes" : "no"),
        ]
        if let count = info.userCount { rows.append(("users", "\(count)")) }
        if let count = info.subscriptionCount { rows.append(("subscriptions", "\(count)")) }
        guard asked.contains(.cache) else { return rows }
        rows.append(("last event", info.cache?.data.text ?? "none"))
        if let time = info.cache?.timeToLive {
            rows.append(("kept for", "\(time.components.seconds)s"))
        }
        return rows
    }
}
