import BuoyTestSupport
import Channels
import ChannelsHTTPAPI
import ChannelsTransport
import Testing

/// The code of the documents (`Guide`), run where that needs no network.
struct GuideTests {
    @Test("the clients and options that the documents make are accepted")
    func options() throws {
        _ = Guide.readme
        _ = try Guide.makeClient()
        _ = try makeClient()
        for options in [Guide.serverOfMyOwn(), Guide.logging(), try Guide.encrypted()] {
            _ = try ChannelsClient(options)
        }
        #expect(Guide.policies().policy.name == "pusher-swift")
        #expect(Guide.policies().maximumReconnectAttempts == 10)
        let delays = Guide.ownPolicy().schedule(after: .closed(nil, reason: ""), count: 2)
        #expect(delays.map(\.delay) == [.seconds(60), .seconds(60)])
        let (options, apiOptions) = Guide.network(AppSecret("s"))
        #expect(options.route == apiOptions.route)
    }

    @Test("the authorization methods of the documents are accepted")
    func methods() throws {
        var options = Guide.userAuthentication()
        let methods: [AuthMethod] = [
            .endpoint(Guide.edited()), Guide.requestBuilder(), Guide.inline(),
        ]
        for method in methods {
            options.authMethod = method
            _ = try ChannelsClient(options)
        }
    }

    @Test("importing Channels is enough for every type of its API")
    func importIsEnough() {
        let secret = AppSecret("s")
        let method = AuthMethod.inline(secret: secret) { _, _ in PresenceUser(id: "me") }
        guard case .inline(let kept, _, _) = method else { return }
        #expect(kept == secret)
        #expect("\(method)".contains("••"))
    }

