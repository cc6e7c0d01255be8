import BuoyTestBasics
import BuoyTestSupport
import Channels
import ChannelsProtocol
import ChannelsTransport
import Testing

@Suite("The signed-in user of a client", .inTurn)
struct SignInTests {
    private static let userData = #"{"id":"ana"}"#
    private static let userChannel = ChannelName(wire: "#server-to-user-ana")

    private static func scene() throws -> ClientScene {
        try ClientScene {
            $0.userAuthentication = .endpoint(AuthEndpoint(url: "http://auth.test/user"))
        }
    }

    /// Answers the authentication, and lets the server confirm the sign-in and the user's channel.
    private static func confirm(_ scene: ClientScene, _ connection: ScriptedConnection) async {
        await scene.endpoint.nextRequest()?.respond(
            200, #"{"auth":"key:ab","user_data":"{\"id\":\"ana\"}"}"#)
        #expect(await connection.heard() == .signIn(auth: "key:ab", userData: Self.userData))
        connection.say(.signInSucceeded(userData: Self.userData))
        #expect(await connection.heard() == .subscribe(Self.userChannel, nil))
        connection.say(.subscriptionSucceeded(Self.userChannel, roster: nil))
    }

    @Test("the endpoint is asked with the socket id, and events for the user arrive")
    func signsIn() async throws {
        try await Self.scene().play { scene in
            let (user, named) = (Mailbox<String>(), Mailbox<String>())
            let signedIn = scene.client.events("pusher:signin_success")
            await scene.client.bindUser("hello") { named.put($0.data.text) }
            await scene.client.bindUser { user.put($0.name.text) }
            await scene.client.signIn()
            #expect(await scene.client.signInState == .requested)
            let connection = await scene.establish("12.34")
            let request = await scene.endpoint.nextRequest()
            #expect(request?.request.bodyText == "socket_id=12.34")
            request?.respond(200, #"{"auth":"key:ab","user_data":"{\"id\":\"ana\"}"}"#)
            #expect(await connection.heard() == .signIn(auth: "key:ab", userData: Self.userData))
            connection.say(
                .signInSucceeded(userData: Self.userData),
                ClientScene.event("hello", on: Self.userChannel, "1"),
                .unknown(ChannelsEvent(name: "pusher:odd", channel: Self.userChannel, data: "")),
                ClientScene.event("hello", on: ChannelName(wire: "#server-to-user-bo"), "2"))
            #expect(await user.take() == "hello")
            #expect(await named.take() == "1")
            _ = await scene.catchUp()
            await scene.client.readersCaughtUp()
            #expect(user.takeIfAny() == nil && named.takeIfAny() == nil)
            var iterator = signedIn.makeAsyncIterator()
            #expect(
                await iterator.next()?.data.json?["user_data"]?.stringValue == Self.userData)
            #expect(
                await scene.client.signInState
                    == .signedIn(SignedInUser(id: "ana", data: Self.userData)))
        }
    }

