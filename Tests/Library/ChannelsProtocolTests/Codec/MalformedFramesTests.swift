import ChannelsProtocol
import Testing

@Suite struct MalformedFramesTests {
    @Test("the corpus is there")
    func corpus() {
        #expect(MalformedFrame.all.count == 123)
    }

    /// Entries that are not the codec's to judge: it reads them, and the named one refuses them.
    static let judgedElsewhere: [String: String] = [
        "hs-error-4000": "connection", "hs-error-4001": "connection",
        "established-again": "connection",
        // The transport closes with 1007, or drops them, before they come here.
        "invalid-utf8-text": "transport", "invalid-utf8-surrogate": "transport",
        "event-data-64MB": "transport",
        "binary-json": "transport",
    ]

    /// Entries that a client ignores, but that are no messages.
    static let ignoredGarbage: Set<String> = ["binary-garbage"]

    /// 64 MB take too long in a debug build, and are a longer form of `event-data-1MB`.
    static let readable = MalformedFrame.all.filter { $0.name != "event-data-64MB" }

    @Test("each entry of the corpus is a message or an error, as it should be", arguments: readable)
    func outcome(_ entry: MalformedFrame) {
        let isMessage =
            ["ok", "ignore"].contains(entry.expected)
            ? !Self.ignoredGarbage.contains(entry.name)
            : Self.judgedElsewhere[entry.name] != nil
        do throws(FrameError) {
            let message = try FrameCodec.decodeServerMessage(entry.frame)
            #expect(isMessage, "read as \(message)")
        } catch {
            #expect(!isMessage, "\(error)")
            #expect(error.description.utf8.count < 1000)
        }
    }

    private static let room = ChannelName(wire: "presence-room")
    private static let demo = ChannelName(wire: "demo")

    private static func event(
        _ data: EventData, named name: EventName = "my-event"
    ) -> ServerMessage {
        .event(ChannelsEvent(name: name, channel: demo, data: data))
    }

    private static func error(_ code: Int?, _ message: String) -> ServerMessage {
        .error(ServerError(code: code, message: message))
    }

    private static func roster(_ members: [PresenceMember], _ count: Int) -> ServerMessage {
        .subscriptionSucceeded(room, roster: Roster(members: members, claimedCount: count))
    }

    static let meanings: [String: ServerMessage] = [
        "hs-ping-before-established": .ping,
        "hs-error-4001": error(4001, "Application does not exist"),
        "channel-null": .event(ChannelsEvent(name: "my-event", channel: nil, data: "{}")),
        "unknown-pusher-event": .unknown(
            ChannelsEvent(name: "pusher:brand_new_thing", channel: nil, data: "{}")),
        "extra-keys": .ping,
        "duplicate-event-key": .ping,
        "ping-null-data": .ping,
        "pong-unasked": .pong,
        "number-exponent-bomb": event(.init(json: ["n": .number("1e999999999")])),
        "number-minus-zero": event(.init(json: ["n": .number("-0")])),
        "string-nul-escape": event("a\0b", named: "my\0event"),
        "string-escape-sequence": event("{}", named: "\u{1B}]52;c;aWQK\u{7}"),
        "error-string-code": error(4301, "Client event rejected"),
        "error-no-data": error(nil, ""),
        "error-data-string": error(nil, "plain words"),
        "error-data-json-string": error(4301, "rate limit"),
        "error-code-float": error(nil, "x"),
        "error-code-huge": error(nil, "x"),
        "error-code-negative": error(-1, "x"),
        "error-message-number": error(4301, "17"),
        "ack-data-empty-string": .subscriptionSucceeded(demo, roster: nil),
        "presence-hash-null-info": roster([PresenceMember(id: "u1")], 1),
        "presence-hash-string-info": roster([PresenceMember(id: "u1", info: "Alice")], 1),
        "presence-count-wrong": roster([PresenceMember(id: "u1", info: .init(json: [:]))], 999),
        "presence-duplicate-ids": roster([PresenceMember(id: "u1", info: .init(json: [:]))], 3),
        "presence-nfc-nfd-ids": roster(
            [
                PresenceMember(
                    id: "\u{E9}", info: .init(json: .object(.init([.init(key: "n", value: 1)])))),
                PresenceMember(
                    id: "e\u{301}", info: .init(json: .object(.init([.init(key: "n", value: 2)])))),
            ], 2),
        "member-added-no-info": .memberAdded(room, PresenceMember(id: "u4")),
        "member-added-data-object": .memberAdded(
            room, PresenceMember(id: "u6", info: .init(json: [:]))),
        "member-removed": .memberRemoved(room, "u2"),
        "subscription-error-403": .subscriptionError(
            demo, type: "AuthError", text: "denied", status: 403),
        "subscription-error-no-data": .subscriptionError(demo, type: "", text: "", status: nil),
        "forged-subscription-succeeded": .unknown(
            ChannelsEvent(name: "pusher:subscription_succeeded", channel: demo, data: "{}")),
        "client-event-user-id-number": .event(
            ChannelsEvent(name: "client-typing", channel: room, data: "{}", userID: "5")),
        "event-data-null": event(.init(json: nil)),
        "event-data-number": event(.init(json: 5)),
        "event-data-bool": event(.init(json: true)),
        "event-data-plain-string": event("not json"),
        "event-looks-like-error": .unknown(
            ChannelsEvent(name: "pusher:error ", channel: demo, data: "{}")),
        "event-nul-name": .unknown(
            ChannelsEvent(name: "pusher:ping\0", channel: demo, data: "{}")),
        "json-in-string-twice": event(#""\"{\\\"a\\\": 1}\"""#),
        "invalid-utf8-text": event("\u{FFFD}\u{FFFD}"),
    ]

    @Test("entries that have a meaning are read with it", arguments: meanings.keys.sorted())
    func meaning(_ name: String) throws {
        let entry = try #require(MalformedFrame.all.first { $0.name == name })
        let message = try FrameCodec.decodeServerMessage(entry.frame)
        // A member's info may be written with spaces, so it is compared by its value.
        #expect(message.withCompactInfo == Self.meanings[name]?.withCompactInfo)
    }

    @Test("data that is cut off while it is shown costs little to show")
    func hostileSizes() throws {
        for name in ["event-data-1MB", "deep-in-string", "same-key-flood", "number-10k-digits"] {
            let entry = try #require(MalformedFrame.all.first { $0.name == name })
            guard case .event(let event) = try FrameCodec.decodeServerMessage(entry.frame) else {
                Issue.record("\(name) is no event")
                continue
            }
            #expect(event.data.textPrefix(80).count == 80)
            #expect((event.data.json?.prettyLines(limit: 50).count ?? 0) <= 50)
        }
    }
}

extension ServerMessage {
    /// With the infos of a roster, and data that is JSON, as values instead of strings.
    fileprivate var withCompactInfo: ServerMessage {
        switch self {
        case .subscriptionSucceeded(let channel, var roster?):
            roster.members = roster.members.map {
                PresenceMember(id: $0.id, info: $0.info?.compact)
            }
            return .subscriptionSucceeded(channel, roster: roster)
        case .event(var event):
            event.data = event.data.compact
            return .event(event)
        default: return self
        }
    }
}

extension EventData {
    fileprivate var compact: EventData {
        self.isString ? self : self.json.map { EventData(json: $0) } ?? self
    }
}