    @Test("the guide to states prints each change and why")
    func states() async throws {
        let lines = try await Self.play(Guide.states) { scene in
            let connection = await scene.network.nextAttempt().accept()
            connection.establish("7.1")
            await scene.untilConnected()
        }
        #expect(
            lines == [
                "initialized", "connecting", "connected", "disconnected",
            ])
    }

    @Test("the guide to retries prints the attempt that follows, and its rule")
    func retries() async throws {
        let lines = try await Self.play(Guide.retries) { scene in
            await scene.network.nextAttempt().fail(.closed("refused"))
            await scene.report.first { if case .retryScheduled = $0 { true } else { false } }
        }
        #expect(lines == ["attempt 2 in 1.0 seconds (steady: a second)"])
    }

    @Test("the guide to errors prints them in one shape")
    func errors() async throws {
        let lines = try await Self.play(Guide.errors) { scene in
            let connection = await scene.network.nextAttempt().accept()
            connection.end(4004, "over quota")
            await scene.report.first { kind in
                guard case .stateChanged(let change) = kind else { return false }
                return change.current == .failed
            }
        }
        #expect(lines.first == "The application has no connections left.")
        #expect(lines.last?.hasPrefix("connecting, code 4004: The server closed") == true)
    }

    @Test("the guide to failures tells them apart, and prints what follows")
    func failures() async throws {
        let lines = try await Self.play(Guide.failures) { scene in
            await scene.network.nextAttempt().fail(
                .nameNotResolved(host: "example.test", cause: "unknown"))
            await scene.retry()
            scene.clock.advance(by: .seconds(1))
            await scene.network.nextAttempt().fail(
                .upgradeRefused(HTTPRefusal(status: 502)))
            await scene.retry()
            scene.clock.advance(by: .seconds(1))
            await scene.network.nextAttempt().accept().end(4001, "no such app")
            await scene.report.first { kind in
                guard case .stateChanged(let change) = kind else { return false }
                return change.current == .failed
            }
        }
        #expect(
            lines == [
                "There is no such host.", "Check the name and the network.",
                "Attempt 2 in 1.0 seconds.", "HTTP 502",
                "A proxy cannot reach the server behind it: start the server, and check the address "
                    + "that the proxy forwards to.",
                "Attempt 3 in 1.0 seconds.", "Closed with 4001.",
                "Check the app key and the cluster.", "No further attempts.",
            ])
    }

    @Test("the guide to connected() prints the refusal")
    func connected() async throws {
        let scene = try ClientScene { $0.stopsWhenRefused = true }
        let output = Guide.Output()
        try await Guide.$output.withValue(output) {
            async let guide: Void = Guide.connected(scene.client)
            await scene.network.nextAttempt().accept().end(4001, "no such app")
            try await guide
        }
        #expect(output.lines.count == 1)
        #expect(output.lines.first?.hasPrefix("connecting, code 4001: The server closed") == true)
    }

    @Test("the guide to frames prints what came and went")
    func frames() async throws {
        let lines = try await Self.play(Guide.frames) { scene in
            let connection = await scene.network.nextAttempt().accept()
            connection.establish("7.1")
            await scene.untilConnected()
            try await scene.client.subscribe("a")
            _ = await connection.nextMessage()
        }
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("received {\"event\":\"pusher:connection_est") == true)
        #expect(lines.last?.hasPrefix("sent {\"event\":\"pusher:subscribe\"") == true)
    }

    @Test("the guide to bindings is called by every handler")
    func bindings() async throws {
        let lines = try await Self.printed { scene in
            let connection = await scene.establish()
            try await Guide.bind(scene.client)
            connection.send(
                #"{"event":"created","channel":"orders","data":"{\"id\":7,\"total\":2.5}"}"#)
            await scene.untilReceived()
        }
        #expect(lines.sorted() == ["#1", "created", "order 7: 2.5", "orders"])
    }

    @Test("the guide to events of a channel reads them, and says what does not fit")
    func channelEvents() async throws {
        let lines = try await Self.play(Guide.channelEvents) { scene in
            let connection = await scene.establish()
            // The guide may not listen yet when the first one comes.
            while Guide.output?.lines.isEmpty == true {
                connection.send(
                    #"{"event":"created","channel":"orders","data":"{\"id\":7,\"total\":2.5}"}"#)
                await scene.untilReceived()
            }
            connection.send(#"{"event":"created","channel":"orders","data":"{\"id\":\"x\"}"}"#)
            await scene.untilReceived()
        }
        #expect(lines.first == "order 7")
        #expect(lines.last?.hasPrefix("The data of created is not Order") == true)
    }

    @Test("the guide to presence prints who is there, comes and leaves")
    func presence() async throws {
        let method = AuthMethod.inline(secret: AppSecret("s")) { _, _ in PresenceUser(id: "ana") }
        let lines = try await Self.play(authMethod: method, Guide.presence) { scene in
            await scene.report.first { if case .subscriptionChanged = $0 { true } else { false } }
            let connection = await scene.establish()
            _ = await connection.nextMessage()
            connection.send(
                #"{"event":"pusher_internal:subscription_succeeded","channel":"presence-lobby","#
                    + #""data":"{\"presence\":{\"count\":1,\"ids\":[\"ana\"],\"hash\":{\"ana\":null}}}"}"#
            )
            while Guide.output?.lines.isEmpty == true { await Task.yield() }
            connection.send(
                #"{"event":"pusher_internal:member_added","channel":"presence-lobby","#
                    + #""data":"{\"user_id\":\"bo\",\"user_info\":{\"name\":\"Bo\"}}"}"#,
                #"{"event":"pusher_internal:member_removed","channel":"presence-lobby","#
                    + #""data":"{\"user_id\":\"bo\"}"}"#)
            await scene.report.first { if case .memberRemoved = $0 { true } else { false } }
        }
        #expect(lines == ["1 here, and I am ana", #"bo came: {"name":"Bo"}"#, "bo left"])
    }

    @Test("the guide to client events prints why one cannot go, or that it waits")
    func trigger() async throws {
        let lines = try await Self.printed { scene in
            try await Guide.trigger(scene.client)
        }
        #expect(lines == ["queued"])
    }

    @Test("the guide for who comes from PusherSwift prints what its delegate was told")
    func migration() async throws {
        let scene = try ClientScene()
        let output = Guide.Output()
        try await Guide.$output.withValue(output) {
            async let watching: Void = Guide.watchOrders(scene.client)
            let connection = await scene.network.nextAttempt().accept()
            connection.establish("7.1")
            for _ in 1...2 {
                await scene.report.first { kind in
                    if case .subscriptionChanged(_, .failed) = kind { true } else { false }
                }
            }
            await scene.client.stop()
            try await watching
        }
        #expect(
            output.lines.filter { $0.contains("->") } == [
                "initialized -> connecting", "connecting -> connected",
                "connected -> disconnected",
            ])
        let refusals = output.lines.filter { !$0.contains("->") }
        #expect(
            refusals.map { $0.prefix { $0 != ":" } }.sorted() == [
                "presence-lobby", "private-orders",
            ])
    }

    /// Runs a part of the guide that continues until the client stops, and gives what it prints.
    private static func play(
        authMethod: AuthMethod = .none,
        _ guide: @escaping @Sendable (ChannelsClient) async throws -> Void,
        _ scene: (ClientScene) async throws -> Void
    ) async throws -> [String] {
        let output = Guide.Output()
        let stage = try ClientScene(authMethod: authMethod)
        try await Guide.$output.withValue(output) {
            async let guiding: Void = guide(stage.client)
            try await stage.play(scene)
            try await guiding
        }
        return output.lines
    }

    /// Plays a scene and gives what the guide prints in it.
    private static func printed(
        _ scene: (ClientScene) async throws -> Void
    ) async throws -> [String] {
        let output = Guide.Output()
        try await Guide.$output.withValue(output) { try await ClientScene().play(scene) }
        return output.lines
    }
}

extension ClientScene {
    /// Returns when the client has reported that it is connected.
    fileprivate func untilConnected() async {
        await self.report.first { kind in
            if case .stateChanged(let change) = kind { change.current == .connected } else { false }
        }
    }

    /// Returns when the client has reported one more event.
    fileprivate func untilReceived() async {
        await self.report.first { if case .received = $0 { true } else { false } }
    }
}
