import ChannelsProtocol
import Transport

extension SandboxRoutes {
    /// `POST /apps/<id>/users/<user id>/terminate_connections`
    func terminateConnections(
        of text: String, _ call: HTTPAPICall
    ) throws(RouteRefusal) -> Answer {
        try Self.allow("POST", call.request)
        try call.allow(parameters: [])
        // A user id is part of a channel name, and must follow its rules.
        do { _ = try ChannelName(text) } catch { throw .badRequest("Invalid user id. \(error)") }
        return Answer(response: .json([:]), terminating: UserID(text))
    }
}
