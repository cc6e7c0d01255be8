import ChannelsProtocol
import ChannelsPushProtocol
import ChannelsTransport

/// The Push Notifications Client API (docs/http-api.md) under `/client_api/v1/`, and its
/// contents under `/sandbox/push/`. It delivers nothing: the platforms do that.
struct PushService: Sendable {
    let appKeys: Set<String>
    let offersFaults: Bool
    var registry: PushRegistry
    var fault: PushFault?
    var counts: [String: Int] = [:]

    /// - Parameter run: a random number of six digits, for the ids of clients.
    init(
        appKeys: Set<String>, offersFaults: Bool, run: Int = .random(in: 100_000...999_999)
    ) {
        self.appKeys = appKeys
        self.offersFaults = offersFaults
        self.registry = PushRegistry(run: run)
    }

    mutating func respond(to request: HTTPRequest) -> HTTPResponse? {
        do throws(RouteRefusal) {
            let segments = try RequestTarget(request.target).segments
            if segments.starts(with: ["client_api", "v1"]) {
                if let response = self.fault?.take() { return response }
                return try self.answer(request, Array(segments.dropFirst(2)))
            }
            if segments.starts(with: ["sandbox", "push"]) {
                return try self.inspect(request, Array(segments.dropFirst(2)))
            }
            return nil
        } catch {
            return error.response
        }
    }

    // MARK: The Client API

    private mutating func answer(
        _ request: HTTPRequest, _ path: [String]
    ) throws(RouteRefusal) -> HTTPResponse {
        switch (path.first, path.count) {
        case ("clients", 1):
            try request.require(method: "POST")
            return try self.register(try Self.json(request))
        case ("clients", 3) where path[2] == "token":
            try request.require(method: "PUT")
            return try self.update(path[1], try Self.json(request))
        case ("clients", 4) where path[2] == "interests":
            return try self.change(path[1], path[3], request)
        default: throw .notFound(request.target)
        }
    }

    private mutating func register(_ json: JSONValue) throws(RouteRefusal) -> HTTPResponse {
        let key = try self.appKey(json)
        let credentials = try Self.credentials(json)
        do throws(PushRegistry.Refusal) {
            let client = try self.registry.register(credentials, appKey: key)
            self.counts["register", default: 0] += 1
            return .json(client.json(showsToken: true), status: 201)
        } catch { throw error.routeRefusal }
    }

    /// The application's key is not documented for this call, but checked if present.
    private mutating func update(
        _ id: String, _ json: JSONValue
    ) throws(RouteRefusal) -> HTTPResponse {
        if json["app_key"] != nil { _ = try self.appKey(json) }
        let credentials = try Self.credentials(json)
        do throws(PushRegistry.Refusal) {
            let client = try self.registry.update(id, credentials)
            self.counts["token", default: 0] += 1
            return .json(client.json(showsToken: true))
        } catch { throw error.routeRefusal }
    }

    private mutating func change(
        _ id: String, _ interest: String, _ request: HTTPRequest
    ) throws(RouteRefusal) -> HTTPResponse {
        guard ["POST", "DELETE"].contains(request.method) else {
            throw .method(request.method, allowed: "POST, DELETE")
        }
        let key = try self.appKey(try Self.json(request))
        let name = try Self.interest(interest)
        do throws(PushRegistry.Refusal) {
            if request.method == "POST" {
                try self.registry.subscribe(id, to: name, appKey: key)
                self.counts["subscribe", default: 0] += 1
            } else {
                try self.registry.unsubscribe(id, from: name, appKey: key)
                self.counts["unsubscribe", default: 0] += 1
            }
            return .empty()
        } catch { throw error.routeRefusal }
    }

    // MARK: Reading requests

    private func appKey(_ json: JSONValue) throws(RouteRefusal) -> String {
        guard let key = json["app_key"]?.stringValue else {
            throw .badRequest("Missing required parameter: app_key")
        }
        guard self.appKeys.contains(key) else {
            throw RouteRefusal(status: 401, text: "Unknown app_key")
        }
        return key
    }

    private static func credentials(_ json: JSONValue) throws(RouteRefusal) -> PushCredentials {
        do { return try PushCredentials(json) } catch { throw .badRequest(error.description) }
    }

    static func interest(_ text: String) throws(RouteRefusal) -> InterestName {
        do { return try InterestName(text) } catch { throw .badRequest(error.description) }
    }

    static func json(_ request: HTTPRequest) throws(RouteRefusal) -> JSONValue {
        do { return try JSONValue(parsing: request.body) } catch {
            throw .badRequest("The body is not JSON: \(error.description)")
        }
    }
}

extension PushRegistry.Refusal {
    fileprivate var routeRefusal: RouteRefusal {
        switch self {
        case .unknownClient: RouteRefusal(status: 404, text: "No client has this id")
        case .otherApp:
            RouteRefusal(status: 403, text: "The client belongs to another app")
        case .tooManyClients(let limit):
            RouteRefusal(status: 503, text: "The sandbox holds at most \(limit) push clients")
        case .tooManyInterests(let limit):
            .badRequest("A client can have at most \(limit) interests")
        }
    }
}

extension PushRegistry.Client {
    /// The client as JSON (Pusher's "Client API", "Resource: /v1/clients").
    ///
    /// - Parameter showsToken: `false` for those who ask about a client; the token is shortened.
    func json(showsToken: Bool) -> JSONValue {
        let token = self.credentials.token
        return [
            "id": .string(self.id), "platform_type": .string(self.credentials.platform.rawValue),
            "token": .string(showsToken ? token.text : token.shortened),
        ]
    }
}
