import ChannelsHTTPAPI

extension Guide {
    static func httpAPI(secret: String, masterKey: EncryptionMasterKey) async throws {
        // guide: http-api start
        var options = ChannelsAPIOptions(
            appID: "3", appKey: "app-key", secret: AppSecret(secret), host: .cluster("eu"))
        options.encryptionMasterKey = masterKey
        let api = try ChannelsAPI(options)

        let orders: ChannelName = "orders"
        try await api.trigger("created", on: orders, data: ["id": 7])
        try await api.trigger("note", on: [orders, "news"], data: "plain text")
        try await api.send("note", to: "ana", data: "hello")
        // guide: http-api end
    }

    static func httpAPIEncoding(_ api: ChannelsAPI, _ id: Int, _ text: String) async throws {
        // guide: http-api-encoding start
        struct Note: Encodable {
            var id: Int
            var text: String
        }
        try await api.trigger("created", on: "notes", encoding: Note(id: id, text: text))
        // guide: http-api-encoding end
    }

    static func httpAPIBatch(_ api: ChannelsAPI) async throws {
        // guide: http-api-batch start
        let orders: ChannelName = "orders"
        let events = (1...25).map { BatchEvent("created", on: orders, data: EventData("\($0)")) }
        let result = try await api.trigger(events)
        if let error = result.error {
            print("\(result.publishedCount) of \(events.count) were published: \(error)")
            let doubtful = events.indices.filter { result.outcomes[$0] == .unknown }
            print("Perhaps published: \(doubtful)")
        }
        // guide: http-api-batch end
    }

    static func httpAPIAsking(_ api: ChannelsAPI) async throws {
        // guide: http-api-asking start
        for room in try await api.channels(prefix: "presence-", info: [.userCount]) {
            print("\(room.name): \(room.userCount ?? 0)")
        }
        let price = try await api.channel("cache-price", info: [.cache])
        print("\(price.isOccupied) \(price.cache?.data.text ?? "no event yet")")
        for user in try await api.users(of: "presence-lobby") { print(user.text) }
        try await api.terminateConnections(of: "ana")
        // guide: http-api-asking end
    }

    static func httpAPIErrors(_ api: ChannelsAPI, _ form: [String: String]) async throws {
        // guide: http-api-errors start
        do {
            try await api.trigger(
                "created", on: "orders", data: ["id": 7],
                excluding: SocketID(checking: form["socket_id"] ?? ""))
        } catch let error as ChannelsAPIError {
            switch error.kind {
            case .tooManyRequests: print("Wait \(error.retryAfter ?? .seconds(1))")
            case .unauthorized: print("\(error.signedString ?? "") \(error.expectedString ?? "")")
            default: print(error.description)
            }
            if error.effect == .unknown { print("Look whether it was published.") }
        }
        // guide: http-api-errors end
    }

    static func httpAPISigning(_ api: ChannelsAPI) throws {
        // guide: http-api-signing start
        let request = try api.signedRequest(
            method: "GET", path: "/channels", query: "filter_by_prefix=presence-")
        print("\(request.signedString) \(request.signature)")
        // guide: http-api-signing end
    }
}
