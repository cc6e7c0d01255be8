import BuoyTestBasics
import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport
import Testing

@testable import BuoyServers

@Suite("The sandbox on a real socket", .inTurn)
struct SandboxServerTests {
    @Test(
        "the subprotocol is chosen when it is offered, among others too",
        arguments: [
            (Handshake.subprotocol, true), ("a, \(Handshake.subprotocol) ,b", true), ("a", false),
            ("\(Handshake.subprotocol)0", false), (nil, false),
        ])
    func subprotocol(offered: String?, isChosen: Bool) async {
        let server = SandboxServer(options: SandboxOptions())
        let headers =
            [HTTPHeader("Host", "localhost")]
            + (offered.map { [HTTPHeader("Sec-WebSocket-Protocol", $0)] } ?? [])
        let request = HTTPRequest(
            method: "GET", origin: HTTPOrigin(host: "", port: 0), target: "/", headers: headers)
        let decision = await server.upgrade(request, from: "")
        #expect(decision == .accept(subprotocol: isChosen ? Handshake.subprotocol : nil))
    }

    @Test("a page of another origin gets neither a connection nor an answer, one of ours both")
    func foreignOrigin() async throws {
        try await LoopbackSandbox.run { sandbox in
            let origin = [HTTPHeader("Origin", "http://evil.example")]
            let refusal = await #expect(throws: TransportError.self) {
                try await sandbox.open(headers: origin)
            }
            guard case .upgradeRefused(let answer)? = refusal, answer.status == 403 else {
                Issue.record("\(String(describing: refusal))")
                return
            }
            let refused = try await sandbox.send("GET", "/", headers: origin)
            let answered = try await sandbox.send("GET", "/")
            #expect([refused.status, answered.status] == [403, 200])
            let ours = [HTTPHeader("Origin", "http://localhost:3000")]
            let readable = try await sandbox.send("GET", "/", headers: ours)
            #expect(readable.header("access-control-allow-origin") == "http://localhost:3000")
            #expect(answered.header("access-control-allow-origin") == nil)
        }
    }

    @Test("a client that does not read is told so and closed, and the others get everything")
    func slowClient() async throws {
        try await LoopbackSandbox.run { sandbox in
            let slow = try await sandbox.connect()
            let quick = try await sandbox.connect()
            for client in [slow, quick] { try await client.subscribe(to: "a") }
            let data = EventData(String(repeating: "x", count: 10_000))
            let publication = Publication(
                event: "e", channels: [ChannelName(wire: "a")], data: data)
            var published = 0
            // More than the sockets of the system and both queues hold.
            while await sandbox.server.connections == 2, published < 5000 {
                for _ in 1...10 { await sandbox.server.publish(publication) }
                for _ in 1...10 { _ = try await quick.next() }
                published += 10
            }
            #expect(await sandbox.server.connections == 1)
            try quick.send(.ping)
            #expect(try await quick.next() == .pong)
            let closure = try await slow.closure()
            #expect(closure.code == 4100)
            #expect(closure.reason == "Too slow: more than 1024 KiB were waiting to be read")
        }
    }

    @Test("stopping closes the connections with 1001 and frees the port")
    func stopping() async throws {
        try await LoopbackSandbox.run { sandbox in
            let client = try await sandbox.connect()
            async let stopped: Void = sandbox.server.stop()
            #expect(try await client.closure().code == 1001)
            await stopped
            #expect(await sandbox.server.port == nil)
            await #expect(throws: TransportError.self) { try await sandbox.open() }
        }
    }

    @Test("nobody comes in while a sandbox waits for the goodbye of those it closes")
    func stoppingSlowly() async throws {
        try await LoopbackSandbox.run { sandbox in
            let port = sandbox.port
            // Says hello, and then neither reads nor answers the close frame.
            let mute = await onThread {
                let socket = RawSocket.connect(port: port)
                socket.write(
                    "GET \(HubDialogue.target) HTTP/1.1\r\nHost: localhost\r\n"
                        + "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                        + "Sec-WebSocket-Version: 13\r\n\r\n")
                return socket
            }
            try await eventually { await sandbox.server.connections == 1 }
            let client = try await sandbox.connect()
            async let stopping: Void = sandbox.server.stop()
            #expect(try await client.closure().code == 1001)
            await #expect(throws: TransportError.self) { try await sandbox.open() }
            mute.finish()
            await stopping
        }
    }

    @Test("a port that is taken is said so")
    func takenPort() async throws {
        try await LoopbackSandbox.run { sandbox in
            var options = SandboxOptions()
            options.port = sandbox.port
            let second = SandboxServer(options: options)
            await #expect(throws: TransportError.self) { try await second.start() }
            #expect(await second.port == nil)
        }
    }
}

@Suite("Bots on a real socket", .inTurn)
struct BotTests {
    @Test("they live by the sandbox's time: joining, publishing, coming and going")
    func life() async throws {
        try await LoopbackSandbox.run(bots: true) { sandbox in
            let client = try await sandbox.connect()
            for channel in ["ticker-BTC", "private-orders"] {
                try await client.subscribe(to: channel)
            }
            try await client.subscribe(to: "presence-chat", data: #"{"user_id":"me"}"#)
            for name: EventName in ["price", "order.created", "client-typing", "message"] {
                try await Self.advance(sandbox, client) { message in
                    if case .event(let event) = message { event.name == name } else { false }
                }
            }
        }
    }

    @Test("sealed events come to who listens, and open with the key that goes with the channel")
    func vault() async throws {
        try await LoopbackSandbox.run(bots: true) { sandbox in
            let client = try await sandbox.connect()
            try await client.subscribe(to: SandboxDirectory.vault.text)
            let key = try EncryptionMasterKey(base64: SandboxApp.standardMasterKey)
            let secret = try key.sharedSecret(for: SandboxDirectory.vault)
            try await Self.advance(sandbox, client) { message in
                guard case .event(let event) = message, event.name == "opened" else {
                    return false
                }
                let opened = try? SecretBox.open(event.data, with: secret).get()
                return opened?.json?["box"]?.intValue != nil
            }
        }
    }

    @Test("a bot answers a client event")
    func reply() async throws {
        try await LoopbackSandbox.run(bots: true) { sandbox in
            let client = try await sandbox.connect()
            try await client.subscribe(to: "presence-chat", data: #"{"user_id":"me"}"#)
            let event = ChannelsEvent(
                name: "client-hello", channel: SandboxDirectory.chat, data: EventData("hi"))
            try client.send(.event(event))
            try await Self.advance(sandbox, client) { message in
                guard case .event(let event) = message, event.name == "message" else {
                    return false
                }
                let text = event.data.json?["text"]?.stringValue ?? ""
                return BotCast.answers.contains(text)
            }
        }
    }

    /// Lets time pass until a message comes. Each step ends when the server has answered a ping:
    /// whatever was sent before has been read by then.
    private static func advance(
        _ sandbox: LoopbackSandbox, _ client: LoopbackClient,
        until condition: (ServerMessage) -> Bool
    ) async throws {
        while true {
            sandbox.advance(by: .milliseconds(100))
            try client.send(.ping)
            let message = try await client.wait { message in
                if case .pong = message { true } else { condition(message) }
            }
            if condition(message) { return }
        }
    }
}
