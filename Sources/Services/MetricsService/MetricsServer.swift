import ProgramSupport
package import Servers
package import Transport

/// Serves values at `/metrics`, and nothing else.
package actor MetricsServer {
    private let gate: WebPageGate
    private let collect: @Sendable () async -> MetricRegistry
    private var listener: NIOServer?

    /// - Parameters:
    ///   - gate: keeps web pages out.
    ///   - collect: returns the current values.
    package init(gate: WebPageGate, collect: @escaping @Sendable () async -> MetricRegistry) {
        self.gate = gate
        self.collect = collect
    }

    /// Starts listening.
    ///
    /// - Parameter port: 0 lets the system choose.
    /// - Returns: the port.
    /// - Throws: `TransportError.listenFailed`.
    package func start(address: String, port: Int) async throws(TransportError) -> Int {
        let listener = try await NIOServer.listen(address: address, port: port, handler: self)
        self.listener = listener
        return listener.port
    }

    /// Stops listening, and ends all connections.
    package func stop() async {
        await self.listener?.close()
        self.listener = nil
    }
}

extension MetricsServer: ServerHandler {
    /// Answers `GET /metrics` in the format that the client accepts.
    package func respond(to request: HTTPRequest, from peer: String) async -> HTTPResponse {
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

    /// WebSockets are not served.
    package nonisolated func upgrade(
        _ request: HTTPRequest, from peer: String
    ) async -> UpgradeDecision {
        .refuse(.text(404, "Metrics are served at /metrics, and nothing else"))
    }

    /// Never called, because no upgrade is accepted.
    package nonisolated func serve(
        _ connection: any ServerWebSocketConnection, request: HTTPRequest
    ) async {}
}
