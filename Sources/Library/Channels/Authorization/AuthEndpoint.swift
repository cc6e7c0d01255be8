import ChannelsBasics
import ChannelsProtocol
import ChannelsTransport

/// An application endpoint that authorizes channels or authenticates a user. By default, it
/// receives a POST form with `socket_id` and, for a channel, `channel_name`, and returns
/// JSON, like the endpoints of Pusher's server libraries.
public struct AuthEndpoint: Sendable {
    /// The endpoint's URL, `http://` or `https://`; checked when the client is created. Use
    /// `https://` for another machine: anyone on the network path can read headers and
    /// signatures otherwise.
    public var url: String
    /// Parameters sent after `socket_id` and `channel_name`, in this order. (`params` in
    /// pusher-js.)
    public var parameters: RequestFields
    /// Headers to send, such as `Authorization`. `Host`, `Connection`, `Content-Length`,
    /// `Transfer-Encoding` and `Content-Type` are ignored: the client sets them. The values may
    /// be secrets and are never shown.
    public var headers: RequestFields
    /// How the parameters are sent; change it only if the endpoint does not read a POST form.
    public var transport: Transport
    /// Provides parameters that change, such as an expiring token. Called before every attempt; the
    /// result is sent after `parameters`.
    public var parametersProvider: (@Sendable (AuthContext) async throws -> RequestFields)?
    /// Provides headers that change. Called before every attempt; the result replaces headers with
    /// the same names in `headers`.
    public var headersProvider: (@Sendable (AuthContext) async throws -> RequestFields)?
    /// Changes the request before it is sent. Called before every attempt; throws if the request
    /// must not be sent.
    public var editRequest: (@Sendable (inout AuthHTTPRequest, AuthContext) async throws -> Void)?
    /// The time limit for one request (default: 10 s). The same limit applies to the providers
    /// and `editRequest` together.
    public var timeLimit: Duration
    /// How many times to retry after a temporary failure: no response, or status 408, 425, 429
    /// or 5xx (default: 2). Other refusals are final.
    public var retries: Int
    /// Renews what the providers return, such as an expired token, when the endpoint responds with
    /// 401. The request is then repeated with what the providers return now. A second 401 is
    /// final, and so is an error of this call, unless it is `AuthorizationFailure.temporary`.
    ///
    /// It is called once at a time: requests that were refused with the same token wait for the
    /// same call, also those of other endpoints that are copies of this one, such as the one for
    /// the sign-in with another `url`. It must return within `timeLimit`.
    public var onUnauthorized: (@Sendable (AuthContext) async throws -> Void)?
    /// Shared by copies.
    let renewal = TokenRenewal()

    package var session: CookieSession?

    /// Without query.
    package var shownURL: String { ShownURL.text(self.url) }

    /// Whether requests have cookies or other headers of a user.
    package var sendsSession: Bool {
        self.session != nil || !self.headers.isEmpty || self.headersProvider != nil
    }

    /// Set by every request itself; in lower case.
    package static let ownHeaders = AuthHTTPRequest.transportHeaders.union(["content-type"])

    /// Creates an endpoint with the usual limits: 10 seconds per request, and two retries.
    /// - Parameters:
    ///   - url: `http://` or `https://`.
    ///   - parameters: the fields sent after `socket_id` and `channel_name`.
    ///   - headers: the request headers.
    ///   - transport: how the parameters are sent.
    public init(
        url: String, parameters: RequestFields = [], headers: RequestFields = [],
        transport: Transport = .form
    ) {
        self.url = url
        self.parameters = parameters
        self.headers = headers
        self.transport = transport
        self.timeLimit = AuthRequestSource.timeLimit
        self.retries = AuthRetries.limit
    }

    /// How a request carries `socket_id`, `channel_name` and the parameters. (`transport` in
    /// pusher-js.)
    public struct Transport: Hashable, Sendable {
        package enum Kind: Hashable, Sendable { case form, query, callback }

        package let kind: Kind

        /// In the body, as a form, by POST, as Pusher's server libraries expect.
        public static let form = Transport(kind: .form)
        /// In the URL's query, by GET. Servers and proxies log URLs, so send no secret parameters.
        public static let query = Transport(kind: .query)
        /// The value of `jsonp`, which `ChannelsDiagnostics` makes public.
        package static let callback = Transport(kind: .callback)
    }
}

/// Parameters or headers for one attempt. Must return when its task is cancelled.
package typealias AuthFieldsProvider = @Sendable (AuthContext) async throws -> RequestFields

extension AuthEndpoint {
    /// A sentence about what plain `http://` to another machine exposes: signatures that TLS was
    /// meant to protect, or secrets in headers; `nil` if nothing.
    /// - Parameter usesTLS: whether the client's connection does.
    func unencryptedSecrets(usesTLS: Bool) -> String? {
        guard let url = HTTPURL(self.url), !url.isSecure, !url.isLoopback else { return nil }
        let sendsHeaders =
            !self.headers.isEmpty || self.headersProvider != nil || self.session != nil
        guard usesTLS || sendsHeaders else { return nil }
        let what = sendsHeaders ? "The headers and responses" : "The responses"
        return "\(what) of the endpoint \(ShownURL.text(self.url)) are sent unencrypted, and "
            + "anyone on the network path can use them: use https://."
    }
}

extension AuthEndpoint: Printed, Unreflected {
    package var printed: String {
        "\(ShownURL.text(self.url)) (\(self.transport.kind), parameters: \(self.parameters), "
            + "headers: \(self.headers))"
    }
}

extension AuthEndpoint {
    private static let callback = "Pusher.auth_callbacks['1']"

    /// First the fixed parts, then the computed ones, then the edits.
    func request(_ context: AuthContext) async throws -> AuthHTTPRequest {
        let parameters = self.parameters + (try await self.parametersProvider?(context) ?? [])
        let provided = try await self.headersProvider?(context) ?? []
        let fixed = self.headers.filter { header in
            !provided.contains { $0.isSameHeader(as: header) }
        }
        let headers = (fixed + provided).filter {
            !Self.ownHeaders.contains($0.name.lowercased())
        }
        var request = self.request(context, parameters, headers)
        try await self.editRequest?(&request, context)
        return request
    }

    /// The request of pusher-js: socket id, channel and extra parameters.
    private func request(
        _ context: AuthContext, _ parameters: RequestFields, _ headers: RequestFields
    ) -> AuthHTTPRequest {
        var fields: RequestFields = ["socket_id": context.socketID.text]
        if let channel = context.channel {
            fields.append(RequestField("channel_name", channel.text))
        }
        fields += parameters
        switch self.transport.kind {
        case .form:
            let type: RequestFields = ["Content-Type": "application/x-www-form-urlencoded"]
            return AuthHTTPRequest(
                url: self.url, headers: type + headers, body: Array(Self.form(fields).utf8))
        case .query:
            return AuthHTTPRequest(method: "GET", url: self.url(adding: fields), headers: headers)
        case .callback:
            let callback: RequestFields = ["callback": Self.callback]
            let url = self.url(adding: callback + fields)
            return AuthHTTPRequest(method: "GET", url: url, headers: headers)
        }
    }

    private func url(adding fields: RequestFields) -> String {
        let url = self.url.prefix { $0 != "#" }
        return url + (url.contains("?") ? "&" : "?") + Self.form(fields)
    }

    private static func form(_ fields: RequestFields) -> String {
        fields.map {
            "\(PercentEncoding.encode($0.name, leaving: .javaScript))=\(PercentEncoding.encode($0.value, leaving: .javaScript))"
        }
        .joined(separator: "&")
    }
}
