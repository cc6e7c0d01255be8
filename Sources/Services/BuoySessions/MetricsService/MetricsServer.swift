import BuoyProgramSupport
import BuoyServers
import ChannelsTransport

actor MetricsServer {
    private let gate: WebPageGate
    private let collect: @Sendable () async -> MetricRegistry
    var listener: NIOServer?

    init(gate: WebPageGate, collect: @escaping @Sendable () async -> MetricRegistry) {
        self.gate = gate
        self.collect = collect
    }
}

extension MetricsServer: RequestServer {
    static let purpose =
        "Only /metrics is served here"

    func respond(to request: HTTPRequest, from peer: String) async -> HTTPResponse {
        if case .refuse(let response) = self.gate.judge(request) { return response }
        do throws(RouteRefusal) {
            let target = try RequestTarget(request.target)
            guard target.segments == ["metrics"] else { throw .notFound(target.path) }
            try request.require(method: "GET")
        } catch {
            return error.response
        }
        let format = MetricText.Format(accept: request.header("Accept"))
        let text = MetricText.text(of: await self.collect(), format)
        return HTTPResponse(
            status: 200, reason: "OK",
            headers: [
                HTTPHeader("Content-Type", format.contentType), HTTPHeader("Vary", "Accept"),
                HTTPHeader("X-Content-Type-Options", "nosniff"),
            ], body: Array(text.utf8))
    }
}
