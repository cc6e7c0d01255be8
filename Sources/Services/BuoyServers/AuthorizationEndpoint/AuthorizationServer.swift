import ChannelsProtocol
package import ChannelsTransport

package actor AuthorizationServer {
    /// Oldest first. Beyond a thousand, unread records are dropped. Ends with `stop()`.
    package nonisolated let records: AsyncStream<AuthorizationRecord>
    private let recording: AsyncStream<AuthorizationRecord>.Continuation
    private let responder: AuthorizationResponder
    private let gate: WebPageGate
    private var plan: AuthorizationFaultPlan
    private let sleep: @Sendable (Duration) async throws -> Void
    package var listener: NIOServer?

    package init(
        responder: AuthorizationResponder, gate: WebPageGate,
        plan: AuthorizationFaultPlan = AuthorizationFaultPlan(),
        sleep: @escaping @Sendable (Duration) async throws -> Void = {
            try await Task.sleep(for: $0, clock: .continuous)
        }
    ) {
        self.responder = responder
        self.gate = gate
        self.plan = plan
        self.sleep = sleep
        (self.records, self.recording) = AsyncStream.makeStream(
            bufferingPolicy: .bufferingNewest(1000))
    }

    package func stop() async {
        await self.close()
        self.recording.finish()
    }
}

extension AuthorizationServer: RequestServer {
    package static let purpose =
        "This is an authorization endpoint, not a Channels service"

    package func respond(to request: HTTPRequest, from peer: String) async -> HTTPResponse {
        if case .refuse(let response) = self.gate.judge(request) {
            self.record(.other(request.target), response)
            return response
        }
        if let response = self.gate.preflight(request) { return response }
        let fault = self.plan.next()
        // A cancelled request no longer waits for a response.
        if fault.delay > .zero { try? await self.sleep(fault.delay) }
        return self.gate.opened(self.answer(request, fault.answer), to: request)
    }

    private func answer(
        _ request: HTTPRequest, _ fault: AuthorizationFault.Answer
    ) -> HTTPResponse {
        do throws(RouteRefusal) {
            let target = try RequestTarget(request.target)
            guard !target.segments.isEmpty || request.method != "GET" || !target.query.isEmpty
            else { return .text(200, Self.greeting) }
            let subject = AuthorizationResponder.Subject(path: target.segments)
            let answer = self.responder.answer(request, target, subject, fault: fault)
            self.recording.yield(answer.record)
            return answer.response
        } catch {
            self.record(.other(request.target), error.response)
            return error.response
        }
    }

    private func record(_ subject: AuthorizationRecord.Subject, _ response: HTTPResponse) {
        let text = String(decoding: response.body, as: UTF8.self).split(separator: "\n").first
        let outcome = AuthorizationRecord.Outcome.refused(
            status: response.status, text: text.map(String.init) ?? "")
        self.recording.yield(
            AuthorizationRecord(subject: subject, socketID: nil, outcome: outcome))
    }

    private static let greeting =
        "buoy auth-server: an authorization endpoint for development, which signs for anyone"
}
