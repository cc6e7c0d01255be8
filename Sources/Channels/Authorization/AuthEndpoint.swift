/// The application's endpoint for authorizations of channels or the authentication of a user: a
/// form POST by default, answered with JSON.
public struct AuthEndpoint: Sendable {
    /// `http://` or `https://`; checked when the client is made.
    public var url: String
    /// Sent after `socket_id` and `channel_name`, in this order.
    public var parameters: [AuthField]
    /// Sent as headers, save those of `ownHeaders`; the values may be secrets and are never shown.
    public var headers: [AuthField]
    /// How the parameters travel.
    public var transport: Transport
    /// Parameters that change, such as a token that expires: asked for before every attempt, and
    /// sent after `parameters`.
    public var parametersProvider: AuthFieldsProvider?
    /// Headers that change: asked for before every attempt. They replace those of `headers` with
    /// the same name.
    public var headersProvider: AuthFieldsProvider?
    /// May change the request before it is sent, for every attempt.
    public var editRequest: AuthRequestEditor?
    /// The limit on one request. Making it, with the providers and `editRequest`, has the same.
    public var timeLimit: Duration
    /// How often to ask again after a fault that may pass: no answer, 408, 425, 429 and 5xx. Other
    /// refusals are final.
    public var retries: Int

    /// The headers, in lower case, that every request makes for itself.
    public static let ownHeaders = AuthHTTPRequest.transportHeaders.union(["content-type"])

    public init(
        url: String, parameters: [AuthField] = [], headers: [AuthField] = [],
        transport: Transport = .form
    ) {
        self.url = url
        self.parameters = parameters
        self.headers = headers
        self.transport = transport
        self.timeLimit = AuthRequestSource.timeLimit
        self.retries = AuthRetries.limit
    }

    /// How the parameters travel.
    public enum Transport: Hashable, Sendable {
        /// As a form, with POST.
        case form
        /// In the query of the URL, with GET. Servers and proxies write URLs into their logs.
        case query
        /// In the query, with a callback as browsers do without CORS. The answer may be wrapped in
        /// a call of it. A browser sends no headers then; they are sent here.
        case jsonp
    }
}

/// Computes parameters or headers for one attempt, or throws why it cannot. When its task is
/// cancelled it has to end.
public typealias AuthFieldsProvider = @Sendable (AuthContext) async throws -> [AuthField]

/// Changes a request for one attempt, or throws why it must not be sent. When its task is cancelled
/// it has to end.
public typealias AuthRequestEditor =
    @Sendable (inout AuthHTTPRequest, AuthContext) async throws -> Void

extension AuthEndpoint {
    /// Says what is exposed when the endpoint is asked over plain `http://` beyond this machine:
    /// signatures that TLS was meant to protect, or secrets in headers. `nil` when there is nothing
    /// to say.
    ///
    /// - Parameter usesTLS: whether the client's connection speaks TLS.
    public func exposure(usesTLS: Bool) -> String? {
        guard let url = HTTPURL(self.url), !url.isSecure, !url.isLoopback else { return nil }
        let sendsHeaders = !self.headers.isEmpty || self.headersProvider != nil
        guard usesTLS || sendsHeaders else { return nil }
        let what = sendsHeaders ? "The headers and the answers" : "The answers"
        return "\(what) of the endpoint \(ShownURL.text(self.url)) travel unencrypted, and anybody "
            + "on the way can use them: give it as https://."
    }
}

extension AuthEndpoint: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The address and the names of parameters and headers.
    public var description: String {
        "\(ShownURL.text(self.url)) (\(self.transport), parameters: \(self.parameters), "
            + "headers: \(self.headers))"
    }
    /// The same.
    public var debugDescription: String { self.description }
    /// Without what may be secret, so that `dump` does not show it either.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "url": ShownURL.text(self.url), "parameters": self.parameters,
                "headers": self.headers, "transport": self.transport,
                "timeLimit": self.timeLimit, "retries": self.retries,
            ])
    }
}
