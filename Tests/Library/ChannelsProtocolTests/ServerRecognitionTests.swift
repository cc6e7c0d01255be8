import ChannelsProtocol
import Testing

@Suite("Recognising the server")
struct ServerRecognitionTests {
    typealias Kind = ServerProfile.Kind

    static func established(_ timeout: Int) -> String {
        #"{"event":"pusher:connection_established","data":"{\"socket_id\":\"1.2\",\"activity_timeout\":"#
            + "\(timeout)}\"}"
    }

    static let confirmation =
        #"{"event":"pusher_internal:subscription_succeeded","channel":"demo","data":"{}"}"#
    static let bareConfirmation =
        #"{"event":"pusher_internal:subscription_succeeded","channel":"demo"}"#
    static let pong = #"{"event":"pusher:pong","data":"{}"}"#
    static let barePong = #"{"event":"pusher:pong"}"#
    static let delta = #"{"event":"pusher:delta","channel":"demo","data":"{}"}"#
    static let repeated =
        #"{"event":"pusher:error","data":{"code":null,"message":"Existing subscription to channel demo"}}"#

    /// Tells what came, and gives every profile that was answered.
    static func profiles(
        _ frames: [String], by recognition: inout ServerRecognition
    ) -> [ServerProfile] {
        frames.compactMap { recognition.received(FrameCodec.readServerFrame(Array($0.utf8))) }
    }

    static func kinds(_ frames: [String], host: String? = nil) -> [Kind] {
        var recognition = ServerRecognition(host: host)
        return Self.profiles(frames, by: &recognition).map(\.kind)
    }

    // MARK: Servers

    @Test(
        "each server is recognised by the frames that it is known for",
        arguments: [
            ("soketi", nil, Kind.soketi), ("Reverb", nil, .reverb), ("sockudo", nil, .sockudo),
            ("hosted", "ws-eu.pusher.com", .hosted),
        ] as [(String, String?, Kind)])
    func frames(server: String, host: String?, kind: Kind) {
        let frames = ServerFrames.all.filter { $0.server == server }.map(\.text)
        #expect(frames.count > 1)
        #expect(Self.kinds(frames, host: host) == [kind])
        #expect(Self.kinds(frames.reversed(), host: host) == [kind])
    }

    @Test("Reverb is known for certain by its name in the handshake, before any message")
    func handshake() {
        var recognition = ServerRecognition(host: nil)
        #expect(recognition.opened(software: nil) == nil)
        #expect(recognition.opened(software: "PHP/8.4") == nil)
        let profile = recognition.opened(software: "Laravel Reverb")
        #expect(profile?.kind == .reverb && profile?.isCertain == true)
        #expect(profile?.evidence == ["It identifies itself in the handshake."])
        #expect(recognition.opened(software: "Laravel Reverb") == nil)
        // Nor does anything that Reverb did not do so far change that.
        #expect(Self.profiles([Self.established(120), Self.pong], by: &recognition).isEmpty)
    }

    @Test("Ably's adapter is known by its host")
    func ably() {
        #expect(Self.kinds([Self.established(120)], host: "realtime-pusher.ably.io") == [.ably])
        #expect(Self.kinds([Self.established(120)], host: "realtime.ably.io").isEmpty)
    }

    @Test("frames that are hosted by their looks only are not taken for the hosted service")
    func looksHosted() {
        let frames = ServerFrames.all.filter { $0.server == "hosted" }.map(\.text)
        var recognition = ServerRecognition(host: "channels.example.com")
        #expect(Self.profiles(frames, by: &recognition).isEmpty)
        #expect(recognition.profile.kind == .unknown)
        #expect(recognition.profile.evidence.contains("It sends watchlist events."))
    }

