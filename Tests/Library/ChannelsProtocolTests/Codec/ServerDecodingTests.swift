import ChannelsProtocol
import Testing

@Suite struct ServerDecodingTests {
    private func decode(_ text: String) throws -> ServerMessage {
        try FrameCodec.decodeServerMessage(Array(text.utf8))
    }

    @Test("the frames of every known server are understood", arguments: ServerFrames.all)
    func reads(_ server: String, text: String, message: ServerMessage) throws {
        #expect(try self.decode(text) == message)
    }

    @Test(
        "an activity timeout is a positive number of seconds, within reason",
        arguments: ServerFrames.timeouts)
    func readsTimeout(_ json: String, timeout: Duration?) throws {
        let message = try self.decode(
            "{\"event\":\"pusher:connection_established\","
                + "\"data\":\"{\\\"socket_id\\\":\\\"1.2\\\",\\\"activity_timeout\\\":\(json)}\"}")
        let socketID = try #require(SocketID("1.2"))
        #expect(message == .connectionEstablished(socketID, activityTimeout: timeout))
    }

    @Test("a roster is read from whatever parts a server sends", arguments: ServerFrames.presences)
    func readsRoster(_ json: String, members: [(String, String?)], count: Int?) throws {
        let data = JSONValue.string("{\"presence\":\(json)}").compactText
        let channel = ChannelName(wire: "presence-cache-room")
        let message = try self.decode(
            "{\"event\":\"pusher_internal:subscription_succeeded\",\"channel\":\"\(channel)\","
                + "\"data\":\(data)}")
        guard case .subscriptionSucceeded(channel, let roster?) = message else {
            Issue.record("\(message)")
            return
        }
        #expect(roster.members.map(\.id) == members.map { UserID($0.0) })
        #expect(roster.members.map { $0.info?.text } == members.map(\.1))
        #expect(roster.claimedCount == count)
    }

    @Test("ten thousand members are one roster, in order")
    func largeRoster() throws {
        let members = (0..<10_000).map {
            PresenceMember(id: UserID("user-\($0)"), info: .init(json: [:]))
        }
        let message = ServerMessage.subscriptionSucceeded(
            ChannelName(wire: "presence-room"),
            roster: Roster(members: members, claimedCount: 10_000))
        #expect(try FrameCodec.decodeServerMessage(FrameCodec.encode(message)) == message)
    }

