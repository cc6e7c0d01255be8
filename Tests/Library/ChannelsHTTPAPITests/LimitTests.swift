import ChannelsHTTPAPI
import ChannelsTransport
import Testing

@Suite("Limits of the HTTP API")
struct LimitTests {
    private let scene = APIScene()

    /// The sentence of the error, which must come before anything is sent.
    private func sentence(
        _ call: (ChannelsAPI) async throws -> Void
    ) async throws -> String {
        do {
            try await call(self.scene.api())
        } catch let error as ChannelsAPIError {
            #expect(error.kind == .invalidRequest)
            #expect(error.effect == .none)
            #expect(self.scene.sender.requests.isEmpty, "it was sent")
            return error.description
        }
        return "accepted"
    }

    @Test("names are 1 to 200 characters")
    func names() async throws {
        let orders = ChannelName("orders")
        let long = EventName(String(repeating: "é", count: 201))
        #expect(
            try await self.sentence { try await $0.trigger(long, on: orders, data: "x") }
                == "The event name has 201 characters; the limit is 200.")
        #expect(
            try await self.sentence { try await $0.trigger("", on: orders, data: "x") }
                == "An event name cannot be empty.")
        let hostile = ChannelName(wire: "a b")
        #expect(
            try await self.sentence { try await $0.trigger("e", on: hostile, data: "x") }
                == "Character 2 of the channel name \"a b\" is not allowed: use letters, digits and "
                + "_ - = @ , . ;")
    }

    @Test("an event goes to 1 to 100 channels, and to one encrypted channel alone")
    func channels() async throws {
        let many = try (0...100).map { try ChannelName("c\($0)") }
        #expect(
            try await self.sentence { try await $0.trigger("e", on: many, data: "x" as EventData) }
                == "The event is for 101 channels; the limit is 100.")
        #expect(
            try await self.sentence {
                try await $0.trigger("e", on: [ChannelName](), data: "x" as EventData)
            }
                == "An event requires at least one channel.")
        let mixed = [ChannelName("a"), ChannelName("private-encrypted-b")]
        #expect(
            try await self.sentence { try await $0.trigger("e", on: mixed, data: "x" as EventData) }
                .contains("private-encrypted-b is encrypted with its own key"))
        #expect(
            try await self.sentence {
                try await $0.trigger("e", on: [mixed[1]], data: "x" as EventData)
            }.contains("requires the app's encryption master key"))
    }

    @Test("data has at most 10,240 bytes, also in a batch, and encrypted")
    func data() async throws {
        let orders = ChannelName("orders")
        let large = EventData(String(repeating: "x", count: 10_241))
        let words = "The data of paid is 10241 bytes; the limit is 10240."
        #expect(
            try await self.sentence { try await $0.trigger("paid", on: [orders], data: large) }
                == words)
        let batch = [
            BatchEvent("ok", on: orders, data: "1"), BatchEvent("paid", on: orders, data: large),
        ]
        #expect(
            try await self.sentence { _ = try await $0.trigger(batch) } == "Event 2: \(words)")
        var options = APIScene.options
        options.encryptionMasterKey = try EncryptionMasterKey(bytes: Array(repeating: 7, count: 32))
        let secret = ChannelName("private-encrypted-a")
        let nearly = EventData(String(repeating: "x", count: 10_000))
        let error = await #expect(throws: ChannelsAPIError.self) {
            try await self.scene.api(options).trigger("paid", on: [secret], data: nearly)
        }
        #expect(error?.description.contains("the limit is 10240") == true)
    }

    @Test("socket ids are two numbers")
    func socketIDs() throws {
        #expect(throws: Never.self) { try SocketID(checking: "1.2") }
        let error = #expect(throws: ChannelsAPIError.self) { try SocketID(checking: "1.2\n") }
        #expect(error?.description.hasPrefix("The socket id ") == true)
    }

    @Test("an attribute needs a channel that has it")
    func attributes() async throws {
        let orders = ChannelName("orders")
        #expect(
            try await self.sentence { _ = try await $0.channels(info: [.userCount]) }
                .hasPrefix("user_count requires a pattern that starts with presence-"))
        #expect(
            try await self.sentence { _ = try await $0.channels(info: [.cache]) }
                == "cache is available for one channel only, not for a list.")
        #expect(
            try await self.sentence { _ = try await $0.channel(orders, info: [.userCount]) }
                .hasPrefix("user_count is available for presence channels only"))
        #expect(
            try await self.sentence { _ = try await $0.channel(orders, info: [.cache]) }
                == "cache is available for cache channels only, and orders is not one.")
        #expect(
            try await self.sentence { _ = try await $0.users(of: orders) }
                .hasPrefix("Only presence channels have users"))
        #expect(
            try await self.sentence {
                try await $0.trigger("e", on: orders, data: "x", info: [.userCount])
            }.hasPrefix("user_count is available"))
    }

    @Test("a user id follows the rules of channel names")
    func users() async throws {
        #expect(
            try await self.sentence { try await $0.terminateConnections(of: "a/b") }
                .hasPrefix("The user id \"a/b\" is invalid"))
        #expect(
            try await self.sentence { try await $0.send("e", to: "", data: "x") }
                == "A user id cannot be empty.")
    }

    @Test("options that cannot work are refused")
    func options() {
        let changes: [(inout ChannelsAPIOptions) -> Void] = [
            { $0.appID = "" }, { $0.appKey = "" }, { $0.route.host = .host("http://a") },
            { $0.route.port = 0 },
            { $0.route.path = "a" }, { $0.timeLimit = .zero }, { $0.maximumConnections = 0 },
            { $0.route.proxy = .url("ftp://x") },
        ]
        for change in changes {
            var options = APIScene.options
            change(&options)
            #expect(throws: ChannelsError.self) { try ChannelsAPI(options) }
        }
    }
}
