import BuoyTestBasics
import BuoyTestSupport
import Channels
import ChannelsProtocol
import Testing

/// `pusher:error` is heard by who binds it, whatever else its outcome is told as; and what refused
/// something is kept as it came.
@Suite("Bindings to pusher:error, and the frames of refusals", .inTurn)
struct ServerErrorBindingTests {
    private static let signature =
        "Invalid signature: Expected HMAC SHA256 hex digest of 1.1:private-a, but got key:ab"

    /// A client that can authorize and sign in, and what it hears under two names.
    private static func scene() throws -> ClientScene {
        try ClientScene(
            authMethod: .authorizer { _, _ in ChannelAuthorization(auth: "key:ab") }
        ) {
            $0.userAuthentication = .authorizer { _ in
                UserAuthentication(auth: "key:ab", userData: #"{"id":"ana"}"#)
            }
        }
    }

    private static func error(_ code: Int?, _ text: String) -> ServerMessage {
        .error(ServerError(code: code, message: text))
    }

    private static func frame(_ message: ServerMessage) -> String {
        String(decoding: FrameCodec.encode(message), as: UTF8.self)
    }

    @Test("one that refuses the connection is heard, although it is part of its end")
    func connection() async throws {
        try await Self.scene().play { scene in
            let heard = Mailbox<ReceivedEvent>()
            await scene.client.bind("pusher:error") { heard.put($0) }
            await scene.client.connect()
            let connection = await scene.network.nextAttempt().accept()
            connection.say(Self.error(4001, "no such app"))
            connection.end(4001, "no such app")
            let error = await heard.take()
            #expect(error?.data.json?["code"] == .number("4001"))
            #expect(error?.data.json?["message"]?.stringValue == "no such app")
        }
    }

    @Test("one before the close of an established connection is heard with the end")
    func close() async throws {
        try await Self.scene().play { scene in
            let connection = await scene.establish()
            let heard = Mailbox<ReceivedEvent>()
            await scene.client.bind("pusher:error") { heard.put($0) }
            connection.say(Self.error(4200, "restarting"))
            connection.end(4200, "bye")
            let error = await heard.take()
            #expect(error?.data.json?["code"] == .number("4200"))
            #expect(error?.data.json?["message"]?.stringValue == "restarting")
        }
    }

    @Test("one that refuses a subscription is heard with its words, and so is the outcome")
    func subscription() async throws {
        try await Self.scene().play { scene in
            let channel = try await scene.client.subscribe("private-a")
            let connection = await scene.establish()
            _ = await connection.heard()
            let heard = Mailbox<ReceivedEvent>()
            let names: [EventName] = ["pusher:error", "pusher:subscription_error"]
            await scene.client.bind { if names.contains($0.name) { heard.put($0) } }
            var errors = scene.client.errors.makeAsyncIterator()
            let refusal = Self.error(4009, Self.signature)
            connection.say(refusal)
            let error = await heard.take()
            #expect(error?.name == "pusher:error")
            #expect(error?.channel == channel.name)
            #expect(error?.data.json?["code"] == .number("4009"))
            #expect(error?.data.json?["message"]?.stringValue == Self.signature)
            #expect(await heard.take()?.name == "pusher:subscription_error")
            #expect(heard.takeIfAny() == nil)
            guard case .failed(let failure)? = await channel.state else {
                Issue.record("the subscription did not fail")
                return
            }
            #expect(failure.frame == Self.frame(refusal))
            let told = await errors.next()
            #expect(told?.frame == failure.frame)
            #expect(told?.code == 4009)
        }
    }

    @Test("a refusal in another message, or of the endpoint, is no pusher:error")
    func otherRefusals() async throws {
        try await ClientScene().play { scene in
            let heard = Mailbox<ReceivedEvent>()
            await scene.client.bind("pusher:error") { heard.put($0) }
            let connection = await scene.establish()
            let denied = try await scene.client.subscribe("orders")
            _ = await connection.heard()
            let refusal = ServerMessage.subscriptionError(
                denied.name, type: "AuthError", text: "No.", status: 401)
            connection.say(refusal)
            // Nobody can authorize this one.
            try await scene.client.subscribe("private-a")
            var frames: [String?] = []
            while frames.count < 2 {
                guard let (_, state) = await scene.report.nextSubscription() else { return }
                if case .failed(let failure) = state { frames.append(failure.frame) }
            }
            #expect(frames.contains(Self.frame(refusal)))
            #expect(frames.contains(nil))
            _ = await scene.catchUp()
            #expect(heard.takeIfAny() == nil)
        }
    }

    @Test("one that refuses the sign-in is heard, and its code and frame are kept")
    func signIn() async throws {
        try await Self.scene().play { scene in
            let connection = await scene.establish()
            let heard = Mailbox<ReceivedEvent>()
            let names: [EventName] = ["pusher:error", "pusher:signin_error"]
            await scene.client.bind { if names.contains($0.name) { heard.put($0) } }
            await scene.client.signIn()
            _ = await connection.heard()
            let refusal = Self.error(4009, "Invalid user_data")
            connection.say(refusal)
            let error = await heard.take()
            #expect(error?.name == "pusher:error")
            #expect(error?.channel == nil)
            #expect(error?.data.json?["message"]?.stringValue == "Invalid user_data")
            #expect(await heard.take()?.name == "pusher:signin_error")
            guard case .failed(let failure) = await scene.client.signInState else {
                Issue.record("the sign-in did not fail")
                return
            }
            #expect(failure.code == 4009)
            #expect(failure.frame == Self.frame(refusal))
        }
    }

    @Test("what the endpoint answered is kept with a sign-in that it refused")
    func refusedAuthentication() async throws {
        let scene = try ClientScene {
            $0.userAuthentication = .endpoint(AuthEndpoint(url: "http://auth.test/user"))
        }
        try await scene.play { scene in
            await scene.client.signIn()
            _ = await scene.establish()
            await scene.endpoint.nextRequest()?.respond(403, "no such user")
            let kind = await scene.report.first {
                if case .signInChanged(.failed) = $0 { true } else { false }
            }
            guard case .signInChanged(.failed(let failure))? = kind else { return }
            #expect(failure.status == 403)
            #expect(failure.body == "no such user")
            #expect(failure.code == nil)
            #expect(failure.frame == nil)
        }
    }

    @Test("one that refuses client events is heard once, and its frame is kept")
    func clientEvents() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            let heard = Mailbox<ReceivedEvent>()
            await scene.client.bind("pusher:error") { heard.put($0) }
            var errors = scene.client.errors.makeAsyncIterator()
            let refusal = Self.error(4301, "Client event rejected")
            connection.say(refusal)
            #expect(await heard.take()?.data.json?["code"] == .number("4301"))
            #expect(heard.takeIfAny() == nil)
            #expect(await errors.next()?.frame == Self.frame(refusal))
            let kind = await scene.report.first {
                if case .clientEventsRejected = $0 { true } else { false }
            }
            guard case .clientEventsRejected(let rejection)? = kind else { return }
            #expect(rejection.frame == Self.frame(refusal))
        }
    }

    @Test("any other is heard with the server's words alone")
    func others() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            var errors = scene.client.events("pusher:error").makeAsyncIterator()
            connection.say(Self.error(nil, "Something"))
            let data = await errors.next()?.data.json
            #expect(data?["message"]?.stringValue == "Something")
            #expect(data?["code"] == .null)
        }
    }
}