    @Test("events for the user can be read, of one name or all")
    func userEvents() async throws {
        try await Self.scene().play { scene in
            let all = scene.client.userEvents
            let named = scene.client.userEvents("hello")
            await scene.client.signIn()
            let connection = await scene.establish()
            await Self.confirm(scene, connection)
            await scene.signedIn()
            scene.clock.advance(by: .seconds(1))
            connection.say(
                ClientScene.event("hello", on: ChannelName(wire: "orders"), "0"),
                ClientScene.event("hello", on: Self.userChannel, "1"),
                ClientScene.event("other", on: Self.userChannel, "2"),
                ClientScene.event("hello", on: Self.userChannel, "3"))
            var readsNamed = named.makeAsyncIterator()
            let first = await readsNamed.next()
            #expect(first?.data.text == "1")
            #expect(first?.time == scene.clock.now())
            #expect(await readsNamed.next()?.data.text == "3")
            var readsAll = all.makeAsyncIterator()
            for text in ["1", "2", "3"] { #expect(await readsAll.next()?.data.text == text) }
            // Made after the sign-in: it knows whose events they are.
            var late = scene.client.userEvents.makeAsyncIterator()
            connection.say(
                ClientScene.event("hello", on: ChannelName(wire: "#server-to-user-bo"), "bo's"),
                ClientScene.event("hello", on: Self.userChannel, "4"))
            #expect(await late.next()?.data.text == "4")
        }
    }

    @Test("the watchlist is told, and known until the connection ends")
    func watchlist() async throws {
        try await Self.scene().play { scene in
            await scene.client.signIn()
            let connection = await scene.establish()
            await Self.confirm(scene, connection)
            var changes = scene.client.watchlistChanges.makeAsyncIterator()
            let online = WatchlistChange(name: "online", userIDs: ["bo", "cy"])
            connection.say(.watchlist([online]))
            #expect(await changes.next() == [online])
            #expect(await scene.client.onlineUsers == ["bo", "cy"])
            connection.end(nil)
            await scene.retry()
            #expect(await scene.client.onlineUsers.isEmpty)
            #expect(await scene.client.signInState == .requested)
        }
    }

    @Test("applied to a list, the changes of online users give the current one, across connections")
    func onlineUserChanges() async throws {
        try await Self.scene().play { scene in
            await scene.client.signIn()
            var early = scene.client.onlineUserChanges.makeAsyncIterator()
            let connection = await scene.establish()
            await Self.confirm(scene, connection)
            #expect(await early.next() == OnlineUsersChange(users: []))
            connection.say(.watchlist([WatchlistChange(name: "online", userIDs: ["bo", "cy"])]))
            #expect(
                await early.next()
                    == OnlineUsersChange(users: ["bo", "cy"], cameOnline: ["bo", "cy"]))
            var late = scene.client.onlineUserChanges.makeAsyncIterator()
            #expect(
                await late.next()
                    == OnlineUsersChange(users: ["bo", "cy"], cameOnline: ["bo", "cy"]))
            connection.say(
                .watchlist([
                    WatchlistChange(name: "offline", userIDs: ["cy", "eve"]),
                    WatchlistChange(name: "online", userIDs: ["bo", "dan"]),
                ]))
            let changed = OnlineUsersChange(
                users: ["bo", "dan"], cameOnline: ["dan"], wentOffline: ["cy"])
            #expect(await early.next() == changed)
            #expect(await late.next() == changed)
            connection.end(nil)
            let over = OnlineUsersChange(
                users: [], wentOffline: ["bo", "dan"], isSignInOver: true)
            #expect(await early.next() == over)
            #expect(await late.next() == over)
            #expect(await scene.client.onlineUsers.isEmpty)
        }
    }

    @Test("a refusal of the endpoint and of the server are told, and can be tried again")
    func refused() async throws {
        try await Self.scene().play { scene in
            let errors = scene.client.events("pusher:signin_error")
            await scene.client.signIn()
            let connection = await scene.establish()
            await scene.endpoint.nextRequest()?.respond(403, "no")
            let first = await scene.failure()
            #expect(first?.phase == .authentication)
            #expect(first?.status == 403)
            await scene.client.signIn()
            await scene.endpoint.nextRequest()?.respond(
                200, #"{"auth":"key:ab","user_data":"{\"id\":\"ana\"}"}"#)
            _ = await connection.heard()
            connection.say(.error(ServerError(code: 4009, message: "Connection not authorized")))
            #expect(await scene.failure()?.phase == .signIn)
            var iterator = errors.makeAsyncIterator()
            for _ in 1...2 { #expect(await iterator.next() != nil) }
        }
    }

    @Test("after signing out, events for the user are nobody's")
    func signsOut() async throws {
        try await Self.scene().play { scene in
            await scene.client.signIn()
            let connection = await scene.establish()
            await Self.confirm(scene, connection)
            await scene.signedIn()
            let binding = await scene.client.bind(nil, isForUser: true)
            await scene.client.signOut()
            #expect(await connection.heard() == .unsubscribe(Self.userChannel))
            connection.say(ClientScene.event("late", on: Self.userChannel, "1"))
            #expect(await scene.received()?.name == "late")
            #expect(await scene.client.allBindings.first { $0.id == binding.id }?.hits == 0)
        }
    }
}

extension ClientScene {
    /// The failure of the next sign-in that fails.
    fileprivate func failure() async -> SignInFailure? {
        let kind = await self.report.first {
            if case .signInChanged(.failed) = $0 { true } else { false }
        }
        guard case .signInChanged(.failed(let failure))? = kind else { return nil }
        return failure
    }
}
