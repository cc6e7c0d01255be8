#if Integrations
import ChannelsHTTPAPI
import Tracing

struct RequestTracer: APIRequestObserver {
    let tracer: (any Tracer)?

    func observe<Answer: Sendable>(
        _ request: ObservedAPIRequest,
        _ send: @Sendable () async -> Result<Answer, CallFailure>
    ) async -> Result<Answer, CallFailure> {
        let tracer = self.tracer ?? InstrumentationSystem.tracer
        return await Self.observe(request, tracer, send)
    }

    private static func observe<Answer: Sendable>(
        _ request: ObservedAPIRequest, _ tracer: some Tracer,
        _ send: @Sendable () async -> Result<Answer, CallFailure>
    ) async -> Result<Answer, CallFailure> {
        // Not a producer: events do not carry the context of their span.
        await tracer.withSpan(request.operation, ofKind: .client) { span in
            span.attributes.describe(request)
            let result = await send()
            if case .failure(let failure) = result { span.fail(failure) }
            return result
        }
    }
}

extension Span {
    fileprivate func fail(_ failure: CallFailure) {
        switch failure {
        case .failed(let error):
            self.attributes["http.response.status_code"] = error.status
            self.attributes["error.type"] = "\(error.kind)"
            self.setStatus(SpanStatus(code: .error, message: error.description))
        case .cancelled:
            self.attributes["error.type"] = "cancelled"
            self.setStatus(SpanStatus(code: .error, message: "The call was cancelled."))
        }
    }
}

extension SpanAttributes {
    /// Named as in OpenTelemetry's conventions for messaging and HTTP.
    fileprivate mutating func describe(_ request: ObservedAPIRequest) {
        self["messaging.system"] = "pusher"
        self["messaging.operation.name"] = request.operation
        if let count = request.eventCount {
            self["messaging.operation.type"] = "send"
            if count > 1 { self["messaging.batch.message_count"] = count }
        }
        self["http.request.method"] = request.method
        self["server.address"] = request.host
        self["server.port"] = request.port
        switch request.channels.count {
        case 0: break
        case 1: self["messaging.destination.name"] = request.channels.first?.text
        default: self["messaging.pusher.channels"] = request.channels.map(\.text)
        }
    }
}
#endif
