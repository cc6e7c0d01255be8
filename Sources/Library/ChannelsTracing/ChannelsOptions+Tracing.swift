#if Integrations
public import Channels
public import Tracing

extension ChannelsOptions {
    /// Creates a span for each channel authorization and each sign-in, including all its requests
    /// to the endpoint.
    ///
    /// ```swift
    /// var options = ChannelsOptions(
    ///     appKey: "app-key", host: .cluster("eu"),
    ///     authMethod: .endpoint(AuthEndpoint(url: "https://example.com/pusher/auth")))
    /// options.traceAuthorizations()
    /// let client = try ChannelsClient(options)
    /// ```
    /// The requests carry the span's context in their headers, such as `traceparent`, so the
    /// endpoint's work belongs to the same trace. The span starts a new trace unless `run()` is
    /// called inside another span. It never contains tokens, cookies or signatures.
    ///
    /// - Parameter tracer: the tracer; `nil` for the program's tracer at the start of each span.
    public mutating func traceAuthorizations(with tracer: (any Tracer)? = nil) {
        self.authorizationObserver = AuthorizationTracer(tracer: tracer)
    }
}
#endif