    @Test(
        "the rows of the servers' profiles",
        arguments: [
            // soketi
            ([established(30), bareConfirmation], .soketi),
            (
                [
                    established(30),
                    #"{"event":"pusher:subscription_error","channel":"private-a","data":{"type":"LimitReached","error":"full","status":4100}}"#,
                ], .soketi
            ),
            (
                [
                    established(30),
                    #"{"event":"pusher:error","channel":"private-a","data":{"code":4301,"message":"no"}}"#,
                ], .soketi
            ),
            (
                [
                    #"{"event":"pusher:error","data":{"code":4100,"message":"The current concurrent connections quota has been reached."}}"#,
                    established(30), pong, bareConfirmation,
                ], .soketi
            ),
            (
                [
                    established(30), bareConfirmation,
                    #"{"event":"pusher:error","data":{"code":4004,"message":"over quota"}}"#,
                ], .soketi
            ),
            // Reverb
            ([established(30), barePong], .reverb),
            (
                [
                    #"{"event":"pusher:error","data":"{\"code\":4200,\"message\":\"Invalid message format\"}"}"#
                ], .reverb
            ),
            (
                [
                    established(30),
                    #"{"event":"pusher:error","data":"{\"code\":4009,\"message\":\"Connection is unauthorized\"}"}"#,
                ], .reverb
            ),
            (
                [
                    established(30),
                    #"{"event":"pusher:error","data":"{\"code\":4004,\"message\":\"Application is over connection quota\"}"}"#,
                ], .reverb
            ),
            (
                [
                    established(30), confirmation, barePong,
                    #"{"event":"pusher_internal:subscription_succeeded","channel":"presence-a","data":"{\"presence\":{\"count\":0,\"ids\":[],\"hash\":[]}}"}"#,
                ], .reverb
            ),
            // sockudo
            ([#"{"event":"pusher:error","data":{"code":4303,"message":"no"}}"#], .sockudo),
            (
                [
                    established(120),
                    #"{"event":"pusher:cache_miss","channel":"cache-x","data":"{}"}"#,
                ], .sockudo
            ),
            // pusher-fake
            (
                [
                    established(120),
                    #"{"event":"pusher:cache_miss","channel":"cache-x","data":"null"}"#,
                ], .pusherFake
            ),
            ([delta], .sockudo),
            (
                [
                    #"{"event":"pusher:delta_compression_enabled","data":{"enabled":true,"algorithm":"fossil"}}"#
                ], .sockudo
            ),
            // Hosted, by its behaviour alone.
            ([established(120), repeated], .hosted),
        ] as [([String], Kind)])
    func rows(frames: [String], kind: Kind) {
        #expect(Self.kinds(frames) == [kind])
        #expect(Self.kinds(frames, host: "localhost") == [kind])
    }

    @Test(
        "what several servers do is no recognition",
        arguments: [
            [established(30)], [established(120)], [established(60), barePong],
            [established(30), confirmation], [established(30), pong], [pong, confirmation],
            [established(120), barePong],
            [established(120), #"{"event":"pusher:cache_miss","channel":"cache-x"}"#],
            [established(30), #"{"event":"pusher:error","data":"plain words"}"#],
            [
                established(30),
                #"{"event":"pusher_internal:subscription_error","channel":"demo","data":"{}"}"#,
            ],
            [#"{"event":"pusher:error","data":{"code":4200,"message":"Invalid message format"}}"#],
            [
                #"{"event":"pusher:subscription_error","channel":"private-a","data":{"type":"AuthError","error":"no","status":401}}"#,
                #"{"event":"pusher:signin_success","data":{"user_data":"{}"}}"#,
            ],
            [
                #"{"event":"pusher:connection_established","data":{"socket_id":"1.1","activity_timeout":120}}"#,
                #"{"event":"pusher_internal:subscription_succeeded","channel":"a","data":{}}"#,
            ],
            ["not JSON", "{}", "[1]"],
            [#"{"event":"pusher:deltas","data":"{}"}"#, #"{"event":"delta","data":"{}"}"#],
        ])
    func undecided(frames: [String]) {
        #expect(Self.kinds(frames).isEmpty)
    }

    // MARK: The host

    @Test(
        "Pusher's hosts are those below its domains",
        arguments: [
            ("ws-mt1.pusher.com", true), ("ws.pusherapp.com", true), ("WS-EU.PUSHER.COM", true),
            ("ws-eu.pusher.com.", true), ("a.b.pusher.com", true),
            ("pusher.com", false), ("notpusher.com", false), ("ws.notpusher.com", false),
            ("pusher.com.example.org", false), ("127.0.0.1", false), ("", false), (".", false),
        ])
    func hosts(host: String, isPushers: Bool) {
        #expect(Self.kinds([Self.established(120)], host: host) == (isPushers ? [.hosted] : []))
    }

    @Test("a host of Pusher is told with the first message, whatever it is")
    func hostFirst() {
        var recognition = ServerRecognition(host: "ws-eu.pusher.com")
        #expect(recognition.profile.kind == .unknown)
        let profiles = Self.profiles([#"{"event":"pusher:ping"}"#], by: &recognition)
        #expect(profiles.map(\.evidence) == [["The host name belongs to Pusher."]])
    }

    // MARK: Judgement

    @Test("the evidence is what speaks for the server")
    func evidence() {
        var recognition = ServerRecognition(host: nil)
        let profiles = Self.profiles(
            [Self.established(30), Self.pong, Self.bareConfirmation], by: &recognition)
        #expect(
            profiles.map(\.evidence) == [
                ["Its activity timeout is 30s.", "It confirms subscriptions without data."]
            ])
        #expect(recognition.profile == profiles.first)
    }

    @Test("clues that contradict each other give unknown, with all of them")
    func contradiction() {
        var recognition = ServerRecognition(host: nil)
        let profiles = Self.profiles(
            [Self.established(30), Self.bareConfirmation, Self.confirmation], by: &recognition)
        #expect(profiles.map(\.kind) == [.soketi, .unknown])
        #expect(
            profiles.last?.evidence == [
                "Its activity timeout is 30s.", "It confirms subscriptions without data.",
                "It confirms subscriptions with data.",
            ])
        #expect(Self.kinds([Self.delta], host: "ws-eu.pusher.com") == [.unknown])
    }

    @Test("a contradiction can be told as the first judgement, and once")
    func contradictionFirst() {
        let error =
            #"{"event":"pusher:error","data":{"code":4200,"message":"Invalid message format"}}"#
        let other = #"{"event":"pusher:error","data":"{\"code\":4200,\"message\":\"x\"}"}"#
        #expect(Self.kinds([error, other, error, other]) == [.unknown])
    }

    @Test("a clue counts once, however often it is seen")
    func repetition() {
        #expect(Self.kinds(Array(repeating: Self.bareConfirmation, count: 100)).isEmpty)
    }

    @Test("a new connection starts from what the ones before have shown")
    func connections() {
        #expect(
            Self.kinds([Self.established(30), Self.established(30), Self.barePong]) == [.reverb])
    }

    @Test("a judgement that has stood for 50 messages is final")
    func final() {
        var recognition = ServerRecognition(host: nil)
        let pongs = Array(repeating: Self.pong, count: 49)
        let frames = pongs + [Self.delta] + pongs
        #expect(Self.profiles(frames, by: &recognition).map(\.kind) == [.sockudo])
        #expect(!recognition.isFinal)
        _ = Self.profiles([Self.pong], by: &recognition)
        #expect(recognition.isFinal)
        let others = [
            Self.established(30), Self.bareConfirmation,
            #"{"event":"pusher:error","channel":"a","data":{"code":4301,"message":"no"}}"#,
        ]
        #expect(Self.profiles(others, by: &recognition).isEmpty)
        #expect(recognition.closed(4100) == nil)
        #expect(recognition.profile.kind == .sockudo)
    }

    @Test("without a judgement the looking goes on")
    func neverFinal() {
        var recognition = ServerRecognition(host: nil)
        _ = Self.profiles(Array(repeating: Self.pong, count: 1000), by: &recognition)
        #expect(!recognition.isFinal)
        #expect(Self.profiles([Self.delta], by: &recognition).map(\.kind) == [.sockudo])
    }

    @Test("a server that the program knows is told once, and not looked at")
    func known() {
        var recognition = ServerRecognition(known: .sandbox)
        let profiles = Self.profiles([Self.established(120), Self.delta], by: &recognition)
        #expect(profiles.map(\.kind) == [.sandbox])
        #expect(profiles.first?.evidence == ["Its app key is a sandbox key."])
        #expect(recognition.isFinal)
    }

    @Test("close codes are clues too")
    func closes() {
        var recognition = ServerRecognition(host: nil)
        #expect(recognition.closed(nil) == nil)
        #expect(recognition.closed(1006) == nil)
        #expect(recognition.closed(4100) == nil)
        #expect(recognition.profile.evidence == ["It refuses with 4100, over capacity."])
        #expect(recognition.closed(4303)?.kind == .sockudo, "4303 is sockudo's own")
    }

    @Test("it says whether what was seen proves the server, or makes it likely")
    func certainty() {
        var likely = ServerRecognition(host: nil)
        let miss = #"{"event":"pusher:cache_miss","channel":"cache-x","data":"{}"}"#
        let established =
            #"{"event":"pusher:connection_established","data":"{\"socket_id\":\"1.1\",\"activity_timeout\":120}"}"#
        #expect(
            Self.profiles([established, miss], by: &likely).map(\.isCertain) == [false])
        var certain = ServerRecognition(host: nil)
        #expect(Self.profiles([Self.delta], by: &certain).map(\.isCertain) == [true])
    }
}
