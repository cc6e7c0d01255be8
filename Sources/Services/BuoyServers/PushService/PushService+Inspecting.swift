import ChannelsProtocol
import ChannelsPushProtocol
import ChannelsTransport

extension PushService {
    mutating func inspect(
        _ request: HTTPRequest, _ path: [String]
    ) throws(RouteRefusal) -> HTTPResponse {
        switch (path.first, path.count) {
        case ("clients", 1):
            try request.require(method: "GET")
            return .json(self.clients)
        case ("interests", 1):
            try request.require(method: "GET")
            return .json(["interests": self.interests])
        case ("interests", 2):
            try request.require(method: "GET")
            return .json(self.reach(try Self.interest(path[1])))
        case ("faults", 1):
            try request.require(method: "POST")
            try self.begin(request)
            return .json([:])
        default: throw .notFound(request.target)
        }
    }

    private var clients: JSONValue {
        let clients = self.registry.clients.map { client -> JSONValue in
            let interests = JSONValue.array(client.interests.map { .string($0.text) })
            let members = client.json(showsToken: false).objectValue?.members ?? []
            return .object(
                JSONValue.Object(
                    members + [JSONValue.Object.Member(key: "interests", value: interests)]))
        }
        let counts = ["register", "token", "subscribe", "unsubscribe"].map { kind in
            JSONValue.Object.Member(key: kind, value: .count(self.counts[kind] ?? 0))
        }
        return ["clients": .array(clients), "requests": .object(JSONValue.Object(counts))]
    }

    private var interests: JSONValue {
        .object(
            JSONValue.Object(
                self.registry.interests.map { interest in
                    JSONValue.Object.Member(key: interest.name.text, value: .count(interest.count))
                }))
    }

    private func reach(_ name: InterestName) -> JSONValue {
        let clients = self.registry.clients(with: name)
        return [
            "interest": .string(name.text), "count": .count(clients.count),
            "clients": .array(clients.map { $0.json(showsToken: false) }),
        ]
    }

    private mutating func begin(_ request: HTTPRequest) throws(RouteRefusal) {
        guard self.offersFaults else {
            throw RouteRefusal(
                status: 403, text: "Faults are not accepted: start the sandbox with --faults")
        }
        try request.requireJSONFromPages()
        let json = try Self.json(request)
        if json["forget"] == true {
            self.registry.forgetClients()
        } else if json["clear"] == true {
            self.fault = nil
        } else {
            self.fault = try PushFault(json)
        }
    }
}

extension JSONValue {
    fileprivate static func count(_ count: Int) -> JSONValue { .number(String(count)) }
}
