import ChannelsProtocol
import ChannelsTransport

extension SandboxRoutes {
    /// `POST /sandbox/missed`: what a client missed between two of its connections.
    ///
    /// The body is `{"lost": ID, "socket_id": ID, "received": {CHANNEL: NUMBER}}`, the response
    /// `{"channels": {CHANNEL: NUMBER}}` with the channels that both were subscribed to.
    func missed(
        _ request: HTTPRequest, _ hub: SandboxHub
    ) throws(RouteRefusal) -> Answer {
        try Self.allow("POST", request)
        try request.requireJSONFromPages()
        let question = (try? JSONValue(parsing: request.body))?.objectValue
        guard let lost = Self.socketID(question?["lost"]),
            let next = Self.socketID(question?["socket_id"]),
            let received = question?["received"]?.objectValue
        else {
            throw .badRequest(
                "The body must be a JSON object with lost, socket_id and received, an object of "
                    + "numbers")
        }
        var counts: [ChannelName: Int] = [:]
        for member in received.members {
            guard let count = member.value.intValue, count >= 0 else {
                throw .badRequest("received must contain numbers from 0")
            }
            counts[ChannelName(wire: member.key)] = count
        }
        guard let missed = hub.missed(from: lost, to: next, received: counts) else {
            throw RouteRefusal(status: 404, text: "One of the connections is unknown")
        }
        let channels = missed.sorted { $0.key < $1.key }.map { name, count in
            JSONValue.Object.Member(key: name.text, value: .number(String(count)))
        }
        return Answer(response: .json(["channels": .object(JSONValue.Object(channels))]))
    }

    private static func socketID(_ value: JSONValue?) -> SocketID? {
        value?.stringValue.flatMap { SocketID($0) }
    }
}
