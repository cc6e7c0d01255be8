import BuoyTestSupport
import Channels
import ChannelsTransport
import Testing

struct ConnectionTests {
    @Test("connects to the URL of protocol 7, establishes, and says so in order")
    func establishes() async throws {
        try await ClientScene().play { scene in
            await scene.client.connect()
            let attempt = await scene.network.nextAttempt()
            #expect(attempt.endpoint.origin.host == "example.test")
            #expect(attempt.endpoint.origin.port == 6001)
            #expect(
                attempt.endpoint.target
                    == "/app/key?protocol=7&client=buoy-swift&version=\(ChannelsClient.version)")
            attempt.accept().establish("12.34")
            #expect(await scene.report.nextState() == .connecting)
            #expect(await scene.report.nextState() == .connected)
            #expect(await scene.client.socketID?.text == "12.34")
            #expect(await scene.client.state == .connected)
        }
    }

    @Test("disconnect sticks while a retry is waited for")
    func disconnectWhileWaiting() async throws {
        try await ClientScene().play { scene in
            await scene.client.connect()
            await scene.network.nextAttempt().fail(
                .connectFailed(address: "127.0.0.1:6001", cause: "connection refused"))
            await scene.report.first { if case .retryScheduled = $0 { true } else { false } }
            await scene.client.disconnect()
            #expect(await scene.client.state == .disconnected)
            scene.clock.advance(by: .seconds(3600))
            // Had the retry been carried out, its attempt would be the next one here.
            await scene.client.connect()
            let attempt = await scene.network.nextAttempt()
            attempt.accept().establish("3.3")
            await scene.report.first {
                if case .stateChanged(let change) = $0 {
                    change.current == .connected
                } else {
                    false
                }
            }
            let attempts = await scene.report.seen.filter {
                if case .attemptStarted = $0.kind { true } else { false }
            }
            #expect(attempts.count == 2)
        }
    }

    @Test("a new connection need not wait for the goodbye of the one before")
    func connectsWhileDisconnecting() async throws {
        try await ClientScene().play { scene in
            let first = await scene.establish("1.1")
            await scene.client.beginDisconnecting()
            await scene.client.connect()
            _ = await scene.acceptAndEstablish("2.2")
            #expect(await first.nextClose() == .some(.some(1000)))
            #expect(await scene.client.socketID?.text == "2.2")
        }
    }

    @Test("pings when asked, as often as asked, and not without a connection")
    func pingsWhenAsked() async throws {
        try await ClientScene().play { scene in
            await scene.client.ping()
            let connection = await scene.establish()
            await scene.client.ping()
            scene.clock.advance(by: .milliseconds(7))
            connection.send(#"{"event":"pusher:pong","data":"{}"}"#)
            let pong = await scene.report.first {
                if case .pongReceived = $0 { true } else { false }
            }
            #expect(pong == .pongReceived(roundTrip: .milliseconds(7)))
            #expect(await connection.nextMessage().contains("pusher:ping"))
            #expect(connection.nextMessageIfAny() == nil)
            await scene.client.ping()
            await scene.client.ping()
            #expect(await connection.nextMessage().contains("pusher:ping"))
            #expect(await connection.nextMessage().contains("pusher:ping"))
        }
    }

    @Test(
        "run() that is cancelled disconnects, and reports no failure that was none",
        arguments: [true, false])
    func cancelled(isConnected: Bool) async throws {
        let scene = try ClientScene()
        let running = Task { await scene.client.run() }
        if isConnected {
            _ = await scene.establish()
        } else {
            await scene.client.connect()
            _ = await scene.network.nextAttempt()
        }
        running.cancel()
        await running.value
        #expect(await scene.client.state == .disconnected)
        while await scene.report.next() != nil {}
        let kinds = await scene.report.seen.map(\.kind)
        let previous: ConnectionState = isConnected ? .connected : .connecting
        guard case .stateChanged(let change)? = kinds.last else {
            Issue.record("The last report is no change of the state.")
            return
        }
        #expect(change.previous == previous)
        #expect(change.current == .disconnected)
        #expect(change.cause == .asked)
        #expect(!kinds.contains { if case .retryScheduled = $0 { true } else { false } })
        #expect(!kinds.contains { if case .attemptFailed = $0 { true } else { false } })
    }

    @Test("a client that was stopped stays so, and does not claim to connect")
    func connectAfterStop() async throws {
        let scene = try ClientScene()
        try await scene.play { _ in }
        await scene.client.connect()
        await scene.client.reconnect()
        #expect(await scene.client.state == .disconnected)
    }

    @Test("stopped before it runs, run() returns at once")
    func stopBeforeRun() async throws {
        let client = try ClientScene().client
        await client.connect()
        await client.stop()
        await client.run()
        #expect(await client.state == .disconnected)
    }

    @Test(
        "a host that is none is refused before it is looked up",
        arguments: [
            "https://example.test", "example.test/path", "example.test:6001", "a b", "a\nb",
            "user@host", "[::1]",
        ])
    func badHost(_ host: String) {
        #expect(throws: ChannelsError.self) { try ClientScene { $0.route.host = .host(host) } }
    }

    @Test(
        "a host that can be one is taken",
        arguments: ["localhost", "127.0.0.1", "::1", "fe80::1%lo"])
    func goodHost(_ host: String) {
        #expect(throws: Never.self) { try ClientScene { $0.route.host = .host(host) } }
    }

    @Test("options that cannot work are refused with a sentence")
    func badOptions() {
        #expect(throws: ChannelsError.self) { try ClientScene { $0.appKey = "" } }
        #expect(throws: ChannelsError.self) { try ClientScene { $0.route.port = 70_000 } }
        #expect(throws: ChannelsError.self) { try ClientScene { $0.route.path = "prefix" } }
        #expect(throws: ChannelsError.self) { try ClientScene { $0.route.path = "/a\r\nb: c" } }
        #expect(throws: ChannelsError.self) {
            try ClientScene { $0.route.host = .cluster("eu/..") }
        }
    }

    @Test("an endpoint that cannot be asked is refused with a sentence, and without its secrets")
    func badEndpoints() {
        for url in ["ftp://x", "https://ana:hunter2@x/auth", "hunter2@x", "https://"] {
            let error = #expect(throws: ChannelsError.self) {
                try ClientScene(authMethod: .endpoint(AuthEndpoint(url: url)))
            }
            #expect(error?.description.contains("https://") == true)
            #expect(error?.description.contains("hunter2") == false)
        }
        for header in [
            RequestField("a b", "x"), RequestField("", "x"), RequestField("X", "hunter2\r\nY: z"),
        ] {
            let endpoint = AuthEndpoint(url: "https://x", headers: [header])
            let error = #expect(throws: ChannelsError.self) {
                try ClientScene(authMethod: .endpoint(endpoint))
            }
            #expect(error?.description.contains("header") == true)
            #expect(error?.description.contains("hunter2") == false)
        }
    }
}

extension ClientScene {
    /// Moves the clock as soon as somebody sleeps for this long.
    func advance(by duration: Duration, untilSleeping expected: Duration) async throws {
        while !self.clock.pending.contains(expected) { await Task.yield() }
        self.clock.advance(by: duration)
    }
}