    static let malformed: [(text: String, event: EventName, channel: String?, what: String)] = [
        (#""pusher:connection_established""#, "pusher:connection_established", nil, "object"),
        (
            #""pusher:connection_established","data":"not json""#, "pusher:connection_established",
            nil, "object"
        ),
        (
            #""pusher:connection_established","data":{}"#, "pusher:connection_established", nil,
            "socket_id"
        ),
        (
            #""pusher:connection_established","data":{"socket_id":7.5}"#,
            "pusher:connection_established", nil, "socket_id"
        ),
        (
            #""pusher:connection_established","data":{"socket_id":"evil\n"}"#,
            "pusher:connection_established", nil, #""evil\n""#
        ),
        (
            #""pusher_internal:subscription_succeeded","data":"{}""#,
            "pusher_internal:subscription_succeeded", nil, "channel"
        ),
        (
            #""pusher_internal:subscription_succeeded","channel":"presence-a","data":"no""#,
            "pusher_internal:subscription_succeeded", "presence-a", "object"
        ),
        (
            #""pusher_internal:subscription_succeeded","channel":"presence-a","data":"{}""#,
            "pusher_internal:subscription_succeeded", "presence-a", "members"
        ),
        (
            #""pusher_internal:subscription_succeeded","channel":"presence-a","data":{"presence":[]}"#,
            "pusher_internal:subscription_succeeded", "presence-a", "members"
        ),
        (#""pusher:subscription_error""#, "pusher:subscription_error", nil, "channel"),
        (
            #""pusher_internal:member_added","data":{"user_id":"u"}"#,
            "pusher_internal:member_added", nil, "channel"
        ),
        (
            #""pusher_internal:member_added","channel":"presence-a","data":{"user_id":true}"#,
            "pusher_internal:member_added", "presence-a", "user_id"
        ),
        (
            #""pusher_internal:member_removed","channel":"presence-a""#,
            "pusher_internal:member_removed", "presence-a", "user_id"
        ),
        (
            #""pusher_internal:subscription_count","channel":"a","data":{"subscription_count":1.5}"#,
            "pusher_internal:subscription_count", "a", "subscription_count"
        ),
        (#""pusher:cache_miss""#, "pusher:cache_miss", nil, "channel"),
        (
            #""pusher:signin_success","data":{"user_data":5}"#, "pusher:signin_success", nil,
            "user_data"
        ),
        (
            #""pusher_internal:watchlist_events","data":{"events":{}}"#,
            "pusher_internal:watchlist_events", nil, "events"
        ),
        (#""order","channel":7"#, "order", nil, "channel"),
    ]

    @Test(
        "a protocol event that cannot be used says which, where and why",
        arguments: malformed)
    func refusesMalformed(_ text: String, event: EventName, channel: String?, what: String) throws {
        let error = try #require(throws: FrameError.self) { try self.decode("{\"event\":\(text)}") }
        guard case .malformed(event, let place, let reason) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(place == channel.map { ChannelName(wire: $0) })
        #expect(error.channel == place)
        #expect(reason.contains(what))
        #expect(error.description.hasPrefix(event.text) && error.description.hasSuffix("."))
    }

    static let notMessages: [(String, FrameError)] = [
        ("null", .notAnObject), ("[1]", .notAnObject), (#""pusher:ping""#, .notAnObject),
        (#"{"type":"welcome"}"#, .foreign("Action Cable (Rails)")),
        (#"{"type":"connection_ack"}"#, .foreign("a GraphQL server")),
        (#"0{"sid":"a","upgrades":[]}"#, .foreign("Socket.IO")),
        ("Request served by 4d89", .foreign("an echo server")),
        ("{}", .noEvent), (#"{"event":null}"#, .noEvent), (#"{"event":5}"#, .noEvent),
        (#"{"Event":"a"}"#, .noEvent), (#"{"event":["pusher:ping"]}"#, .noEvent),
        ("", .notJSON(.init(position: 0, reason: .unexpectedEnd), start: "")),
        (
            "<html>",
            .notJSON(
                .init(position: 0, reason: .unexpectedByte(UInt8(ascii: "<"))), start: "<html>")
        ),
        (
            #"{"event":"a"} x"#,
            .notJSON(.init(position: 14, reason: .trailingBytes), start: #"{"event":"a"} x"#)
        ),
    ]

    @Test("what is no message is refused", arguments: notMessages)
    func refusesOthers(_ text: String, _ error: FrameError) {
        #expect(throws: error) { try self.decode(text) }
        #expect(error.description.hasSuffix("."))
    }

    @Test("an error tells HTML, and shows no more than the start of a message")
    func descriptions() throws {
        let page = "<html>\u{1B}" + String(repeating: "x", count: 10_000)
        let error = try #require(throws: FrameError.self) { try self.decode(page) }
        #expect(error.description.contains("but looks like HTML"))
        #expect(error.description.utf8.count < 250)
        #expect(!error.description.unicodeScalars.contains("\u{1B}"))
    }

    @Test("nesting is limited for messages and for the JSON in their data alike")
    func nesting() throws {
        let nested = { (levels: Int) in
            String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        }
        // The message itself is one level.
        _ = try self.decode("{\"event\":\"a\",\"data\":\(nested(511))}")
        for levels in [512, 50_000] {
            #expect(throws: FrameError.tooDeep) {
                try self.decode("{\"event\":\"a\",\"data\":\(nested(levels))}")
            }
        }
        guard
            case .event(let event) = try self.decode(
                "{\"event\":\"a\",\"data\":\"\(nested(50_000))\"}")
        else { return }
        #expect(event.data.json == nil)
        #expect(event.data.text == nested(50_000))
    }
}
