import BuoyTestBasics
import BuoyTestSupport
import Channels
import ChannelsProtocol
import Logging
import Testing

@Suite("What a client logs", .inTurn)
struct LoggingTests {
    private static let hostile = "a\u{1B}[2Jb\u{9B}c\u{202E}d\u{7F}e\u{200B}f\r\ng"

    private static func scene(
        _ log: RecordingLog, _ level: Logger.Level, authMethod: AuthMethod = .none
    ) throws -> ClientScene {
        try ClientScene(authMethod: authMethod) {
            $0.logger = log.logger(level)
            $0.logLevels = .program
        }
    }

    @Test("at info: the start with the options, the states with their reasons, lost events")
    func info() async throws {
        let log = RecordingLog()
        try await Self.scene(log, .info).play { scene in
            let connection = await scene.establish("1.1")
            connection.end(4200, "try again")
            await scene.retry()
        }
        let info = log.lines(.info)
        #expect(
            info.contains {
                $0.contains("ws://example.test:6001/app/key") && $0.contains("policy steady")
            })
        #expect(info.contains { $0.hasPrefix("state connecting -> connected: socket id 1.1") })
        #expect(
            info.contains { $0.hasPrefix("state connected -> connecting: ") && $0.contains("4200") }
        )
        #expect(
            info.contains { $0.hasPrefix("retry attempt") && $0.contains(" in 1.0s") }, "\(info)")
        #expect(log.lines(.debug).isEmpty)
    }

    @Test("an event that nobody is bound to is told once for each name, with a hint")
    func unbound() async throws {
        let log = RecordingLog()
        try await Self.scene(log, .info).play { scene in
            let connection = await scene.establish()
            await scene.client.bind("known")
            let channel = ChannelName(wire: "c")
            for name in ["known", "other", "other", "pusher:odd"] {
                connection.say(ClientScene.event(EventName(name), on: channel, "hidden"))
            }
            connection.say(ClientScene.event("last", on: nil, ""))
            _ = await scene.report.first {
                if case .received(let event) = $0 { event.name == "last" } else { false }
            }
        }
        let hints = log.lines(.info).filter { $0.contains("no binding matches") }
        #expect(
            hints == [
                "no binding matches the event other on c: bind to it, or check the name",
                "no binding matches the event last: bind to it, or check the name",
            ])
        #expect(!log.lines.contains { $0.text.contains("hidden") })
    }

    @Test("at error: what failed, without the words of a peer, which may repeat an app's data")
    func errors() async throws {
        let log = RecordingLog()
        let method = AuthMethod.endpoint(AuthEndpoint(url: "http://auth.test/"))
        try await Self.scene(log, .error, authMethod: method).play { scene in
            let connection = await scene.establish()
            try await scene.client.subscribe("private-a")
            await scene.endpoint.nextRequest()?.respond(403, "forbidden here")
            _ = await scene.nextFailure()
            connection.say(.error(ServerError(code: 4301, message: "slow down")))
            connection.send(#"{"event":"pusher:error","data":{"code":4999,"message":"m","x":1}}"#)
            _ = await scene.problem()
        }
        #expect(log.lines.allSatisfy { $0.level == .error })
        let errors = log.lines(.error)
        #expect(
            errors == [
                "private-a: refused (authorization 403)",
                "rejected 4301 (0 sent in a second; 9-byte text, not logged)",
                "error 4999 (33-byte text, not logged)",
            ])
    }

    @Test("at debug: every message of the protocol both ways, without signatures and data")
    func debug() async throws {
        let log = RecordingLog()
        let method = AuthMethod.inline(secret: AppSecret("the-secret-of-the-app"))
        try await Self.scene(log, .debug, authMethod: method).play { scene in
            let connection = await scene.establish()
            let channel = try await scene.client.subscribe("private-a")
            guard case .subscribe(_, let authorization?) = await scene.confirm(connection) else {
                return
            }
            try await channel.trigger("client-x", data: "hidden sent")
            connection.say(ClientScene.event("e", on: channel.name, "hidden received"), .ping)
            _ = await scene.received()
            let lines = log.lines(.debug)
            #expect(lines.contains { $0.hasPrefix("received ") && $0.contains("established") })
            #expect(lines.contains { $0.hasPrefix("sent ") && $0.contains("key:••••••••") })
            #expect(lines.contains("sent client-x on private-a"))
            #expect(lines.contains { $0.hasPrefix("received ") && $0.contains("pusher:ping") })
            #expect(lines.contains { $0.hasPrefix("sent ") && $0.contains("pusher:pong") })
            let signature = authorization.auth.dropFirst("key:".count)
            for secret in ["hidden", "the-secret", String(signature)] {
                #expect(!log.lines.contains { $0.text.contains(secret) })
            }
        }
    }

    @Test("nothing of a peer's text controls a terminal, reorders a line or hides")
    func hostile() async throws {
        let log = RecordingLog()
        try await Self.scene(log, .debug).play { scene in
            let connection = await scene.establish()
            connection.say(
                .error(ServerError(code: 4999, message: Self.hostile)),
                ClientScene.event(EventName(Self.hostile), on: ChannelName(wire: Self.hostile), ""),
                .unknown(
                    ChannelsEvent(name: EventName("pusher:\(Self.hostile)"), channel: nil, data: "")
                )
            )
            connection.end(4200, Self.hostile)
            await scene.retry()
        }
        let scalars = log.lines.flatMap { $0.text.unicodeScalars }
        #expect(!scalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
        #expect(!scalars.contains { $0.properties.generalCategory == .format })
        let shown = #"a\u{1B}[2Jb\u{009B}c\u{202E}d\u{7F}e\u{200B}f\r\ng"#
        #expect(log.lines(.info).contains { $0.contains(shown) })
    }

    @Test("a library logs the same at debug, and every message at trace, without a peer's controls")
    func library() async throws {
        let log = RecordingLog()
        let scene = try ClientScene { $0.logger = log.logger(.trace) }
        try await scene.play { scene in
            let connection = await scene.establish("1.1")
            connection.say(
                .error(ServerError(code: 4999, message: Self.hostile)),
                ClientScene.event("e", on: ChannelName(wire: Self.hostile), "hidden"))
            connection.end(4200, "try again")
            await scene.retry()
        }
        #expect(Set(log.lines.map(\.level)) == [.trace, .debug])
        let state = log.lines.first { $0.text.hasPrefix("state connected -> connecting") }
        #expect(state?.level == .debug && state?.metadata["connection.id"] == "1.1")
        let hint = log.lines.first { $0.text.hasPrefix("no binding matches") }
        #expect(hint?.level == .debug)
        let shown = #"a\u{1B}[2Jb\u{009B}c\u{202E}d\u{7F}e\u{200B}f\r\ng"#
        #expect(hint?.metadata["channel"] == "\(shown)")
        let message = log.lines.first { $0.text.hasPrefix("received ") }
        #expect(message?.level == .trace)
        #expect(!log.lines.contains { $0.text.contains("hidden") })
    }

    @Test("what fails permanently is logged at notice, once")
    func failure() async throws {
        let log = RecordingLog()
        try await ClientScene { $0.logger = log.logger(.info) }.play { scene in
            let connection = await scene.establish("1.1")
            connection.end(4001, Self.hostile)
            _ = await scene.report.first {
                if case .stateChanged(let change) = $0 { change.current == .failed } else { false }
            }
        }
        #expect(log.lines.map(\.level) == [.notice])
        #expect(log.lines.first?.text.contains("4001") == true)
        #expect(log.lines.first?.metadata["connection.id"] == "1.1")
    }

    @Test("text of other languages stays readable")
    func otherLanguages() async throws {
        let log = RecordingLog()
        try await Self.scene(log, .info).play { scene in
            let connection = await scene.establish()
            connection.say(ClientScene.event("größe-価格-🙂", on: nil, ""))
            _ = await scene.received()
        }
        #expect(log.lines(.info).contains { $0.contains("größe-価格-🙂") })
    }
}
