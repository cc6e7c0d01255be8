import BuoyTestBasics
import ChannelsEventWords
import ChannelsProtocol
import ChannelsTesting
import ChannelsTransport
import Testing

@testable import BuoyServers
@testable import BuoyStage

@Suite("A room's server", .inTurn)
struct RoomServerTests {
    private static let (ana, ben) = ("anaanaanaanaanaana", "benbenbenbenbenben")

    @Test("the page is small, knows no secret and loads nothing from elsewhere")
    func page() async throws {
        try await LiveRoom.run { room in
            let response = try await room.send("GET", room.path.lowercased())
            let text = String(decoding: response.body, as: UTF8.self)
            #expect(response.status == 200 && response.body.count < 30_000)
            #expect(!text.contains(SandboxApp.standardSecret) && !text.contains("{{"))
            #expect(!text.contains(SandboxApp.standardKey))
            #expect(!text.contains("http://") && !text.contains("https://"))
            let policy = try #require(response.header("Content-Security-Policy"))
            #expect(
                policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
            let again = try await room.send("GET", room.path)
            #expect(again.header("Content-Security-Policy") != policy)
        }
    }

    @Test("nothing else of the sandbox is here, with the token or without")
    func others() async throws {
        try await LiveRoom.run { room in
            for target in [
                "/", "/up", "/sandbox/faults", "/sandbox/missed", "/pusher/auth",
                "/apps/1/channels",
                "/AAAAAAAAAAAAAAAA", "/AAAAAAAAAAAAAAAA/auth",
            ] {
                for path in ["", room.path] where target != "/" || path.isEmpty {
                    for method in ["GET", "POST"] {
                        let response = try await room.send(method, path + target, body: "{}")
                        #expect(response.status == 404, "\(method) \(path)\(target)")
                    }
                }
            }
            for target in ["/app/\(SandboxApp.standardKey)?protocol=7", "\(room.path)/app/x"] {
                await #expect(throws: TransportError.self) {
                    let endpoint = WebSocketEndpoint(room.origin, target: target)
                    _ = try await NIOWebSocketConnector().connect(to: endpoint) { _ in }
                }
            }
        }
    }

    @Test("pages of other sites and rebound names are refused")
    func gate() async throws {
        try await LiveRoom.run { room in
            for (name, value, wanted) in [
                ("Host", "evil.test", 403), ("Origin", "http://evil.test", 403),
                ("Origin", "http://127.0.0.1:1", 403),
                ("Origin", "http://127.0.0.1:\(room.port)", 200),
            ] {
                var headers = [HTTPHeader(name, value)]
                if name != "Host" { headers.append(HTTPHeader("Host", "127.0.0.1:\(room.port)")) }
                let response = await room.server.respond(
                    to: HTTPRequest(
                        method: "GET", origin: room.origin, target: room.path, headers: headers),
                    from: "test")
                #expect(response.status == wanted, "\(name) \(value)")
            }
            await #expect(throws: TransportError.self) {
                let endpoint = WebSocketEndpoint(
                    room.origin, target: "\(room.path)/socket?visitor=\(Self.ana)",
                    headers: [HTTPHeader("Origin", "http://evil.test")])
                _ = try await NIOWebSocketConnector().connect(to: endpoint) { _ in }
            }
        }
    }

    @Test("a visitor gets a signature for this channel only")
    func authorization() async throws {
        try await LiveRoom.run { room in
            let start = "socket_id=1.2&visitor=\(Self.ana)&name=Ana&channel_name="
            for (body, wanted) in [
                (start + "presence-room", 200), (start + "private-orders", 403),
                ("socket_id=1.2&name=Ana&channel_name=presence-room", 403), ("x", 403),
            ] {
                let response = try await room.send("POST", "\(room.path)/auth", body: body)
                #expect(response.status == wanted, "\(body)")
            }
            let response = try await room.send("GET", "\(room.path)/auth")
            #expect(response.status == 405)
        }
    }

    @Test("members join, speak and leave; two tabs are one member")
    func members() async throws {
        try await LiveRoom.run { room in
            let ana = try await room.join("Ana", secret: Self.ana)
            let ben = try await room.join("Ben\u{1B}[2J", secret: Self.ben)
            #expect(ben.members == 2)
            let member = try await ana.next {
                if case .memberAdded(_, let member) = $0 { member } else { nil }
            }
            #expect(member.id == ben.id && member.name == "Ben␛[2J")
            let second = try await room.join("Ana", secret: Self.ana)
            #expect(second.members == 2)
            try ben.send(.event(.message("<b>Hello</b>\u{202E}", on: LiveRoom.channel)))
            let event = try await second.nextEvent(StageEvents.message)
            #expect(event.userID == ben.id && event.data.json?["text"] == "<b>Hello</b>·")
            #expect(event.data.json?["number"] == 1)
            // The sender learns the number too.
            let echo = try await ben.nextEvent(StageEvents.message)
            #expect(echo.channel == nil && echo.data.json?["number"] == 1)
            await second.close()
            await ben.close()
            let left = try await ana.next {
                if case .memberRemoved(_, let id) = $0 { id } else { nil }
            }
            #expect(left == ben.id)
        }
    }

    @Test("nobody can subscribe as somebody else, or to another channel")
    func forgery() async throws {
        try await LiveRoom.run { room in
            let ana = try await room.open(secret: Self.ana)
            let socketID = try #require(ana.socketID)
            let ben = try JSONValue(
                parsing: try await room.authorize(socketID, secret: Self.ben, name: "Ben").body)
            let stolen = ChannelAuthorization(
                auth: ben["auth"]?.stringValue ?? "",
                channelData: ben["channel_data"]?.stringValue)
            for channel in [LiveRoom.channel, "ticker-BTC"] {
                try ana.send(.subscribe(channel, stolen))
                let message = try await ana.next {
                    if case .error(let error) = $0 { error.message } else { nil }
                }
                #expect(message == "Only presence-room is available here")
            }
        }
    }

    @Test("a full or locked room, and a removed visitor")
    func doors() async throws {
        try await LiveRoom.run(limit: 1) { room in
            let ana = try await room.join("Ana", secret: Self.ana)
            let full = try await room.authorize(
                try #require(ana.socketID), secret: Self.ben, name: "Ben")
            #expect(full.status == 403)
            #expect(String(decoding: full.body, as: UTF8.self) == "The room is full.\n")
            try await room.server.perform(.kick("Ana"))
            #expect(
                try await ana.ended() == .init(code: 4009, reason: "The presenter has removed you.")
            )
            await #expect(
                throws: LiveVisitor.Closed(code: 4009, reason: "The presenter has removed you.")
            ) {
                try await room.open(secret: Self.ana)
            }
            try await room.server.perform(.lock(true))
            await #expect(throws: LiveVisitor.Closed.self) { try await room.open(secret: Self.ben) }
            try await room.server.perform(.lock(false))
            #expect(try await room.join("Ben", secret: Self.ben).members == 1)
        }
    }

    @Test("cut, close and freeze end what they should")
    func orders() async throws {
        try await LiveRoom.run { room in
            let ana = try await room.join("Ana", secret: Self.ana)
            try await room.server.perform(.close(4200))
            #expect(try await ana.ended().code == 4200)
            let again = try await room.join("Ana", secret: Self.ana)
            try await room.server.perform(.cut(.zero))
            #expect(try await again.ended().code == nil)
            let frozen = try await room.join("Ana", secret: Self.ana)
            try await room.server.perform(.freeze)
            try frozen.send(.ping)
            // The old connection is silent, and does not stop a new one.
            #expect(try await room.join("Ana", secret: Self.ana).members == 1)
        }
    }

    private static func manualClock(_ time: ManualClock) -> SandboxClock {
        let start = time.now()
        return SandboxClock(
            uptime: { time.now().duration(since: start) }, unixMilliseconds: { 0 },
            sleep: { try await time.sleep(until: time.now().advanced(by: $0)) })
    }

    @Test("a slow network delays both directions")
    func slow() async throws {
        let time = ManualClock()
        try await LiveRoom.run(clock: Self.manualClock(time)) { room in
            let ana = try await room.open(secret: Self.ana)
            try await room.server.perform(.slow(.seconds(2)))
            try ana.send(.ping)
            for _ in ["there", "back"] {
                await time.sleeper(for: .seconds(2))
                time.advance(by: .seconds(2))
            }
            #expect(try await ana.next { $0 == .pong ? true : nil })
            try await room.server.perform(.slow(.zero))
            try ana.send(.ping)
            #expect(try await ana.next { $0 == .pong ? true : nil })
        }
    }

    @Test("while the server is away, connections are refused")
    func away() async throws {
        let time = ManualClock()
        try await LiveRoom.run(clock: Self.manualClock(time)) { room in
            let ana = try await room.join("Ana", secret: Self.ana)
            try await room.server.perform(.cut(.seconds(5)))
            #expect(try await ana.ended().code == nil)
            await #expect(throws: TransportError.self) { try await room.open(secret: Self.ana) }
            time.advance(by: .seconds(5))
            #expect(try await room.join("Ana", secret: Self.ana).members == 1)
        }
    }

    @Test("what is not a message is answered, and the connection stays")
    func garbage() async throws {
        try await LiveRoom.run { room in
            let ana = try await room.join("Ana", secret: Self.ana)
            for text in ["", "x", "[]", #"{"event":"x"}"#, #"{"event":7}"#] {
                try ana.connection.send([Array(text.utf8)])
                let message = try await ana.next {
                    if case .error(let error) = $0 { error.message } else { nil }
                }
                #expect(message == "Not a message", "\(text)")
            }
            try ana.send(.ping)
            #expect(try await ana.next { $0 == .pong ? true : nil })
        }
    }

    @Test("the page of an app's server keeps the visitor's secret here")
    func appServer() throws {
        let response = RoomPage(
            channel: "presence-room", path: "/TOKEN", socketURL: "wss://ws.example.com:443/app/key",
            isOwn: false
        ).response
        let policy = try #require(response.header("Content-Security-Policy"))
        #expect(policy.contains("connect-src 'self' wss://ws.example.com:443;"))
        let text = String(decoding: response.body, as: UTF8.self)
        #expect(text.contains(#""isOwn":false"#))
        #expect(text.contains(#"(facts.isOwn ? "&visitor=" + me.visitor"#))
    }

    @Test("what a visitor missed in a gap is what the sandbox counts")
    func missed() async throws {
        try await LiveRoom.run { room in
            let ana = try await room.join("Ana", secret: Self.ana)
            let ben = try await room.join("Ben", secret: Self.ben)
            let lost = try #require(ana.socketID)
            await ana.close()
            _ = try await ben.next { if case .memberRemoved = $0 { true } else { nil } }
            for _ in 1...2 { try ben.send(.event(.message("Hello", on: LiveRoom.channel))) }
            for _ in 1...2 { _ = try await ben.nextEvent(StageEvents.message) }
            let back = try await room.join("Ana", secret: Self.ana)
            let body: JSONValue = [
                "visitor": .string(Self.ana), "lost": .string(lost.text),
                "socket_id": .string(try #require(back.socketID).text), "received": 0,
            ]
            let response = try await room.send(
                "POST", "\(room.path)/missed", body: body.compactText)
            #expect(try JSONValue(parsing: response.body)["missed"] == 2)
            var reports = room.server.reports.makeAsyncIterator()
            #expect(await reports.next() == .missed(try #require(ana.id), 2))
        }
    }

    @Test("120 visitors are cut together, and every one is back")
    func herd() async throws {
        try await LiveRoom.run { room in
            let secrets = (0..<120).map { "visitorvisitor\(1000 + $0)" }
            func joinAll() async throws -> [LiveVisitor] {
                var visitors: [LiveVisitor] = []
                for (index, secret) in secrets.enumerated() {
                    visitors.append(try await room.join("Visitor \(index)", secret: secret))
                }
                return visitors
            }
            let visitors = try await joinAll()
            #expect(await room.server.present.count == 120)
            try await room.server.perform(.cut(.zero))
            for visitor in visitors {
                let end = try await visitor.ended()
                #expect(end.code == nil)
            }
            try await eventually { await room.server.present.isEmpty }
            let back = try await joinAll()
            #expect(back.last?.members == 120)
            #expect(await room.server.present.count == 120)
            #expect(await room.sandbox.tenants[0].hub.connectionCount == 120)
        }
    }
}
