#if Integrations
public import ChannelsHTTPAPI
public import Tracing

extension ChannelsAPIOptions {
    /// Creates a span for each request: publishing, querying, and terminating a user's connections.
    ///
    /// ```swift
    /// var options = ChannelsAPIOptions(
    ///     appID: "3", appKey: "app-key", secret: AppSecret(text), host: .cluster("eu"))
    /// options.traceRequests()
    /// let api = try ChannelsAPI(options)
    /// ```
    /// Its parent is the caller's span. The trace context is not sent to the server, which usually
    /// belongs to a third party. A span contains no data, signatures or user ids unless the
    /// server's response quotes them. A call that breaks a limit sends no request and has no span.
    ///
    /// - Parameter tracer: the tracer; `nil` for the program's tracer at the start of each span.
    public mutating func traceRequests(with tracer: (any Tracer)? = nil) {
        self.requestObserver = RequestTracer(tracer: tracer)
    }
}
#endif
