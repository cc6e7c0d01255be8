import Synchronization
import TestSupport
import Testing

@testable import Channels

@Suite("At most five requests to the application's servers", .timeLimit(.minutes(1)))
struct AuthorizationTurnsTests {
    private static func work(_ number: Int) -> Work {
        .close(ScriptedConnection(), code: UInt16(number))
    }

    private static func number(_ work: Work?) -> UInt16? {
        if case .close(_, let code)? = work { code } else { nil }
    }

    @Test("five begin at once; each end lets the next one begin, in the order of the wishes")
    func turns() {
        var turns = AuthorizationTurns()
        for number in 1...5 {
            #expect(Self.number(turns.wished(Self.work(number))) == UInt16(number))
        }
        for number in 6...8 { #expect(turns.wished(Self.work(number)) == nil) }
        for number in 6...8 { #expect(Self.number(turns.ended()) == UInt16(number)) }
        for _ in 1...5 { #expect(turns.ended() == nil) }
        for number in 1...5 { #expect(turns.wished(Self.work(number)) != nil) }
        #expect(turns.wished(Self.work(6)) == nil)
    }

    /// An application's server that answers when the test says so, and counts who waits for it.
    private final class Server: Sendable {
        private let counts = Mutex((waiting: 0, most: 0))
        let asked = Mailbox<String>()
        let answers = Mailbox<Void>()

        /// The most that ever waited at the same time.
        var most: Int { self.counts.withLock(\.most) }

        func ask(_ subject: String) async {
            self.counts.withLock { counts in
                counts.waiting += 1
                counts.most = max(counts.most, counts.waiting)
            }
            self.asked.put(subject)
            _ = await self.answers.take()
            self.counts.withLock { $0.waiting -= 1 }
        }
    }

    private struct Refusal: Error {}

    @Test("subscriptions and the sign-in share the five, and all are asked in the end")
    func shared() async throws {
        let server = Server()
        let method = AuthMethod.authorizer { channel, _ in
            await server.ask(channel.text)
            // Whether it is granted makes no difference.
            guard channel.text < "private-5" else { throw Refusal() }
            return ChannelAuthorization(auth: "key:ab")
        }
        let scene = try ClientScene(authMethod: method) {
            $0.userAuthentication = .authorizer { _ in
                await server.ask("user")
                throw Refusal()
            }
        }
        try await scene.play { scene in
            for number in 1...9 { try await scene.client.subscribe("private-\(number)") }
            await scene.client.signIn()
            _ = await scene.establish()
            var asked: Set<String> = []
            for _ in 1...5 { await asked.insert(server.asked.take() ?? "") }
            _ = await scene.catchUp()
            for _ in 6...10 {
                server.answers.put(())
                await asked.insert(server.asked.take() ?? "")
            }
            #expect(asked == Set((1...9).map { "private-\($0)" } + ["user"]))
            #expect(server.most == 5)
            for _ in 6...10 { server.answers.put(()) }
        }
    }

    @Test("requests of a lost connection give their turns back")
    func lostConnection() async throws {
        let method = AuthMethod.endpoint(AuthEndpoint(url: "http://auth.test/auth"))
        try await ClientScene(authMethod: method).play { scene in
            for number in 1...5 { try await scene.client.subscribe("private-\(number)") }
            let first = await scene.establish("1.1")
            var open: [ScriptedRequester.Exchange] = []
            for _ in 1...5 {
                guard let request = await scene.endpoint.nextRequest() else { return }
                open.append(request)
            }
            first.end(nil)
            await scene.retry()
            scene.clock.advance(by: .seconds(1))
            _ = await scene.acceptAndEstablish("2.2")
            for exchange in open { exchange.respond(200, #"{"auth":"key:ab"}"#) }
            for _ in 1...5 {
                let body = await scene.endpoint.nextRequest()?.request.bodyText
                #expect(body?.contains("socket_id=2.2") == true)
            }
        }
    }
}
