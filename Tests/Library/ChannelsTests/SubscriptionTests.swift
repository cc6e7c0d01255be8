import BuoyTestSupport
import Channels
import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport
import Testing

struct SubscriptionTests {
    @Test("a private channel is authorized by the endpoint with the form that pusher-js sends")
    func endpoint() async throws {
        let method = AuthMethod.endpoint(
            AuthEndpoint(
                url: "http://auth.test:8000/pusher/auth?x=1",
                parameters: [RequestField("a b", "c&d")], headers: [RequestField("X-Token", "t")]))
        try await ClientScene(authMethod: method).play { scene in
            try await scene.client.subscribe("private-orders")
            let connection = await scene.establish("12.34")
            let exchange = try #require(await scene.endpoint.nextRequest())
            #expect(exchange.request.method == "POST")
            #expect(exchange.request.origin.host == "auth.test")
            #expect(exchange.request.origin.port == 8000)
            #expect(exchange.request.target == "/pusher/auth?x=1")
            #expect(exchange.request.header("x-token") == "t")
            #expect(
                String(decoding: exchange.request.body, as: UTF8.self)
                    == "socket_id=12.34&channel_name=private-orders&a%20b=c%26d")
            exchange.respond(200, #"{"auth":"key:abc"}"#)
            let message = await connection.nextMessage()
            #expect(message.contains(#""auth":"key:abc""#))
            #expect(message.contains(#""channel":"private-orders""#))
        }
    }

    @Test("the endpoint's headers cannot replace those of the request, and no value is printed")
    func headers() async throws {
        let endpoint = AuthEndpoint(
            url: "http://auth.test/", parameters: [RequestField("p", "hunter2")],
            headers: [RequestField("Host", "hunter2"), RequestField("Authorization", "hunter2")])
        try await ClientScene(authMethod: .endpoint(endpoint)).play { scene in
            try await scene.client.subscribe("private-a")
            _ = await scene.establish()
            let request = try #require(await scene.endpoint.nextRequest()).request
            #expect(request.header("Host") == nil)
            #expect(request.header("Authorization") == "hunter2")
        }
        var dumped = ""
        dump(endpoint, to: &dumped)
        for text in ["\(endpoint)", String(reflecting: endpoint), dumped] {
            #expect(text.contains("Authorization"))
            #expect(!text.contains("hunter2"))
        }
    }

    @Test("a refusal of the endpoint fails the subscription with its reason")
    func endpointRefuses() async throws {
        let method = AuthMethod.endpoint(AuthEndpoint(url: "http://auth.test/"))
        try await ClientScene(authMethod: method).play { scene in
            try await scene.client.subscribe("presence-lobby")
            _ = await scene.establish()
            await scene.endpoint.nextRequest()?.respond(403, "forbidden")
            let failure = await scene.nextFailure()
            #expect(failure?.phase == .authorization)
            #expect(failure?.status == 403)
            #expect(failure?.body == "forbidden")
        }
    }

    @Test("an endpoint that cannot be reached is asked again before the subscription fails")
    func endpointUnreachable() async throws {
        var endpoint = AuthEndpoint(url: "http://auth.test/")
        endpoint.retries = 1
        try await ClientScene(authMethod: .endpoint(endpoint)).play { scene in
            try await scene.client.subscribe("private-a")
            _ = await scene.establish()
            await scene.endpoint.nextRequest()?.fail(.timedOut(phase: "waiting for the answer"))
            while !scene.clock.pending.contains(where: { $0 < .seconds(1) }) { await Task.yield() }
            scene.clock.advance(by: .seconds(1))
            await scene.endpoint.nextRequest()?.fail(.timedOut(phase: "waiting for the answer"))
            let failure = await scene.nextFailure()
            #expect(failure?.phase == .authorization)
            #expect(failure?.status == nil)
            #expect(failure?.attempts == 2)
        }
    }

