import ChannelsProtocol
import Transport

extension SandboxRoutes {
    /// `POST /sandbox/faults`: injects a fault.
    func faults(
        _ request: HTTPRequest, _ target: RequestTarget
    ) throws(RouteRefusal) -> Answer {
        guard target.segments == ["sandbox", "faults"] else { throw .notFound(target.path) }
        guard self.offersFaults else {
            throw RouteRefusal(
                status: 403, text: "Faults are not accepted: start the sandbox with --faults")
        }
        try Self.allow("POST", request)
        try request.requireJSONFromPages()
        let json: JSON
        do { json = try JSON(parsing: request.body) } catch {
            throw .badRequest("The body is not JSON: \(error)")
        }
        return Answer(response: .json([:]), fault: try FaultRequest(json).fault)
    }
}
