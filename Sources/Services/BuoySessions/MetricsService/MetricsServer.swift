import BuoyProgramSupport
import BuoyServers
import BuoyTextScreen
import ChannelsTransport

actor MetricsServer {
    private let gate: WebPageGate
    private let collect: @Sendable () async -> MetricRegistry
    private let problems: @Sendable () -> [String]
    var listener: NIOServer?

    init(
        gate: WebPageGate, collect: @escaping @Sendable () async -> MetricRegistry,
        problems: @escaping @Sendable () -> [String]
    ) {
        self.gate = gate
        self.problems = problems
        self.collect = collect
    }
}

extension MetricsServer: RequestServer {
    static let purpose =
        "Only /metrics and /healthz are served here"

    func respond(to request: HTTPRequest, from peer: String) async -> HTTPResponse {
        if case .refuse(let response) = self.gate.judge(request) { return response }
        do throws(RouteRefusal) {
            let target = try RequestTarget(request.target)
            let isHealth = target.segments == ["healthz"]
            guard isHealth || target.segments == ["metrics"] else { throw .notFound(target.path) }
            try request.require(method: "GET")
            if isHealth { return self.health }
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

extension MetricsServer {
    /// For orchestrators: one line.
    private var health: HTTPResponse {
        let problems = self.problems()
        let text = problems.isEmpty ? "ok" : problems.joined(separator: "; ")
        return HTTPResponse(
            status: problems.isEmpty ? 200 : 503,
            reason: problems.isEmpty ? "OK" : "Service Unavailable",
            headers: [
                HTTPHeader("Content-Type", "text/plain; charset=utf-8"),
                HTTPHeader("Cache-Control", "no-store"),
                HTTPHeader("X-Content-Type-Options", "nosniff"),
            ], body: Array((PlainOutput.line(text) + "\n").utf8))
    }
}
