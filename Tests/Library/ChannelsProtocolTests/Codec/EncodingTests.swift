import BuoyTestBasics
import ChannelsProtocol
import Testing

@Suite struct EncodingTests {
    // MARK: Servers

    private static let room = ChannelName(wire: "presence-room")

    static let served: [(ServerMessage, String)] = [
        (.ping, #"{"event":"pusher:ping","data":"{}"}"#),
        (.pong, #"{"event":"pusher:pong","data":"{}"}"#),
        (
            .error(ServerError(code: nil, message: "a\"b")),
            #"{"event":"pusher:error","data":{"code":null,"message":"a\"b"}}"#
        ),
        (
            .error(ServerError(code: 4301, message: "no", channel: .init(wire: "private-a"))),
            #"{"event":"pusher:error","channel":"private-a","data":{"code":4301,"message":"no"}}"#
        ),
        (
            .subscriptionSucceeded(.init(wire: "demo"), roster: nil),
            #"{"event":"pusher_internal:subscription_succeeded","channel":"demo","data":"{}"}"#
        ),
        (
            .subscriptionSucceeded(
                room,
                roster: Roster(members: [
                    PresenceMember(id: "11", info: .init(json: ["name": "A"])),
                    PresenceMember(id: "12"),
                ])),
            #"{"event":"pusher_internal:subscription_succeeded","channel":"presence-room","data":"{\"presence\":{\"count\":2,\"ids\":[\"11\",\"12\"],\"hash\":{\"11\":{\"name\":\"A\"},\"12\":null}}}"}"#
        ),
        (
            .memberAdded(room, PresenceMember(id: "13", info: .init(json: ["n": "\""]))),
            #"{"event":"pusher_internal:member_added","channel":"presence-room","data":"{\"user_id\":\"13\",\"user_info\":{\"n\":\"\\\"\"}}"}"#
        ),
        (
            .memberRemoved(room, "13"),
            #"{"event":"pusher_internal:member_removed","channel":"presence-room","data":"{\"user_id\":\"13\"}"}"#
        ),
        (
            .subscriptionCount(.init(wire: "demo"), 11),
            #"{"event":"pusher_internal:subscription_count","channel":"demo","data":"{\"subscription_count\":11}"}"#
        ),
        (
            .subscriptionError(.init(wire: "demo"), type: "AuthError", text: "no", status: 401),
            #"{"event":"pusher:subscription_error","channel":"demo","data":"{\"type\":\"AuthError\",\"error\":\"no\",\"status\":401}"}"#
        ),
        (.cacheMiss(.init(wire: "cache-x")), #"{"event":"pusher:cache_miss","channel":"cache-x"}"#),
        (
            .signInSucceeded(userData: #"{"id":"1"}"#),
            #"{"event":"pusher:signin_success","data":"{\"user_data\":\"{\\\"id\\\":\\\"1\\\"}\"}"}"#
        ),
        (
            .watchlist([WatchlistChange(name: "online", userIDs: ["a", "b"])]),
            #"{"event":"pusher_internal:watchlist_events","data":"{\"events\":[{\"name\":\"online\",\"user_ids\":[\"a\",\"b\"]}]}"}"#
        ),
        (
            .event(ChannelsEvent(name: "client-x", channel: room, data: "a\u{1F}é", userID: "u")),
            #"{"event":"client-x","channel":"presence-room","data":"a\u001Fé","user_id":"u"}"#
        ),
        (
            .event(ChannelsEvent(name: "x", channel: room, data: .init(json: [1, nil]))),
            #"{"event":"x","channel":"presence-room","data":[1,null]}"#
        ),
        (
            .event(ChannelsEvent(name: "x", channel: nil, data: .absent)), #"{"event":"x"}"#
        ),
        (
            .unknown(ChannelsEvent(name: "pusher:new", channel: nil, data: "{}")),
            #"{"event":"pusher:new","data":"{}"}"#
        ),
    ]

    @Test("a server's messages are written as the hosted service writes them", arguments: served)
    func server(_ message: ServerMessage, _ text: String) {
        #expect(String(decoding: FrameCodec.encode(message), as: UTF8.self) == text)
    }

    @Test("the activity timeout is written in seconds")
    func activityTimeout() throws {
        let id = try #require(SocketID("123.456"))
        let text = { (timeout: Duration?) in
            let message = ServerMessage.connectionEstablished(id, activityTimeout: timeout)
            return String(decoding: FrameCodec.encode(message), as: UTF8.self)
        }
        let start = #"{"event":"pusher:connection_established","data":"{\"socket_id\":\"123.456\""#
        #expect(text(.seconds(120)) == start + #",\"activity_timeout\":120}"}"#)
        #expect(text(.milliseconds(1500)) == start + #",\"activity_timeout\":1.5}"}"#)
        #expect(text(nil) == start + #"}"}"#)
    }

    // MARK: Clients

    static let sent: [(ClientMessage, String)] = [
        (.ping, #"{"event":"pusher:ping","data":{}}"#),
        (.pong, #"{"event":"pusher:pong","data":{}}"#),
        (
            .subscribe(.init(wire: "demo"), nil),
            #"{"event":"pusher:subscribe","data":{"channel":"demo"}}"#
        ),
        (
            .subscribe(
                room,
                ChannelAuthorization(
                    auth: "k:s", channelData: #"{ "user_id":"1", "user_info":{"a":"é\n"}}"#,
                    sharedSecret: SharedSecret(base64: "secret"))),
            #"{"event":"pusher:subscribe","data":{"channel":"presence-room","auth":"k:s","channel_data":"{ \"user_id\":\"1\", \"user_info\":{\"a\":\"é\\n\"}}"}}"#
        ),
        (.unsubscribe(room), #"{"event":"pusher:unsubscribe","data":{"channel":"presence-room"}}"#),
        (
            .signIn(auth: "k:s", userData: #"{"id":"1"}"#),
            #"{"event":"pusher:signin","data":{"auth":"k:s","user_data":"{\"id\":\"1\"}"}}"#
        ),
        (
            .event(ChannelsEvent(name: "client-x", channel: room, data: .init(json: ["a": 1]))),
            #"{"event":"client-x","channel":"presence-room","data":{"a":1}}"#
        ),
        (
            .event(ChannelsEvent(name: "client-x", channel: room, data: "text")),
            #"{"event":"client-x","channel":"presence-room","data":"text"}"#
        ),
        (.unknown("pusher:new"), #"{"event":"pusher:new","data":{}}"#),
    ]

    @Test("a client's messages have an object as data, and no secrets", arguments: sent)
    func client(_ message: ClientMessage, _ text: String) {
        #expect(String(decoding: FrameCodec.encode(message), as: UTF8.self) == text)
    }

    // MARK: Both ways

    @Test("what a server writes, a client reads", arguments: served.map(\.0))
    func serverRoundTrip(_ message: ServerMessage) throws {
        var expected = message
        // The number of members is told, also when it was not said before.
        if case .subscriptionSucceeded(let channel, var roster?) = message {
            roster.claimedCount = roster.claimedCount ?? roster.members.count
            expected = .subscriptionSucceeded(channel, roster: roster)
        }
        #expect(try FrameCodec.decodeServerMessage(FrameCodec.encode(message)) == expected)
    }

    @Test(
        "what servers sent, written again and read again, is the same",
        arguments: ServerFrames.all.map(\.message))
    func secondRoundTrip(_ message: ServerMessage) throws {
        try self.serverRoundTrip(message)
    }

    @Test("what a client writes, a server reads", arguments: sent.map(\.0))
    func clientRoundTrip(_ message: ClientMessage) throws {
        var expected = message
        // The shared secret stays with the client.
        if case .subscribe(let channel, var authorization?) = message {
            authorization.sharedSecret = nil
            expected = .subscribe(channel, authorization)
        }
        #expect(try FrameCodec.decodeClientMessage(FrameCodec.encode(message)) == expected)
    }

    @Test("channel data reaches the server byte for byte, whatever it holds")
    func channelData() throws {
        var random = Dice(seed: 11)
        for _ in 0..<500 {
            let text = String.random(using: &random)
            let frame = FrameCodec.encode(
                .subscribe(Self.room, ChannelAuthorization(auth: "k:s", channelData: text)))
            guard case .subscribe(_, let authorization?) = try FrameCodec.decodeClientMessage(frame)
            else {
                Issue.record("no authorization")
                return
            }
            #expect(authorization.channelData.map { Array($0.utf8) } == Array(text.utf8))
        }
    }
}

extension String {
    /// Characters of all planes, the lower ones more often.
    fileprivate static func random(using random: inout Dice) -> String {
        let scalars = (0..<20).compactMap { _ in
            let bits = UInt32.random(in: 1...20, using: &random)
            return Unicode.Scalar(UInt32.random(in: 0..<(1 << bits), using: &random))
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
