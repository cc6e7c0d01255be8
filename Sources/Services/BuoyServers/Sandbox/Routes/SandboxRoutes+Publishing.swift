import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport

extension SandboxRoutes {
    func authenticated(
        _ request: HTTPRequest, _ target: RequestTarget, _ now: Now
    ) throws(RouteRefusal) -> HTTPAPICall {
        do {
            try self.app.requestSignature.check(
                method: request.method, path: target.path, parameters: target.query,
                body: request.body, unixTime: now.unixMilliseconds / 1000)
        } catch {
            throw RouteRefusal(status: error.status, text: error.description)
        }
        let signing: Set = [
            "auth_key", "auth_timestamp", "auth_version", "auth_signature", "body_md5",
        ]
        return HTTPAPICall(
            request: request, target: target,
            parameters: target.query.filter { !signing.contains($0.name.lowercased()) })
    }

    func answer(
        _ call: HTTPAPICall, _ hub: SandboxHub, _ time: Now, path: [String]
    ) throws(RouteRefusal) -> Answer {
        let now = time.uptime
        switch (path.first, path.count) {
        case ("events", 1):
            return try self.publish(call, hub, now)
        case ("batch_events", 1):
            return try self.publishBatch(call, hub, now)
        case ("channels", 3) where path[2] == "events":
            return try self.publish(on: path[1], call)
        case ("channels", 1):
            return Answer(response: .json(try self.listChannels(call, hub, now)))
        case ("channels", 2):
            return Answer(response: .json(try self.describeChannel(path[1], call, hub, now)))
        case ("connections", 1):
            return Answer(response: .json(try self.countConnections(call, hub)))
        case ("channels", 3) where path[2] == "history":
            return Answer(response: .json(try self.history(path[1], call, hub, time)))
        case ("users", 3) where path[2] == "terminate_connections":
            return try self.terminateConnections(of: path[1], call)
        case ("channels", 3) where path[2] == "stats":
            return Answer(response: .json(try self.channelStats(path[1], call, hub, now)))
        case ("channels", 3) where path[2] == "users":
            return Answer(response: .json(try self.listUsers(path[1], call, hub)))
        default:
            throw .notFound(call.target.path)
        }
    }

    private func publish(
        _ call: HTTPAPICall, _ hub: SandboxHub, _ now: Duration
    ) throws(RouteRefusal) -> Answer {
        let event = try EventRequest(try Self.body(of: call), limits: self.limits)
        try Self.allow(event.info, hub)
        guard !event.info.isEmpty else {
            return Answer(response: .json([:]), publications: [event.publication])
        }
        let channels = event.publication.channels.map { name in
            JSONValue.Object.Member(
                key: name.text, value: Self.description(of: name, event.info, hub, now))
        }
        return Answer(
            response: .json(["channels": .object(JSONValue.Object(channels))]),
            publications: [event.publication])
    }

    /// The deprecated form, used by very old servers: the name of the event is in the query, and
    /// the body is its data.
    private func publish(
        on channel: String, _ call: HTTPAPICall
    ) throws(RouteRefusal) -> Answer {
        try Self.allow("POST", call.request)
        try call.allow(parameters: ["name", "socket_id"])
        var fields: [JSONValue.Object.Member] = call.parameters.map {
            JSONValue.Object.Member(key: $0.name.lowercased(), value: .string($0.value))
        }
        let data = String(decoding: call.request.body, as: UTF8.self)
        fields.append(JSONValue.Object.Member(key: "data", value: .string(data)))
        fields.append(JSONValue.Object.Member(key: "channel", value: .string(channel)))
        let event = try EventRequest(.object(JSONValue.Object(fields)), limits: self.limits)
        return Answer(response: .json([:], status: 202), publications: [event.publication])
    }

    private func publishBatch(
        _ call: HTTPAPICall, _ hub: SandboxHub, _ now: Duration
    ) throws(RouteRefusal) -> Answer {
        guard let batch = try Self.body(of: call)["batch"]?.arrayValue else {
            throw .badRequest("Missing required parameter: batch")
        }
        guard batch.count <= self.limits.eventsPerBatch else {
            throw .badRequest(
                "Batch too large (\(batch.count) > \(self.limits.eventsPerBatch) events)")
        }
        var events: [EventRequest] = []
        for json in batch { events.append(try EventRequest(json, limits: self.limits)) }
        for event in events { try Self.allow(event.info, hub) }
        let publications = events.map(\.publication)
        guard events.contains(where: { !$0.info.isEmpty }) else {
            return Answer(response: .json([:]), publications: publications)
        }
        let infos = events.map { event in
            event.publication.channels.first.map {
                Self.description(of: $0, event.info, hub, now)
            } ?? [:]
        }
        return Answer(response: .json(["batch": .array(infos)]), publications: publications)
    }

    private static func body(of call: HTTPAPICall) throws(RouteRefusal) -> JSONValue {
        try Self.allow("POST", call.request)
        try call.allow(parameters: [])
        do { return try JSONValue(parsing: call.request.body) } catch {
            throw .badRequest("The body is not JSON: \(error.description)")
        }
    }
}
