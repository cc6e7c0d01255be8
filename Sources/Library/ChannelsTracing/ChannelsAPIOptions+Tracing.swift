public import ChannelsHTTPAPI
public import Tracing

extension ChannelsAPIOptions {
    /// Makes a span of each request: publishing, asking, and ending the connections of a user.
    ///
    /// ```swift
    /// var options = ChannelsAPIOptions(
    ///     appID: "3", appKey: "app-key", secret: AppSecret(text), host: .cluster("eu"))
    /// options.traceRequests()
    /// let api = try ChannelsAPI(options)
    /// ```
    /// The span belongs to the one in which the API is called. Nothing of the trace is sent to the
    /// server, which is usually somebody else's. Data, signatures and ids of users are not part of
    /// the span, unless the server answers with them. A call that breaks a limit sends no request,
    /// and has no span.
    ///
    /// - Parameter tracer: `nil` for that of the program, whenever a span begins.
    public mutating func traceRequests(with tracer: (any Tracer)? = nil) {
        self.requestObserver = RequestTracer(tracer: tracer)
    }
}
