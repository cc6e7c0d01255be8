public import Channels
public import Tracing

extension ChannelsOptions {
    /// Makes a span of each authorization of a channel and of each sign-in, with all requests to
    /// the endpoint that it takes.
    ///
    /// ```swift
    /// var options = ChannelsOptions(
    ///     appKey: "app-key", host: .cluster("eu"),
    ///     authMethod: .endpoint(AuthEndpoint(url: "https://example.com/pusher/auth")))
    /// options.traceAuthorizations()
    /// let client = try ChannelsClient(options)
    /// ```
    /// The requests carry the context of the span in their headers, such as `traceparent`, so that
    /// what the endpoint does belongs to the same trace. The span begins a trace of its own unless
    /// `run()` is called inside another span. Tokens, cookies and signatures are never part of it.
    ///
    /// - Parameter tracer: `nil` for that of the program, whenever a span begins.
    public mutating func traceAuthorizations(with tracer: (any Tracer)? = nil) {
        self.authorizationObserver = AuthorizationTracer(tracer: tracer)
    }
}
