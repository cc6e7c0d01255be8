import BuoyTestBasics
import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport
import Synchronization
import Testing

@testable import BuoyServers

@Suite("Faults on a real socket", .inTurn)
struct FaultServerTests {
    @Test("connections are closed with the code that was asked for over HTTP")
    func closing() async throws {
        try await LoopbackSandbox.run { sandbox in
            let client = try await sandbox.connect()
            let answer = try await sandbox.send(
                "POST", "/sandbox/faults", body: #"{"close":"over-capacity","reason":"r"}"#)
            #expect(answer.status == 200)
            let closure = try await client.closure()
            #expect(closure.code == 4100)
            #expect(closure.reason == "r")
        }
    }

    @Test("a page of another origin cannot ask for faults")
    func foreignOrigin() async throws {
        try await LoopbackSandbox.run { sandbox in
            let client = try await sandbox.connect()
            let answer = try await sandbox.send(
                "POST", "/sandbox/faults", headers: [HTTPHeader("Origin", "http://evil.example")],
                body: #"{"close":4100}"#)
            #expect(answer.status == 403)
            try client.send(.ping)
            #expect(try await client.next() == .pong)
        }
    }

    @Test(
        "a dropped connection ends without a close frame, in order or with a reset",
        arguments: SandboxFault.Drop.allCases)
    func dropping(how drop: SandboxFault.Drop) async throws {
        try await LoopbackSandbox.run { sandbox in
            let client = try await sandbox.connect()
            await sandbox.server.strike(.drop(drop))
            let closure = try await client.closure()
            #expect(closure.code == nil)
            let text = try #require(closure.error).description
            #expect(text.contains("without a close frame") == (drop == .fin), "\(text)")
            #expect(text.lowercased().contains("reset") == (drop == .rst), "\(text)")
        }
    }

    @Test("a silenced connection does not even answer a ping of WebSocket")
    func silentPing() async throws {
        try await LoopbackSandbox.run { sandbox in
            let client = try await sandbox.connect()
            try client.connection.ping([1])
            #expect(try await client.hasPong())
            await sandbox.server.strike(.silence)
            try client.connection.ping([2])
            // Its order is kept: who answers the second connection has had the time for the ping.
            let other = try await sandbox.connect()
            try other.connection.ping([3])
            #expect(try await other.hasPong())
            await sandbox.server.stop()
            await #expect(throws: LoopbackClient.Closed.self) { try await client.hasPong() }
        }
    }

    @Test("a silenced connection stays open and says nothing; a new one is served")
    func silence() async throws {
        try await LoopbackSandbox.run { sandbox in
            let silenced = try await sandbox.connect()
            try await silenced.subscribe(to: "a")
            await sandbox.server.strike(.silence)
            try silenced.send(.ping)
            let client = try await sandbox.connect()
            try await client.subscribe(to: "a")
            await sandbox.server.publish(
                Publication(event: "e", channels: [ChannelName(wire: "a")], data: "x"))
            _ = try await client.next()
            await sandbox.server.stop()
            // Not one message came before the end.
            await #expect(throws: LoopbackClient.Closed.self) { try await silenced.next() }
        }
    }

    @Test("new connections get 503 with the time to wait, until that is over")
    func unavailable() async throws {
        try await LoopbackSandbox.run { sandbox in
            await sandbox.server.strike(.refuse(.unavailable, for: .seconds(7)))
            let refusal = await #expect(throws: TransportError.self) { try await sandbox.open() }
            guard case .upgradeRefused(let answer)? = refusal, answer.status == 503 else {
                Issue.record("\(String(describing: refusal))")
                return
            }
            sandbox.advance(by: .seconds(7))
            _ = try await sandbox.connect()
        }
    }

    @Test(
        "the time to wait is told in whole seconds, rounded up",
        arguments: [
            (Duration.seconds(7), "7"), (.milliseconds(6001), "7"), (.milliseconds(1), "1"),
        ])
    func retryAfter(time: Duration, seconds: String) async {
        let clock = SandboxClock(uptime: { .zero }, unixMilliseconds: { 0 }, sleep: { _ in })
        let server = SandboxServer(options: SandboxOptions(), clock: clock)
        await server.strike(.refuse(.unavailable, for: time))
        let request = HTTPRequest(
            method: "GET", origin: HTTPOrigin(host: "", port: 0), target: HubDialogue.target,
            headers: [HTTPHeader("Host", "localhost")])
        let decision = await server.upgrade(request, from: "")
        guard case .refuse(let response) = decision else {
            Issue.record("the upgrade was accepted")
            return
        }
        #expect(response.header("Retry-After") == seconds)
    }

    @Test(
        "new connections are ended at once, or are not spoken to",
        arguments: [
            SandboxFault.Refusal.cut, .mute,
        ])
    func deadConnections(refusal: SandboxFault.Refusal) async throws {
        try await LoopbackSandbox.run { sandbox in
            await sandbox.server.strike(.refuse(refusal, for: .seconds(7)))
            let client = try await sandbox.open()
            if refusal == .cut {
                #expect(try await client.closure().code == nil)
            } else {
                // The client's connection opens before the server has looked at it.
                try await eventually { await !sandbox.server.sockets.isEmpty }
                try client.send(.ping)
                sandbox.advance(by: .seconds(7))
                let other = try await sandbox.connect()
                try other.send(.ping)
                #expect(try await other.next() == .pong)
                await sandbox.server.stop()
                // Not one message came before the end.
                await #expect(throws: LoopbackClient.Closed.self) { try await client.next() }
            }
        }
    }

    @Test("new connections are ended before HTTP, also those that would ask for something else")
    func endedBeforeHTTP() async throws {
        try await LoopbackSandbox.run { sandbox in
            await sandbox.server.strike(.refuse(.end, for: .seconds(7)))
            let refusal = await #expect(throws: TransportError.self) { try await sandbox.open() }
            if case .upgradeRefused? = refusal { Issue.record("the upgrade was answered") }
            await #expect(throws: TransportError.self) {
                try await sandbox.send("POST", "/sandbox/faults", body: #"{"clear":true}"#)
            }
            sandbox.advance(by: .seconds(7))
            _ = try await sandbox.connect()
        }
    }

    @Test("a connection that is ignored is open and says nothing")
    func ignored() async throws {
        try await LoopbackSandbox.run { sandbox in
            await sandbox.server.strike(.refuse(.ignore, for: .seconds(7)))
            let port = sandbox.port
            let reads = sandbox.clockReads
            let ignored = Task {
                _ = try? await NIOWebSocketConnector().connect(
                    to: WebSocketEndpoint(HTTPOrigin(host: "127.0.0.1", port: port), target: "/")
                ) { _ in }
            }
            // The server decides by the time at which it takes the connection.
            try await eventually { sandbox.clockReads > reads }
            sandbox.advance(by: .seconds(7))
            // Who comes later is served, and the ignored one still waits.
            _ = try await sandbox.connect()
            try await eventually { await sandbox.server.connections == 1 }
            ignored.cancel()
            await ignored.value
        }
    }

    @Test("an upgrade is not answered until the time is over, and then with 503")
    func hanging() async {
        let slept = Mutex<[Duration]>([])
        let clock = SandboxClock(
            uptime: { .zero }, unixMilliseconds: { 0 },
            sleep: { duration in slept.withLock { $0.append(duration) } })
        let server = SandboxServer(options: SandboxOptions(), clock: clock)
        await server.strike(.refuse(.hang, for: .seconds(7)))
        let request = HTTPRequest(
            method: "GET", origin: HTTPOrigin(host: "", port: 0), target: HubDialogue.target,
            headers: [HTTPHeader("Host", "localhost")])
        guard case .refuse(let response) = await server.upgrade(request, from: "") else {
            Issue.record("the upgrade was accepted")
            return
        }
        #expect(response.status == 503)
        #expect(slept.withLock { $0 } == [.seconds(7)])
    }

    @Test("a late event comes behind the next, and a doubled one twice")
    func disorder() async throws {
        try await LoopbackSandbox.run { sandbox in
            let client = try await sandbox.connect()
            try await client.subscribe(to: "a")
            func publish(_ name: EventName) async {
                await sandbox.server.publish(
                    Publication(event: name, channels: [ChannelName(wire: "a")], data: "x"))
            }
            await sandbox.server.strike(.late(1, by: .seconds(3)))
            await sandbox.server.strike(.duplicate(1))
            await publish("first")
            await publish("second")
            var names: [EventName] = []
            for _ in 1...3 {
                if names.count == 2 { sandbox.advance(by: .seconds(3)) }
                if case .event(let event) = try await client.next() { names.append(event.name) }
            }
            #expect(names == ["second", "second", "first"])
        }
    }

    @Test("a slow authorization is answered when its time has come")
    func slowAuthorization() async {
        let slept = Mutex<[Duration]>([])
        let clock = SandboxClock(
            uptime: { .zero }, unixMilliseconds: { 0 },
            sleep: { duration in slept.withLock { $0.append(duration) } })
        let server = SandboxServer(options: SandboxOptions(), clock: clock)
        await server.strike(.authorization(AuthorizationFault(.status(500), delay: .seconds(60))))
        let request = HTTPRequest(
            method: "POST", origin: HTTPOrigin(host: "", port: 0), target: "/pusher/auth",
            headers: [HTTPHeader("Host", "localhost")],
            body: Array("socket_id=1.2&channel_name=private-a".utf8))
        #expect(await server.respond(to: request, from: "").status == 500)
        #expect(slept.withLock { $0 } == [.seconds(60)])
        await server.strike(.clear)
        #expect(await server.respond(to: request, from: "").status == 200)
        #expect(slept.withLock { $0.count } == 1)
    }
}
