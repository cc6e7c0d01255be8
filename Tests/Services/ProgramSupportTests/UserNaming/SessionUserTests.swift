import BuoyProgramSupport
import Channels
import ChannelsProtocol
import Testing

@Suite("The user of a session, who takes another name")
struct SessionUserTests {
    private static let lobby = ChannelName(wire: "presence-lobby")

    private static func options(_ method: AuthMethod) -> ChannelsOptions {
        ChannelsOptions(appKey: "key", host: .host("127.0.0.1"), authMethod: method)
    }

    @Test("what is signed here names the given user, then the new one")
    func inline() throws {
        let id = try #require(SocketID("1.2"))
        var options = Self.options(
            .inline(secret: AppSecret("secret"), user: { _, _ in PresenceUser(id: "you") }))
        let user = SessionUser(in: &options)
        guard case .inline(_, let provider?, _) = options.authMethod else {
            Issue.record("no provider")
            return
        }
        #expect(provider(Self.lobby, id).id == "you")
        let taken = try #require(user.take("Ana Ruiz"))
        #expect(taken.id.hasPrefix("ana-ruiz-"))
        #expect(provider(Self.lobby, id) == PresenceUser(id: UserID(taken.id), info: taken.info))
    }

    @Test("without a given user, the id is the socket id, as it was before")
    func nobody() throws {
        let id = try #require(SocketID("1.2"))
        var options = Self.options(.inline(secret: AppSecret("secret")))
        _ = SessionUser(in: &options)
        guard case .inline(_, let provider?, _) = options.authMethod else {
            Issue.record("no provider")
            return
        }
        #expect(provider(Self.lobby, id) == PresenceUser(id: "1.2"))
    }

    @Test("an endpoint receives the given user, then the new one, and its other parameters")
    func endpoint() async throws {
        let context = AuthContext(socketID: try #require(SocketID("1.2")), channel: Self.lobby)
        var endpoint = AuthEndpoint(
            url: "http://auth.test/",
            parameters: [RequestField("user_id", "you"), RequestField("tenant", "7")])
        endpoint.parametersProvider = { _ in [RequestField("token", "fresh")] }
        var options = Self.options(.endpoint(endpoint))
        let user = SessionUser(in: &options)
        guard case .endpoint(let changed) = options.authMethod else {
            Issue.record("no endpoint")
            return
        }
        #expect(changed.parameters == [RequestField("tenant", "7")])
        let before = try await changed.parametersProvider?(context)
        #expect(before == [RequestField("user_id", "you"), RequestField("token", "fresh")])
        let taken = try #require(user.take("Ana"))
        let after = try await changed.parametersProvider?(context)
        #expect(
            after == [
                RequestField("user_id", taken.id), RequestField("user_info", #"{"name":"Ana"}"#),
                RequestField("token", "fresh"),
            ])
    }

    @Test("where nothing authorizes, no name is taken")
    func nothing() {
        var options = Self.options(.none)
        #expect(SessionUser(in: &options).take("Ana") == nil)
    }
}