    @Test("an inline secret signs presence channels for the user that the provider names")
    func inline() async throws {
        let method = AuthMethod.inline(secret: AppSecret("7ad3773142a6692b25b8")) { _, _ in
            PresenceUser(
                id: "10",
                info: .object(JSONValue.Object([.init(key: "name", value: .string("Mr. P"))])))
        }
        try await ClientScene(authMethod: method).play { scene in
            try await scene.client.subscribe("presence-foobar")
            let connection = await scene.establish("1234.1234")
            let message = await connection.nextMessage()
            #expect(message.contains(#""auth":"key:"#))
            #expect(
                message.contains(
                    #""channel_data":"{\"user_id\":\"10\",\"user_info\":{\"name\":\"Mr. P\"}}""#))
        }
    }

    @Test("without a method a private channel fails at once and says what to configure")
    func noMethod() async throws {
        try await ClientScene().play { scene in
            try await scene.client.subscribe("private-a")
            _ = await scene.establish()
            let failure = await scene.nextFailure()
            #expect(failure?.text.contains("authorization endpoint") == true)
        }
    }

    @Test("an authorization that comes after a drop is not used for the next connection")
    func lateAuthorization() async throws {
        let method = AuthMethod.endpoint(AuthEndpoint(url: "http://auth.test/"))
        try await ClientScene(authMethod: method).play { scene in
            try await scene.client.subscribe("private-a")
            let first = await scene.establish("1.1")
            let late = try #require(await scene.endpoint.nextRequest())
            first.end(4200)
            await scene.report.first { if case .retryScheduled = $0 { true } else { false } }
            scene.clock.advance(by: .seconds(1))
            let second = await scene.acceptAndEstablish("2.2")
            late.respond(200, #"{"auth":"key:01d"}"#)
            let fresh = try #require(await scene.endpoint.nextRequest())
            #expect(String(decoding: fresh.request.body, as: UTF8.self).contains("socket_id=2.2"))
            fresh.respond(200, #"{"auth":"key:2e2"}"#)
            #expect(await second.nextMessage().contains("key:2e2"))
        }
    }

    @Test("members are listed, join, leave, and are replaced after a reconnection")
    func members() async throws {
        let method = AuthMethod.inline(secret: AppSecret("s")) { _, _ in PresenceUser(id: "1") }
        try await ClientScene(authMethod: method).play { scene in
            let channel = try await scene.client.subscribe("presence-a").name
            let first = await scene.establish("1.1")
            _ = await first.nextMessage()
            first.send(Self.roster(["1", "2"]))
            await scene.report.first { if case .membersReplaced = $0 { true } else { false } }
            #expect(await scene.client.members(of: channel)?.count == 2)
            #expect(await scene.client.members(of: channel)?.me == "1")
            first.send(
                #"{"event":"pusher_internal:member_added","channel":"presence-a","#
                    + #""data":"{\"user_id\":\"3\"}"}"#)
            let added = await scene.report.first {
                if case .memberAdded = $0 { true } else { false }
            }
            #expect(added == .memberAdded(channel, PresenceMember(id: "3")))
            first.end(nil)
            await scene.report.first { if case .retryScheduled = $0 { true } else { false } }
            scene.clock.advance(by: .seconds(1))
            let second = await scene.acceptAndEstablish("2.2")
            _ = await second.nextMessage()
            second.send(Self.roster(["1", "4"]))
            let replaced = await scene.report.first {
                if case .membersReplaced = $0 { true } else { false }
            }
            guard case .membersReplaced(_, let members, let difference)? = replaced else { return }
            #expect(members.ordered.map(\.id) == ["1", "4"])
            #expect(difference?.joined.map(\.id) == ["4"])
            #expect(difference?.left.map(\.id) == ["2", "3"])
        }
    }

    @Test("a client event goes out as it is, and is refused with the rule it breaks")
    func clientEvents() async throws {
        let method = AuthMethod.inline(secret: AppSecret("s"), user: nil)
        try await ClientScene(authMethod: method).play { scene in
            let channel = try await scene.client.subscribe("private-a").name
            let connection = await scene.establish("1.1")
            _ = await connection.nextMessage()
            connection.send(
                #"{"event":"pusher_internal:subscription_succeeded","channel":"private-a"}"#)
            await scene.report.first {
                if case .subscriptionChanged(_, .subscribed) = $0 { true } else { false }
            }
            let outcome = try await scene.client.trigger(
                "client-x", on: channel, data: EventData(json: .number("1")))
            #expect(outcome == .sent)
            let message = await connection.nextMessage()
            #expect(message.contains(#""event":"client-x""#))
            #expect(message.contains(#""data":1"#))
            await #expect(throws: ChannelsError.clientEvent(.nameWithoutPrefix("x"))) {
                try await scene.client.trigger("x", on: channel, data: EventData("1"))
            }
        }
    }

    @Test("unsubscribing takes the channel and its bindings away")
    func unsubscribe() async throws {
        try await ClientScene().play { scene in
            let channel = try await scene.client.subscribe("orders").name
            let connection = await scene.establish()
            await scene.confirm(connection)
            let binding = await scene.client.bind("price", on: channel)
            let everywhere = await scene.client.bind("price")
            await scene.client.unsubscribe(channel)
            #expect(await connection.nextMessage().contains("pusher:unsubscribe"))
            #expect(await scene.client.subscriptions.isEmpty)
            #expect(await scene.client.allBindings.map(\.id) == [everywhere.id])
            let removed = await scene.report.first {
                if case .bindingRemoved = $0 { true } else { false }
            }
            #expect(removed == .bindingRemoved(binding.id))
        }
    }

    @Test("a name that cannot name a channel is refused")
    func badName() async throws {
        let client = try ClientScene().client
        await #expect(throws: ChannelsError.channelName(.empty)) { try await client.subscribe("") }
    }

    private static func roster(_ ids: [String]) -> String {
        let hash = ids.map { #"\""# + $0 + #"\":{}"# }.joined(separator: ",")
        let list = ids.map { #"\""# + $0 + #"\""# }.joined(separator: ",")
        return #"{"event":"pusher_internal:subscription_succeeded","channel":"presence-a","#
            + #""data":"{\"presence\":{\"count\":"# + "\(ids.count)" + #",\"ids\":["# + list
            + #"],\"hash\":{"# + hash + #"}}}"}"#
    }
}

extension ClientScene {
    /// The failure of the next subscription that fails.
    func nextFailure() async -> SubscriptionFailure? {
        while let (_, state) = await self.report.nextSubscription() {
            if case .failed(let failure) = state { return failure }
        }
        return nil
    }
}
