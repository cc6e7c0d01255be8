#if Integrations
import Channels
import ChannelsProtocol
import Tracing

struct AuthorizationTracer: AuthorizationObserver {
    let tracer: (any Tracer)?

    func observe<Granted: Sendable, Failure: Error>(
        _ subject: AuthorizationReport.Subject, for socketID: SocketID,
        _ authorize: @Sendable () async -> Outcome<Granted, Failure>
    ) async -> Outcome<Granted, Failure> {
        let tracer = self.tracer ?? InstrumentationSystem.tracer
        return await Self.observe(subject, socketID, tracer, authorize)
    }

    private static func observe<Granted: Sendable, Failure: Error>(
        _ subject: AuthorizationReport.Subject, _ socketID: SocketID, _ tracer: some Tracer,
        _ authorize: @Sendable () async -> Outcome<Granted, Failure>
    ) async -> Outcome<Granted, Failure> {
        await tracer.withSpan(subject.operation, ofKind: .client) { span in
            span.attributes["messaging.system"] = "pusher"
            span.attributes["messaging.operation.name"] = subject.operation
            span.attributes["messaging.destination.name"] = subject.channel?.text
            span.attributes["messaging.pusher.socket_id"] = socketID.text
            let outcome = await authorize()
            span.attributes["messaging.pusher.authorization.attempts"] = outcome.report.attempts
            span.attributes["http.response.status_code"] = outcome.report.status
            if case .failure(let failure) = outcome.result { span.fail(failure) }
            return outcome
        }
    }

    func headers() -> RequestFields {
        guard let context = InstrumentationContext.current else { return [:] }
        let instrument: any Instrument = self.tracer ?? InstrumentationSystem.instrument
        var headers = RequestFields()
        instrument.inject(context, into: &headers, using: HeaderInjector())
        return headers
    }
}

private struct HeaderInjector: Injector {
    func inject(_ value: String, forKey key: String, into carrier: inout RequestFields) {
        carrier[key] = value
    }
}

extension AuthorizationReport.Subject {
    fileprivate var operation: String {
        switch self {
        case .channel: "authorize"
        case .newKey: "fetch key"
        case .user: "sign in"
        }
    }

    fileprivate var channel: ChannelName? {
        switch self {
        case .channel(let channel), .newKey(let channel): channel
        case .user: nil
        }
    }
}

extension Span {
    /// May quote the start of a response, with secrets masked.
    fileprivate func fail(_ failure: any Error) {
        self.attributes["error.type"] = "\(type(of: failure))"
        switch failure {
        case let failure as SubscriptionFailure:
            self.setStatus(SpanStatus(code: .error, message: failure.text))
        case let failure as SignInFailure:
            self.setStatus(SpanStatus(code: .error, message: failure.text))
        default: self.setStatus(SpanStatus(code: .error))
        }
    }
}
#endif
