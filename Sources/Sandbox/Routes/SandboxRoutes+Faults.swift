internal import ChannelsProtocol
internal import HTTPService
internal import Transport

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
        // A page of another server on this machine may post, but not JSON without a preflight
        // request.
        let isJSON = request.header("content-type")?.lowercased().hasPrefix("application/json")
        guard request.header("origin") == nil || isJSON == true else {
            throw .badRequest("A page must send its fault as application/json")
        }
        let json: JSON
        do { json = try JSON(parsing: request.body) } catch {
            throw .badRequest("The body is not JSON: \(error)")
        }
        return Answer(response: .json([:]), fault: try FaultRequest(json).fault)
    }
}
