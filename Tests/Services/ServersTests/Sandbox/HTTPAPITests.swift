import BuoyTestBasics
import Channels
import ChannelsHTTPAPI
import ChannelsTransport
import Testing

@testable import BuoyServers

/// Every call of the HTTP API, and its effect on clients.
@Suite("The HTTP API's library against the sandbox", .inTurn)
struct HTTPAPITests {
    @Test("an event reaches the subscribers, except the one that is excluded")
    func trigger() async throws {
        try await LoopbackSandbox.run { sandbox in
            let api = try sandbox.api()
            try await sandbox.runUser("ana") { ana in
                try await sandbox.runUser("ben") { ben in
                    let excluded = try await ana.connect()
                    try await ben.connect()
                    let orders = try await ana.subscribe("orders")
                    try await ben.subscribe("orders")
                    try await api.trigger(
                        "paid", on: orders, data: ["id": 7], excluding: excluded)
                    try await api.trigger("end", on: [orders], data: "text")
                    let paid = try await ben.report.received()
                    #expect(paid.name == "paid")
                    #expect(paid.data.text == #"{"id":7}"#)
                    let events = try await ana.report.events(until: "end")
                    #expect(events.map(\.name) == ["end"])
                    #expect(events.map(\.data.text) == ["text"])
                }
            }
        }
    }

    @Test("an event on an encrypted channel is readable for its subscribers only")
    func encrypted() async throws {
        try await LoopbackSandbox.run { sandbox in
            try await sandbox.runUser("ana") { ana in
                try await ana.connect()
                let channel = try await ana.subscribe("private-encrypted-orders")
                try await sandbox.api().trigger("paid", on: channel, data: "clear text")
                let event = try await ana.report.received()
                #expect(event.data.text == "clear text")
            }
        }
    }

    @Test("25 events in batches arrive in order, and their channels are told about")
    func batch() async throws {
        try await LoopbackSandbox.run(counting: true) { sandbox in
            try await sandbox.runUser("ana") { ana in
                try await ana.connect()
                let orders = try await ana.subscribe("orders")
                let events = (0..<25).map {
                    BatchEvent(
                        EventName("e\($0)"), on: orders, data: "{}", info: [.subscriptionCount])
                }
                let result = try await sandbox.api().trigger(events)
                #expect(result.error == nil)
                for outcome in result.outcomes {
                    guard case .published(let info?) = outcome else {
                        Issue.record("\(outcome)")
                        continue
                    }
                    #expect(info.name == orders && info.subscriptionCount == 1)
                }
                let received = try await ana.report.events(until: "e24")
                #expect(received.map(\.name) == events.map(\.name))
            }
        }
    }

    @Test("channels, their counts, their users and the last event of a cache channel")
    func asking() async throws {
        try await LoopbackSandbox.run(counting: true) { sandbox in
            let api = try sandbox.api()
            try await sandbox.runUser("ana") { ana in
                try await ana.connect()
                let lobby = try await ana.subscribe("presence-lobby")
                let cache = try await ana.subscribe("cache-price")
                let all = try await api.channels()
                #expect(all.map(\.name) == [cache, lobby])
                let rooms = try await api.channels(prefix: "presence-", info: [.userCount])
                #expect(rooms.map(\.name) == [lobby])
                #expect(rooms.first?.userCount == 1)
                let room = try await api.channel(lobby, info: [.userCount, .subscriptionCount])
                #expect(room.isOccupied && room.userCount == 1 && room.subscriptionCount == 1)
                #expect(try await api.users(of: lobby) == ["ana"])
                #expect(try await api.channel(cache, info: [.cache]).cache == nil)
                try await api.trigger("price", on: cache, data: "7")
                let info = try await api.channel(cache, info: [.cache])
                #expect(info.cache?.data.text == "7")
                #expect(info.cache?.timeToLive == .seconds(1800))
                let none = try await api.channel(ChannelName("nobody"))
                #expect(!none.isOccupied)
                let told = try await api.trigger(
                    "e", on: [cache, lobby], data: "1" as EventData, info: [.userCount])
                #expect(told.map(\.name) == [cache, lobby])
                #expect(told.map(\.userCount) == [nil, 1])
            }
        }
    }

    @Test("a user gets an event of their own, and loses all connections when asked")
    func users() async throws {
        try await LoopbackSandbox.run { sandbox in
            let api = try sandbox.api()
            try await sandbox.runUser("ana") { ana in
                try await ana.connect()
                await ana.client.signIn()
                try await ana.report.signedIn()
                try await api.send("note", to: "ana", data: "hello")
                let note = try await ana.report.received()
                #expect(note.name == "note" && note.data.text == "hello")
                try await api.terminateConnections(of: "ana")
                #expect(try await ana.report.stateChange(to: .failed).closeCode == 4009)
            }
        }
    }

    @Test("a wrong secret, key, id or clock is told as such")
    func refusals() async throws {
        try await LoopbackSandbox.run { sandbox in
            var options = sandbox.apiOptions
            options.secret = AppSecret("wrong")
            let secret = await #expect(throws: ChannelsAPIError.self) {
                try await sandbox.api(options).channels()
            }
            #expect(secret?.kind == .unauthorized)
            #expect(secret?.description.contains("so their secrets differ") == true)
            options = sandbox.apiOptions
            options.appID = "2"
            let id = await #expect(throws: ChannelsAPIError.self) {
                try await sandbox.api(options).channels()
            }
            #expect(id?.kind == .notFound)
            // The sandbox's clock stands still in the past.
            let late = await #expect(throws: ChannelsAPIError.self) {
                try await sandbox.api(now: RouteDialogue.unixTime + 3600).channels()
            }
            #expect(late?.kind == .unauthorized)
            #expect(late?.clockSkew == .seconds(-3599.5))
            options = sandbox.apiOptions
            options.correctsClock = true
            let corrected = try sandbox.api(options, now: RouteDialogue.unixTime + 3600)
            #expect(try await corrected.channels().isEmpty)
            #expect(corrected.clockSkew == .seconds(-3599.5))
        }
    }
}

extension LoopbackSandbox {
    fileprivate var apiOptions: ChannelsAPIOptions {
        var options = ChannelsAPIOptions(
            appID: "1", appKey: SandboxApp.standardKey,
            secret: AppSecret(SandboxApp.standardSecret),
            host: .host("127.0.0.1"))
        options.route.port = self.port
        options.route.usesTLS = false
        options.encryptionMasterKey = try? EncryptionMasterKey(
            base64: SandboxApp.standardMasterKey)
        return options
    }

    /// The API on a network, at the time of the sandbox or another one.
    fileprivate func api(
        _ options: ChannelsAPIOptions? = nil, now: Int64 = RouteDialogue.unixTime
    ) throws -> ChannelsAPI {
        let pool = HTTPConnectionPool(
            to: HTTPOrigin(host: "127.0.0.1", port: self.port), maximum: 2)
        return try ChannelsAPI(options ?? self.apiOptions, sender: pool, wallClock: { Double(now) })
    }

    /// Runs a client that the sandbox authorizes as this user.
    fileprivate func runUser(
        _ id: String, _ test: (LiveClient) async throws -> Void
    ) async throws {
        let endpoint = AuthEndpoint(
            url: "http://127.0.0.1:\(self.port)/pusher/user-auth",
            parameters: [RequestField("user_id", id)])
        try await LiveClient.run(
            at: self.port, authMethod: self.endpoint(user: id),
            change: { $0.userAuthentication = .endpoint(endpoint) }, test)
    }
}
