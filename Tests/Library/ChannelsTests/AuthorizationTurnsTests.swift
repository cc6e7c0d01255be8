import BuoyTestBasics
import BuoyTestSupport
import ChannelsProtocol
import Synchronization
import Testing

@testable import Channels

@Suite("At most five requests to the application's servers", .inTurn)
struct AuthorizationTurnsTests {
    private static func authorization(_ number: Int) throws -> PendingAuthorization {
        let socketID = try #require(SocketID("1.1"))
        return .user(AuthenticationRequest(socketID: socketID, number: number))
    }

    @Test("five begin at once; each end lets the next one begin, in the order of the requests")
    func turns() throws {
        var turns = AuthorizationTurns()
        for number in 1...5 {
            #expect(turns.requested(try Self.authorization(number)))
        }
        for number in 6...8 { #expect(!turns.requested(try Self.authorization(number))) }
        for number in 6...8 { #expect(try turns.ended() == Self.authorization(number)) }
        for _ in 1...5 { #expect(turns.ended() == nil) }
        for number in 1...5 { #expect(turns.requested(try Self.authorization(number))) }
        #expect(!turns.requested(try Self.authorization(6)))
    }

    @Test("what waits when the connection is lost is given back, and what runs keeps its turn")
    func disconnected() throws {
        var turns = AuthorizationTurns()
        for number in 1...7 { _ = turns.requested(try Self.authorization(number)) }
        #expect(try turns.disconnected() == [Self.authorization(6), Self.authorization(7)])
        #expect(turns.disconnected() == [])
        #expect(!turns.requested(try Self.authorization(8)))
        #expect(try turns.ended() == Self.authorization(8))
    }

    /// An application's server that answers when the test says so, and counts who waits for it.
    private final class Server: Sendable {
        private let counts = Mutex((waiting: 0, most: 0))
        /// Each question, and where its answer is put.
        let asked = Mailbox<(subject: String, answer: Mailbox<Void>)>()

        /// The most that ever waited at the same time.
        var most: Int { self.counts.withLock(\.most) }

        func ask(_ subject: String) async {
            self.counts.withLock { counts in
                counts.waiting += 1
                counts.most = max(counts.most, counts.waiting)
            }
            let answer = Mailbox<Void>()
            self.asked.put((subject, answer))
            _ = await answer.take()
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
            var waiting: [Mailbox<Void>] = []
            var subjects: Set<String> = []
            for number in 1...10 {
                if number > AuthorizationTurns.limit { waiting.removeFirst().put(()) }
                guard let question = await server.asked.take() else { return }
                waiting.append(question.answer)
                subjects.insert(question.subject)
                _ = await scene.catchUp()
            }
            #expect(subjects == Set((1...9).map { "private-\($0)" } + ["user"]))
            #expect(server.most == 5)
            for answer in waiting { answer.put(()) }
        }
    }

    @Test("requests of a lost connection are cancelled, and give their turns to the next one's")
    func lostConnection() async throws {
        let method = AuthMethod.endpoint(AuthEndpoint(url: "http://auth.test/auth"))
        try await ClientScene(authMethod: method).play { scene in
            for number in 1...5 { try await scene.client.subscribe("private-\(number)") }
            let first = await scene.establish("1.1")
            // The application's server hangs: nothing is answered.
            for _ in 1...5 { _ = await scene.endpoint.nextRequest() }
            first.end(nil)
            await scene.retry()
            scene.clock.advance(by: .seconds(1))
            _ = await scene.acceptAndEstablish("2.2")
            for _ in 1...5 {
                let body = await scene.endpoint.nextRequest()?.request.bodyText
                #expect(body?.contains("socket_id=2.2") == true)
            }
        }
    }
}
