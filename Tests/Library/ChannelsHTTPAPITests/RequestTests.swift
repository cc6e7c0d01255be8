import ChannelsHTTPAPI
import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport
import Testing

@Suite("Requests of the HTTP API")
struct RequestTests {
    private let scene = APIScene()

    /// The only request, which must be signed for what it sends.
    private func request() throws -> HTTPRequest {
        let request = try #require(self.scene.sender.requests.last)
        let parts = request.target.split(separator: "?", maxSplits: 1).map(String.init)
        let parameters = try #require([RequestParameter](encoded: parts[1].utf8))
        try RequestSignature(key: "key", secret: AppSecret("secret")).check(
            method: request.method, path: parts[0], parameters: parameters, body: request.body,
            unixTime: Int64(APIScene.now))
        return request
    }

    @Test("an event is one request, with text as it is and values as JSON")
    func event() async throws {
        let api = try self.scene.api()
        let orders = ChannelName("orders")
        for _ in 0..<4 { self.scene.sender.answer(200, "{}") }
        try await api.trigger("paid", on: orders, data: "7 €")
        let request = try self.request()
        #expect(request.method == "POST")
        #expect(request.target.hasPrefix("/apps/3/events?auth_key=key&auth_timestamp=1700000000&"))
        #expect(request.header("content-type") == "application/json")
        #expect(
            self.scene.sender.bodies.last == #"{"name":"paid","channels":["orders"],"data":"7 €"}"#)
        try await api.trigger("paid", on: orders, data: ["id": 7])
        #expect(self.scene.sender.bodies.last?.contains(#""data":"{\"id\":7}""#) == true)
        try await api.trigger("paid", on: orders, data: EventData(json: ["id": 8]))
        #expect(self.scene.sender.bodies.last?.contains(#""data":"{\"id\":8}""#) == true)
        try await api.send("ping", to: "ana", data: "{}" as EventData)
        #expect(
            self.scene.sender.bodies.last
                == ##"{"name":"ping","channels":["#server-to-user-ana"],"data":"{}"}"##)
        _ = try self.request()
    }

