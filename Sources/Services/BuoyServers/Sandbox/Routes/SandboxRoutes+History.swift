import ChannelsProtocol
import ChannelsSigning

extension SandboxRoutes {
    /// The wall clock and the time since the start of the sandbox, at the same moment.
    struct Now: Hashable, Sendable {
        let uptime: Duration
        let unixMilliseconds: Int64

        init(uptime: Duration, unixMilliseconds: Int64) {
            self.uptime = uptime
            self.unixMilliseconds = unixMilliseconds
        }

        func wall(_ time: Duration) -> Int64 {
            let age = (self.uptime - time).clampedNanoseconds / 1_000_000
            return self.unixMilliseconds.subtractingClamped(age)
        }

        func uptime(_ wall: Int64) -> Duration {
            self.uptime - .milliseconds(self.unixMilliseconds.subtractingClamped(wall))
        }
    }

    /// `GET /apps/<id>/channels/<channel>/history`: the latest events of a channel, with the
    /// parameters and the answer of sockudo 5.
    func history(
        _ text: String, _ call: HTTPAPICall, _ hub: SandboxHub, _ now: Now
    ) throws(RouteRefusal) -> JSONValue {
        try Self.allow("GET", call.request)
        try call.allow(parameters: [
            "limit", "cursor", "direction", "start_time_ms", "end_time_ms",
        ])
        let channel = try Self.channel(text)
        let range = try Self.range(call, now)
        let page = hub.history.page(of: channel, range)
        let next =
            page.hasMore ? page.entries.last.map { JSONValue.string(String($0.serial)) } : nil
        return [
            "items": .array(page.entries.map { Self.item($0, now) }),
            "direction": .string(range.isNewestFirst ? "newest_first" : "oldest_first"),
            "limit": .number(String(range.limit)),
            "has_more": .bool(page.hasMore),
            "next_cursor": next ?? .null,
            "continuity": [
                "complete": .bool(page.isComplete && !page.hasMore),
                "truncated_by_retention": .bool(!page.isComplete),
            ],
        ]
    }

    private static func range(
        _ call: HTTPAPICall, _ now: Now
    ) throws(RouteRefusal) -> EventHistory.Range {
        var range = EventHistory.Range()
        if let limit = try Self.number("limit", call) {
            guard limit > 0 else { throw .badRequest("limit must be greater than 0") }
            range.limit = Int(min(limit, Int64(EventHistory.pageLimit)))
        }
        range.cursor = try Self.number("cursor", call).flatMap { Int(exactly: $0) }
        range.start = try Self.number("start_time_ms", call).map(now.uptime)
        range.end = try Self.number("end_time_ms", call).map(now.uptime)
        switch call.parameters.first("direction") ?? "newest_first" {
        case "newest_first": break
        case "oldest_first": range.isNewestFirst = false
        default: throw .badRequest("direction must be newest_first or oldest_first")
        }
        return range
    }

    private static func number(
        _ name: String, _ call: HTTPAPICall
    ) throws(RouteRefusal) -> Int64? {
        guard let text = call.parameters.first(name) else { return nil }
        guard let number = Int64(text) else { throw .badRequest("\(name) must be a whole number") }
        return number
    }

    private static func item(_ entry: EventHistory.Entry, _ now: Now) -> JSONValue {
        let event = entry.event
        var message: [JSONValue.Object.Member] = [
            .init(key: "event", value: .string(event.name.text)),
            .init(key: "channel", value: .string(event.channel?.text ?? "")),
            .init(key: "data", value: .string(event.data.text)),
        ]
        if let user = event.userID {
            message.append(.init(key: "user_id", value: .string(user.text)))
        }
        return [
            "serial": .number(String(entry.serial)),
            "published_at_ms": .number(String(now.wall(entry.time))),
            "event_name": .string(event.name.text),
            "message": .object(JSONValue.Object(message)),
        ]
    }
}
