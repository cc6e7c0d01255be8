import ChannelsHTTPAPI
import Tracing

/// Makes spans of requests of the HTTP API.
struct RequestTracer: APIRequestObserver {
    /// `nil` for that of the program.
    let tracer: (any Tracer)?

    func observe<Answer: Sendable>(
        _ request: ObservedAPIRequest,
        _ send: @Sendable () async -> Result<Answer, ChannelsAPIError>
    ) async -> Result<Answer, ChannelsAPIError> {
        let tracer = self.tracer ?? InstrumentationSystem.tracer
        return await Self.observe(request, tracer, send)
    }

    private static func observe<Answer: Sendable>(
        _ request: ObservedAPIRequest, _ tracer: some Tracer,
        _ send: @Sendable () async -> Result<Answer, ChannelsAPIError>
    ) async -> Result<Answer, ChannelsAPIError> {
        let kind: SpanKind = request.eventCount == nil ? .client : .producer
        return await tracer.withSpan("channels \(request.operation)", ofKind: kind) { span in
            span.attributes.describe(request)
            let result = await send()
            if case .failure(let error) = result {
                span.attributes["http.response.status_code"] = error.status
                span.attributes["error.type"] = "\(error.kind)"
                span.setStatus(SpanStatus(code: .error, message: error.description))
            }
            return result
        }
    }
}

extension SpanAttributes {
    /// The names are those of OpenTelemetry's conventions for messaging and HTTP.
    fileprivate mutating func describe(_ request: ObservedAPIRequest) {
        self["messaging.system"] = "pusher"
        self["http.request.method"] = request.method
        self["server.address"] = request.host
        self["server.port"] = request.port
        self["messaging.batch.message_count"] = request.eventCount
        switch request.channels.count {
        case 0: break
        case 1: self["messaging.destination.name"] = request.channels.first?.text
        default: self["channels.names"] = request.channels.map(\.text)
        }
    }
}