    @Test("a recipient is excluded, and what is asked comes back in order")
    func info() async throws {
        let api = try self.scene.api()
        let channels = [ChannelName("presence-b"), ChannelName("presence-a")]
        self.scene.sender.answer(
            200,
            #"{"channels":{"presence-a":{"user_count":1},"presence-b":{"user_count":2,"subscription_count":3}}}"#
        )
        let answered = try await api.trigger(
            "paid", on: channels, data: "x" as EventData, excluding: SocketID(checking: "1.2"),
            info: [.subscriptionCount, .userCount])
        #expect(answered.map(\.name) == channels)
        #expect(answered.map(\.userCount) == [2, 1])
        #expect(answered.map(\.subscriptionCount) == [3, nil])
        #expect(
            self.scene.sender.bodies.last?.hasSuffix(
                #""data":"x","socket_id":"1.2","info":"user_count,subscription_count"}"#) == true)
    }

    @Test("more than ten events are several requests; what follows a failure is not sent")
    func batches() async throws {
        let api = try self.scene.api()
        let events = try (0..<25).map { number in
            BatchEvent(
                EventName("e\(number)"), on: try ChannelName("c\(number)"), data: "x" as EventData)
        }
        self.scene.sender.answer(200, "{}")
        self.scene.sender.answer(500, "")
        let result = try await api.trigger(events)
        #expect(self.scene.sender.requests.count == 2)
        #expect(result.publishedCount == 10)
        #expect(result.outcomes[..<10].allSatisfy { $0 == .published(nil) })
        #expect(result.outcomes[10..<20].allSatisfy { $0 == .unknown })
        #expect(result.outcomes[20...].allSatisfy { $0 == .notPublished })
        let error = result.error as? ChannelsAPIError
        #expect(error?.kind == .serverError)
        #expect(error?.description.contains("The 10 events may have been published") == true)
        #expect(self.scene.sender.bodies[0].hasPrefix(#"{"batch":[{"name":"e0","channel":"c0""#))
        self.scene.sender.answer(200, "{}")
        self.scene.sender.answer(400, "no")
        let refused = try await api.trigger(events)
        #expect(refused.outcomes[10...].allSatisfy { $0 == .notPublished })
        let none = try await api.trigger([])
        #expect(none.outcomes.isEmpty && none.error == nil)
    }

    @Test("what a batch asks about its channels comes back with each event")
    func batchInfo() async throws {
        let room = ChannelName("presence-a")
        self.scene.sender.answer(200, #"{"batch":[{"user_count":4},{}]}"#)
        let result = try await self.scene.api().trigger([
            BatchEvent("a", on: room, data: "1", info: [.userCount]),
            BatchEvent("b", on: room, data: "2"),
        ])
        guard case .published(let first?) = result.outcomes[0] else {
            Issue.record("\(result.outcomes)")
            return
        }
        #expect(first.name == room && first.userCount == 4)
    }

    @Test("an event on an encrypted channel is sealed with the channel's key")
    func encryption() async throws {
        var options = APIScene.options
        let key = try EncryptionMasterKey(bytes: Array(repeating: 7, count: 32))
        options.encryptionMasterKey = key
        self.scene.sender.answer(200, "{}")
        let channel = ChannelName("private-encrypted-a")
        try await self.scene.api(options).trigger("paid", on: channel, data: "clear text")
        let body = try #require(self.scene.sender.bodies.last)
        #expect(!body.contains("clear text"))
        let data = try #require(JSONValue.parse(body)?["data"]?.stringValue)
        let opened = try SecretBox.open(EventData(data), with: key.sharedSecret(for: channel)).get()
        #expect(opened.text == "clear text")
    }

    @Test("questions are signed with their parameters unencoded")
    func questions() async throws {
        let api = try self.scene.api()
        self.scene.sender.answer(
            200, #"{"channels":{"presence-b":{"user_count":2},"presence-a":{}}}"#)
        let listed = try await api.channels(prefix: "presence-", info: [.userCount])
        #expect(listed.map(\.name.text) == ["presence-a", "presence-b"])
        #expect(listed.map(\.userCount) == [nil, 2])
        #expect(
            try self.request().target.hasPrefix(
                "/apps/3/channels?filter_by_prefix=presence-&info=user_count&"))
        self.scene.sender.answer(200, #"{"channels":[]}"#)
        #expect(try await api.channels().isEmpty)

        let cache = ChannelName("presence-cache-a,b")
        self.scene.sender.answer(
            200,
            #"{"occupied":false,"user_count":3,"subscription_count":5,"cache":{"data":"{}","ttl":60}}"#
        )
        let info = try await api.channel(
            cache, info: [.userCount, .subscriptionCount, .cache])
        #expect(!info.isOccupied && info.userCount == 3 && info.subscriptionCount == 5)
        #expect(info.cache?.data.text == "{}" && info.cache?.timeToLive == .seconds(60))
        #expect(
            try self.request().target.hasPrefix(
                "/apps/3/channels/presence-cache-a,b?info=user_count%2Csubscription_count%2Ccache&")
        )

        self.scene.sender.answer(200, #"{"users":[{"id":"b"},{"id":7},{}]}"#)
        #expect(try await api.users(of: ChannelName("presence-a")) == ["b", "7"])
        self.scene.sender.answer(200, "{}")
        try await api.terminateConnections(of: "ana")
        #expect(try self.request().target.hasPrefix("/apps/3/users/ana/terminate_connections?"))
        #expect(self.scene.sender.bodies.last == "{}")
    }

    @Test("a path before /apps is sent, and not signed")
    func prefix() async throws {
        var options = APIScene.options
        options.route.path = "/pusher"
        self.scene.sender.answer(200, #"{"channels":{}}"#)
        _ = try await self.scene.api(options).channels()
        let target = try #require(self.scene.sender.requests.last?.target)
        #expect(target.hasPrefix("/pusher/apps/3/channels?"))
        let signed = try self.scene.api().signedRequest(method: "GET", path: "/channels")
        #expect(target == "/pusher/apps/3/channels?\(signed.query)")
        #expect(signed.path == "/apps/3/channels")
    }

    @Test("the published signatures of requests are those of the library")
    func vectors() throws {
        // T11 of the signature vectors, from the service's documentation.
        let body = #"{"name":"foo","channels":["project-3"],"data":"{\"some\":\"data\"}"}"#
        let signed = try SignedRequest(
            method: "POST", path: "/apps/3/events", parameters: [], body: Array(body.utf8),
            key: "278d425bdf160c739803", secret: AppSecret("7ad3773142a6692b25b8"),
            unixTime: 1_353_088_179)
        #expect(
            signed.signature == "da454824c97ba181a32ccc17a72625ba02771f50b50e1e7430e47a1f3f457e6c")
        #expect(
            signed.signedString.hasPrefix("POST\n/apps/3/events\nauth_key=278d425bdf160c739803&"))
    }
}
