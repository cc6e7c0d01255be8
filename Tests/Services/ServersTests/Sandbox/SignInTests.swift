import ChannelsProtocol
import ChannelsSigning
import Testing

@testable import BuoyServers

extension HubDialogue {
    /// Signs in, with a good signature.
    @discardableResult
    mutating func signIn(_ client: Client, data: String) throws -> [HubAction] {
        let auth = try SandboxApp.standard.channelSignature.auth(
            socketID: client.socketID, userData: data)
        return self.received(.signIn(auth: auth, userData: data), from: client)
    }

    /// Signs in as a user who watches others.
    @discardableResult
    mutating func signIn(
        _ client: Client, as user: String, watching: String...
    ) throws -> [HubAction] {
        let list = watching.map { "\"\($0)\"" }.joined(separator: ",")
        return try self.signIn(client, data: #"{"id":"\#(user)","watchlist":[\#(list)]}"#)
    }
}

extension HubAction {
    static func signedIn(_ data: String, to client: Client) -> HubAction {
        .send(.signInSucceeded(userData: data), to: [client.id])
    }

    static func watchlist(_ name: String, _ users: UserID..., to clients: Client...) -> HubAction {
        .send(.watchlist([WatchlistChange(name: name, userIDs: users)]), to: clients.map(\.id))
    }
}

@Suite("Signing in to the sandbox")
struct SignInTests {
    @Test("a good signature signs a user in, and the user data comes back byte for byte")
    func success() throws {
        var dialogue = HubDialogue()
        let client = try dialogue.connect()
        let data = #"{ "id":"7", "user_info":{"name":"Jü"} }"#
        #expect(try dialogue.signIn(client, data: data) == [.signedIn(data, to: client)])
        #expect(
            String(
                decoding: FrameCodec.encode(.signInSucceeded(userData: #"{"id":"7"}"#)),
                as: UTF8.self)
                == #"{"event":"pusher:signin_success","data":"{\"user_data\":\"{\\\"id\\\":\\\"7\\\"}\"}"}"#
        )
    }

    @Test(
        "user data that names no user is refused",
        arguments: [
            ("7", "user_data must be a JSON object"),
            ("{}", "the id in user_data must be a non-empty string"),
            (#"{"id":7}"#, "the id in user_data must be a non-empty string"),
            (#"{"id":""}"#, "the id in user_data must be a non-empty string"),
            (#"{"id":null}"#, "the id in user_data must be a non-empty string"),
            (#"{"id":"a b"}"#, "the id in user_data cannot be used. "),
            (
                #"{"id":"7","watchlist":"8"}"#,
                "the watchlist in user_data must be a list of strings"
            ),
            (
                #"{"id":"7","watchlist":[8]}"#,
                "the watchlist in user_data must be a list of strings"
            ),
        ])
    func badUserData(data: String, reason: String) throws {
        var dialogue = HubDialogue()
        let client = try dialogue.connect()
        let actions = try dialogue.signIn(client, data: data)
        #expect(actions.count == 1)
        #expect(actions.first?.errorMessage?.hasPrefix("Sign-in refused: \(reason)") == true)
        #expect(try dialogue.signIn(client, as: "7").count == 1, "the connection is free still")
    }

    @Test("each trouble with a signature has its own words")
    func badSignatures() throws {
        var dialogue = HubDialogue()
        let client = try dialogue.connect()
        let data = #"{"id":"7"}"#
        let troubles = [
            ("", "Sign-in refused: auth should be of format 'key:signature'"),
            ("other:00", "Invalid key in sign-in auth data: 'other'"),
            (
                "\(SandboxApp.standardKey):00",
                "Invalid signature: Expected HMAC SHA256 hex digest of "
                    + "\(client.socketID)::user::\(data), but got 00"
            ),
        ]
        for (auth, words) in troubles {
            #expect(
                dialogue.received(.signIn(auth: auth, userData: data), from: client)
                    == [.error(words, to: client)])
        }
    }

    @Test("a second sign-in as the same user succeeds, as another it is an error")
    func twice() throws {
        var dialogue = HubDialogue()
        let client = try dialogue.connect()
        try dialogue.signIn(client, as: "7")
        #expect(
            try dialogue.signIn(client, as: "8") == [
                .error("Sign-in refused: this connection is already signed in as 7", to: client)
            ])
        #expect(
            try dialogue.signIn(client, as: "7")
                == [.signedIn(#"{"id":"7","watchlist":[]}"#, to: client)])
    }

    @Test("only its user may subscribe to a user's channel, and gets what is published there")
    func userChannel() throws {
        var dialogue = HubDialogue(counting: true)
        let (ana, ben) = (try dialogue.connect(), try dialogue.connect())
        try dialogue.signIn(ana, as: "ana")
        try dialogue.signIn(ben, as: "ben")
        let channel = "#server-to-user-ana"
        let refused = try dialogue.subscribe(ben, to: channel)
        #expect(refused.first?.errorMessage?.hasPrefix("This channel name is not valid") == true)
        #expect(try dialogue.subscribe(ana, to: channel) == [.succeeded(channel, to: ana)])
        #expect(dialogue.publish("e", on: channel) == [.event("e", on: channel, to: ana)])
        #expect(dialogue.hub.occupiedChannels(withPrefix: "").isEmpty)
    }

    @Test("ending a user's connections closes all of them with 4009, and no others")
    func termination() throws {
        var dialogue = HubDialogue()
        let clients = try (1...3).map { _ in try dialogue.connect() }
        for client in clients.prefix(2) { try dialogue.signIn(client, as: "ana") }
        let reason = "The app ended the connections of this user"
        #expect(
            dialogue.hub.terminate("ana", at: .zero) == [
                .error(reason, code: 4009, to: clients[0]),
                .close(clients[0].id, 4009, reason: reason),
                .error(reason, code: 4009, to: clients[1]),
                .close(clients[1].id, 4009, reason: reason),
            ])
        #expect(dialogue.hub.connectionCount == 1)
        #expect(dialogue.hub.terminate("ana", at: .zero) == [])
    }

    @Test(
        "where authorized connections are wanted, a connection that shows nothing is closed with 4009",
        arguments: [("", true), ("news", true), ("private-a", false), ("sign-in", false)])
    func authorizedConnections(action: String, isClosed: Bool) throws {
        var dialogue = HubDialogue { $0.authorizationTime = .seconds(30) }
        let client = try dialogue.connect()
        switch action {
        case "": break
        case "sign-in": try dialogue.signIn(client, as: "7")
        default: try dialogue.subscribe(client, to: action)
        }
        #expect(dialogue.hub.ticked(at: .seconds(29)) == [])
        let reason = "Connection not authorized within timeout"
        let farewell: [HubAction] = [
            .error(reason, code: 4009, to: client), .close(client.id, 4009, reason: reason),
        ]
        #expect(dialogue.hub.ticked(at: .seconds(30)) == (isClosed ? farewell : []))
    }
}

@Suite("Watchlists of the sandbox")
struct WatchlistTests {
    @Test("who is online is told after the sign-in, and then who comes and goes")
    func comingAndGoing() throws {
        var dialogue = HubDialogue()
        let clients = try (1...4).map { _ in try dialogue.connect() }
        let (ana, ben, again, cleo) = (clients[0], clients[1], clients[2], clients[3])
        try dialogue.signIn(ben, as: "ben")
        let data = #"{"id":"ana","watchlist":["ben","cleo"]}"#
        #expect(
            try dialogue.signIn(ana, as: "ana", watching: "ben", "cleo")
                == [.signedIn(data, to: ana), .watchlist("online", "ben", to: ana)])
        #expect(
            try dialogue.signIn(cleo, as: "cleo") == [
                .watchlist("online", "cleo", to: ana),
                .signedIn(#"{"id":"cleo","watchlist":[]}"#, to: cleo),
            ])
        // Another connection of the same user changes nothing, nor does the end of one of them.
        #expect(try dialogue.signIn(again, as: "ben").count == 1)
        #expect(dialogue.hub.closed(ben.id, at: .zero) == [])
        #expect(
            dialogue.hub.closed(again.id, at: .zero) == [.watchlist("offline", "ben", to: ana)])
    }

    @Test("bots are online while they are there")
    func bots() throws {
        var dialogue = HubDialogue()
        let client = try dialogue.connect()
        try dialogue.signIn(client, as: "me", watching: "ada")
        #expect(dialogue.hub.userCame("ada") == [.watchlist("online", "ada", to: client)])
        #expect(dialogue.hub.userCame("ada") == [])
        #expect(dialogue.hub.userLeft("ada") == [])
        #expect(dialogue.hub.userLeft("ada") == [.watchlist("offline", "ada", to: client)])
        #expect(dialogue.hub.userLeft("ada") == [])
    }

    @Test("of more than a hundred users the first hundred are watched, and 4302 says so")
    func limit() throws {
        var dialogue = HubDialogue()
        let client = try dialogue.connect()
        func data(_ count: Int) -> String {
            let ids = (1...count).map { "\"u\($0)\"" }.joined(separator: ",")
            return #"{"id":"me","watchlist":[\#(ids)]}"#
        }
        #expect(
            try dialogue.signIn(client, data: data(100)) == [.signedIn(data(100), to: client)])
        #expect(
            try dialogue.signIn(client, data: data(101)) == [
                .signedIn(data(101), to: client),
                .error(
                    "Watchlist limit exceeded: only the first 100 users are watched", code: 4302,
                    to: client),
            ])
        #expect(dialogue.hub.userCame("u101") == [])
        #expect(dialogue.hub.userCame("u100") == [.watchlist("online", "u100", to: client)])
    }
}
