import ChannelsProtocol
import Testing

@Suite struct ClientDecodingTests {
    private func decode(_ text: String) throws -> ClientMessage {
        try FrameCodec.decodeClientMessage(Array(text.utf8))
    }

    private static let demo = ChannelName(wire: "demo")
    private static let room = ChannelName(wire: "presence-room")

    static let frames: [(client: String, text: String, message: ClientMessage)] = [
        (
            "pusher-js", #"{"event":"pusher:subscribe","data":{"auth":"","channel":"demo"}}"#,
            .subscribe(demo, nil)
        ),
        (
            "pusher-js",
            #"{"event":"pusher:subscribe","data":{"auth":"k:s","channel_data":"{\"user_id\": \"1\"}","channel":"presence-room"}}"#,
            .subscribe(room, .init(auth: "k:s", channelData: #"{"user_id": "1"}"#))
        ),
        (
            "data in a string", #"{"event":"pusher:subscribe","data":"{\"channel\":\"demo\"}"}"#,
            .subscribe(demo, nil)
        ),
        (
            "null for nothing",
            #"{"event":"pusher:subscribe","data":{"channel":"demo","auth":null,"channel_data":null}}"#,
            .subscribe(demo, nil)
        ),
        (
            "channel data without a signature",
            #"{"event":"pusher:subscribe","data":{"channel":"presence-room","channel_data":"{}"}}"#,
            .subscribe(room, .init(auth: "", channelData: "{}"))
        ),
        ("any", #"{"event":"pusher:unsubscribe","data":{"channel":"demo"}}"#, .unsubscribe(demo)),
        ("any", #"{"event":"pusher:ping"}"#, .ping),
        ("any", #"{"event":"pusher:pong","data":"{}"}"#, .pong),
        (
            "any", #"{"event":"pusher:signin","data":{"auth":"k:s","user_data":"{\"id\":\"1\"}"}}"#,
            .signIn(auth: "k:s", userData: #"{"id":"1"}"#)
        ),
        (
            "any", #"{"event":"client-x","channel":"demo","data":{"a":1}}"#,
            .event(ChannelsEvent(name: "client-x", channel: demo, data: .init(json: ["a": 1])))
        ),
        (
            "one that says who it is",
            #"{"event":"client-x","channel":"demo","data":"t","user_id":"admin"}"#,
            .event(ChannelsEvent(name: "client-x", channel: demo, data: "t"))
        ),
        (
            "PusherSwift", #"{"event":"client-x","data":{}}"#,
            .event(ChannelsEvent(name: "client-x", channel: nil, data: .init(json: [:])))
        ),
        (
            "sockudo's", #"{"event":"pusher:enable_delta_compression","data":{}}"#,
            .unknown("pusher:enable_delta_compression")
        ),
    ]

    @Test("the frames of every known client are understood", arguments: frames)
    func reads(_ client: String, text: String, message: ClientMessage) throws {
        #expect(try self.decode(text) == message)
    }

    static let refused: [(String, String)] = [
        (#"{"event":"pusher:subscribe"}"#, "no channel"),
        (#"{"event":"pusher:subscribe","channel":"demo","data":{}}"#, "no channel"),
        (#"{"event":"pusher:subscribe","data":{"channel":7}}"#, "channel is not a string"),
        (#"{"event":"pusher:subscribe","data":{"channel":"a","auth":{}}}"#, "auth is not a string"),
        (
            #"{"event":"pusher:subscribe","data":{"channel":"a","auth":"k:s","channel_data":{"user_id":"1"}}}"#,
            "channel_data is not a string"
        ),
        (#"{"event":"pusher:unsubscribe","data":"demo"}"#, "no channel"),
        (#"{"event":"pusher:signin","data":{"auth":"k:s"}}"#, "auth and user_data"),
        (#"{"event":"order","channel":"demo","data":{}}"#, "client-"),
        (#"{"event":"Client-x","channel":"demo","data":{}}"#, "client-"),
        (#"{"event":"client-x","channel":{},"data":{}}"#, "channel"),
        ("[]", "not an object"),
        ("{}", "no event"),
        ("hello", "not JSON"),
    ]

    @Test("what a client may not send is refused, with the reason", arguments: refused)
    func refuses(_ text: String, _ reason: String) throws {
        let error = try #require(throws: FrameError.self) { try self.decode(text) }
        #expect(error.description.contains(reason))
    }
}
