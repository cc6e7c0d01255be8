import ChannelsProtocol

/// Frames as servers write them, and what they say.
enum ServerFrames {
    typealias Frame = (server: String, text: String, message: ServerMessage)

    static let all = connection + errors + subscriptions + rosters + members + others + events

    private static let room = ChannelName(wire: "presence-room")
    private static let demo = ChannelName(wire: "demo")

    private static func established(_ id: String, _ timeout: Duration?) -> ServerMessage {
        SocketID(id).map { .connectionEstablished($0, activityTimeout: timeout) } ?? .ping
    }

    static let connection: [Frame] = [
        (
            "hosted",
            #"{"event":"pusher:connection_established","data":"{\"socket_id\":\"123.456\",\"activity_timeout\":120}"}"#,
            established("123.456", .seconds(120))
        ),
        (
            "soketi",
            #"{"event":"pusher:connection_established","data":"{\"socket_id\":\"7.8\",\"activity_timeout\":30}"}"#
                + "\n",
            established("7.8", .seconds(30))
        ),
        (
            "not double encoded",
            #"{"event":"pusher:connection_established","data":{"socket_id":"1.2","activity_timeout":1.5}}"#,
            established("1.2", .milliseconds(1500))
        ),
        (
            "a timeout in a string",
            #"{"event":"pusher:connection_established","data":{"socket_id":"1.2","activity_timeout":"30"}}"#,
            established("1.2", .seconds(30))
        ),
        (
            "protocol 5", #"{"event":"pusher:connection_established","data":{"socket_id":"1.2"}}"#,
            established("1.2", nil)
        ),
        ("hosted", #"{"event":"pusher:ping","data":"{}"}"#, .ping),
        ("soketi", #"{"event":"pusher:pong","data":{}}"#, .pong),
        ("Reverb", #"{"event":"pusher:pong"}"#, .pong),
        ("null data", #" { "data" : null , "event" : "pusher:ping" } "#, .ping),
    ]

    /// What may stand for the activity timeout, and what is made of it.
    static let timeouts: [(json: String, timeout: Duration?)] = [
        ("0", nil), ("-5", nil), ("-0", nil), ("null", nil), ("true", nil), ("[30]", nil),
        (#"\"nan\""#, nil), (#"\"inf\""#, nil), (#"\"0x10\""#, nil), (#"\"\""#, nil),
        ("0.001", .seconds(1)), ("1e-400", nil), ("1", .seconds(1)), ("86400", .seconds(86_400)),
        ("86401", .seconds(86_400)), ("1e308", .seconds(86_400)), ("1e400", .seconds(86_400)),
        ("99999999999999999999999999", .seconds(86_400)), (#"\"1e400\""#, .seconds(86_400)),
    ]

    static let errors: [Frame] = [
        (
            "hosted",
            #"{"event":"pusher:error","data":{"code":4001,"message":"Application does not exist"}}"#,
            .error(ServerError(code: 4001, message: "Application does not exist"))
        ),
        (
            "hosted",
            #"{"event":"pusher:error","data":{"code":null,"message":"Existing subscription"}}"#,
            .error(ServerError(code: nil, message: "Existing subscription"))
        ),
        (
            "Reverb",
            #"{"event":"pusher:error","data":"{\"code\":4200,\"message\":\"Invalid message format\"}"}"#,
            .error(ServerError(code: 4200, message: "Invalid message format"))
        ),
        (
            "soketi",
            #"{"event":"pusher:error","channel":"demo","data":{"code":4301,"message":"no"}}"#,
            .error(ServerError(code: 4301, message: "no", channel: demo))
        ),
        (
            "a code in a string", #"{"event":"pusher:error","data":{"code":"4301"}}"#,
            .error(ServerError(code: 4301, message: ""))
        ),
        (
            "a message that is a number",
            #"{"event":"pusher:error","data":{"code":4000.5,"message":17}}"#,
            .error(ServerError(code: nil, message: "17"))
        ),
        (
            "plain words", #"{"event":"pusher:error","data":"plain words"}"#,
            .error(ServerError(code: nil, message: "plain words"))
        ),
        (
            "words in JSON", #"{"event":"pusher:error","data":["odd"]}"#,
            .error(ServerError(code: nil, message: #"["odd"]"#))
        ),
        ("no data", #"{"event":"pusher:error"}"#, .error(ServerError(code: nil, message: ""))),
        (
            "null data", #"{"event":"pusher:error","data":null}"#,
            .error(ServerError(code: nil, message: ""))
        ),
    ]

    static let subscriptions: [Frame] = [
        (
            "hosted",
            #"{"event":"pusher_internal:subscription_succeeded","channel":"demo","data":"{}"}"#,
            .subscriptionSucceeded(demo, roster: nil)
        ),
        (
            "soketi", #"{"event":"pusher_internal:subscription_succeeded","channel":"demo"}"#,
            .subscriptionSucceeded(demo, roster: nil)
        ),
        (
            "empty data",
            #"{"event":"pusher_internal:subscription_succeeded","channel":"demo","data":""}"#,
            .subscriptionSucceeded(demo, roster: nil)
        ),
        (
            "soketi",
            #"{"event":"pusher:subscription_error","channel":"demo","data":{"type":"AuthError","error":"denied","status":401}}"#,
            .subscriptionError(demo, type: "AuthError", text: "denied", status: 401)
        ),
        (
            "a Go server",
            #"{"event":"pusher_internal:subscription_error","channel":"demo","data":"{}"}"#,
            .subscriptionError(demo, type: "", text: "", status: nil)
        ),
        (
            "no data", #"{"event":"pusher:subscription_error","channel":"demo"}"#,
            .subscriptionError(demo, type: "", text: "", status: nil)
        ),
        (
            "plain words", #"{"event":"pusher:subscription_error","channel":"demo","data":"no"}"#,
            .subscriptionError(demo, type: "", text: "no", status: nil)
        ),
        (
            "hosted",
            #"{"event":"pusher_internal:subscription_count","channel":"demo","data":"{\"subscription_count\":11}"}"#,
            .subscriptionCount(demo, 11)
        ),
        (
            "hosted", #"{"event":"pusher:cache_miss","channel":"cache-x"}"#,
            .cacheMiss(.init(wire: "cache-x"))
        ),
        (
            "sockudo", #"{"event":"pusher:cache_miss","channel":"cache-x","data":"{}"}"#,
            .cacheMiss(.init(wire: "cache-x"))
        ),
        (
            "a PHP server", #"{"event":"pusher:cache_miss","channel":"cache-x","data":"null"}"#,
            .cacheMiss(.init(wire: "cache-x"))
        ),
    ]

    /// What may stand under `presence`, and who is there: ids, with what is said about them.
    static let presences: [(json: String, members: [(String, String?)], count: Int?)] = [
        (
            #"{"count":2,"ids":["11","12"],"hash":{"11":{"name":"A"},"12":null}}"#,
            [("11", #"{"name":"A"}"#), ("12", nil)], 2
        ),
        (#"{"count":0,"ids":[],"hash":[]}"#, [], 0),
        (#"{"count":2,"ids":[0,1],"hash":[{"a":1},null]}"#, [("0", #"{"a":1}"#), ("1", nil)], 2),
        (#"{"count":2,"hash":{"b":{},"a":{}}}"#, [("b", "{}"), ("a", "{}")], 2),
        (#"{"ids":["u2","u1"]}"#, [("u2", nil), ("u1", nil)], nil),
        (#"{"count":2,"ids":["u1","u1"],"hash":{"u1":{}}}"#, [("u1", "{}")], 2),
        (#"{"ids":["a"],"hash":{"c":1,"a":2,"b":3}}"#, [("a", "2"), ("c", "1"), ("b", "3")], nil),
        (#"{"ids":["a"],"hash":{"a":1,"a":2}}"#, [("a", "2")], nil),
        (#"{"ids":[10,1.0e3,null,{},true]}"#, [("10", nil), ("1.0e3", nil)], nil),
        (#"{"ids":["u"],"hash":{"u":"Alice"},"count":"999"}"#, [("u", "Alice")], 999),
        (#"{"ids":7,"hash":7,"count":-1}"#, [], nil),
        (#"{"count":1e30}"#, [], nil),
        (
            "{\"ids\":[\"\u{E9}\",\"e\u{301}\"],\"hash\":{\"e\u{301}\":2,\"\u{E9}\":1}}",
            [("\u{E9}", "1"), ("e\u{301}", "2")], nil
        ),
    ]

    static let rosters: [Frame] = [
        (
            "hosted",
            #"{"event":"pusher_internal:subscription_succeeded","channel":"presence-room","data":"{\"presence\":{\"count\":1,\"ids\":[\"11\"],\"hash\":{\"11\":{\"name\":\"A\"}}}}"}"#,
            .subscriptionSucceeded(
                room,
                roster: Roster(
                    members: [PresenceMember(id: "11", info: EventData(json: ["name": "A"]))],
                    claimedCount: 1))
        ),
        (
            "not double encoded",
            #"{"event":"pusher_internal:subscription_succeeded","channel":"presence-room","data":{"presence":{"ids":["11"]}}}"#,
            .subscriptionSucceeded(room, roster: Roster(members: [PresenceMember(id: "11")]))
        ),
    ]

    static let members: [Frame] = [
        (
            "hosted",
            #"{"event":"pusher_internal:member_added","channel":"presence-room","data":"{\"user_id\":\"13\",\"user_info\":{\"a\":1}}"}"#,
            .memberAdded(room, PresenceMember(id: "13", info: EventData(json: ["a": 1])))
        ),
        (
            "an id that is a number",
            #"{"event":"pusher_internal:member_added","channel":"presence-room","data":{"user_id":13,"user_info":null}}"#,
            .memberAdded(room, PresenceMember(id: "13"))
        ),
        (
            "hosted",
            #"{"event":"pusher_internal:member_removed","channel":"presence-room","data":"{\"user_id\":\"13\"}"}"#,
            .memberRemoved(room, "13")
        ),
    ]

    static let others: [Frame] = [
        (
            "hosted",
            #"{"event":"pusher:signin_success","data":"{\"user_data\":\"{\\\"id\\\":\\\"12345\\\"}\"}"}"#,
            .signInSucceeded(userData: #"{"id":"12345"}"#)
        ),
        (
            "soketi",
            #"{"event":"pusher:signin_success","data":{"auth":"k:s","user_data":"{\"id\":\"1\"}"}}"#,
            .signInSucceeded(userData: #"{"id":"1"}"#)
        ),
        (
            "user data as an object",
            #"{"event":"pusher:signin_success","data":{"user_data":{"id":"1"}}}"#,
            .signInSucceeded(userData: #"{"id":"1"}"#)
        ),
        (
            "hosted",
            #"{"event":"pusher_internal:watchlist_events","data":"{\"events\":[{\"name\":\"online\",\"user_ids\":[\"a\",7]},{\"name\":\"offline\",\"user_ids\":[]},{\"odd\":1}]}"}"#,
            .watchlist([
                WatchlistChange(name: "online", userIDs: ["a", "7"]),
                WatchlistChange(name: "offline", userIDs: []),
            ])
        ),
        (
            "sockudo", #"{"event":"pusher:delta","channel":"demo","data":"{}"}"#,
            .unknown(ChannelsEvent(name: "pusher:delta", channel: demo, data: "{}"))
        ),
        (
            "a name that only clients use",
            #"{"event":"pusher:subscription_succeeded","channel":"demo","data":"{}"}"#,
            .unknown(
                ChannelsEvent(name: "pusher:subscription_succeeded", channel: demo, data: "{}"))
        ),
        (
            "not a ping", #"{"event":"pusher:ping\u0000","data":"{}"}"#,
            .unknown(ChannelsEvent(name: "pusher:ping\0", channel: nil, data: "{}"))
        ),
        (
            "not an error", #"{"event":"pusher:error ","channel":"demo","data":"{}"}"#,
            .unknown(ChannelsEvent(name: "pusher:error ", channel: demo, data: "{}"))
        ),
    ]

    static let events: [Frame] = [
        (
            "hosted", #"{"event":"order","channel":"demo","data":"{\"id\":7}"}"#,
            .event(ChannelsEvent(name: "order", channel: demo, data: #"{"id":7}"#))
        ),
        (
            "hosted, another order", #"{"channel":"demo","data":"x","event":"order"}"#,
            .event(ChannelsEvent(name: "order", channel: demo, data: "x"))
        ),
        (
            "a client's",
            #"{"event":"client-x","channel":"presence-room","data":{"a":1},"user_id":"u2"}"#,
            .event(
                ChannelsEvent(
                    name: "client-x", channel: room, data: .init(json: ["a": 1]), userID: "u2"))
        ),
        (
            "a user id that is a number",
            #"{"event":"client-x","channel":"presence-room","user_id":5,"data":"{}"}"#,
            .event(ChannelsEvent(name: "client-x", channel: room, data: "{}", userID: "5"))
        ),
        (
            "a user id that is none",
            #"{"event":"client-x","channel":"presence-room","user_id":{"a":1},"data":"{}"}"#,
            .event(ChannelsEvent(name: "client-x", channel: room, data: "{}"))
        ),
        (
            "no channel, no data", #"{"event":"order"}"#,
            .event(ChannelsEvent(name: "order", channel: nil, data: .absent))
        ),
        (
            "a null channel", #"{"event":"order","channel":null,"data":5}"#,
            .event(ChannelsEvent(name: "order", channel: nil, data: .init(json: 5)))
        ),
        (
            "keys that come twice", #"{"event":"pusher:ping","event":"order","data":1,"data":"x"}"#,
            .event(ChannelsEvent(name: "order", channel: nil, data: "x"))
        ),
        (
            "keys with escapes", #"{"\u0065vent":"\u006frder","dat\u0061":"x","event\u0000":"y"}"#,
            .event(ChannelsEvent(name: "order", channel: nil, data: "x"))
        ),
        (
            "an empty channel", #"{"event":"e","channel":"","data":""}"#,
            .event(ChannelsEvent(name: "e", channel: .init(wire: ""), data: ""))
        ),
    ]
}
