import ChannelsProtocol
import ChannelsTransport

/// The source of requests to an application's server: an endpoint, or the program.
struct AuthRequestSource: Sendable {
    /// The default time limit of one request, and of making it.
    static let timeLimit = Duration.seconds(10)

    /// Makes the request for one attempt.
    let make: @Sendable (AuthContext) async throws -> AuthHTTPRequest
    /// Whether code of the program takes part, which may take its time.
    let asksProgram: Bool
    let timeLimit: Duration
    let retries: Int
    /// The session that the requests belong to.
    let session: CookieSession?
    /// The address of an endpoint.
    private let url: HTTPURL?
    /// Whether the response may be wrapped in a call.
    let isJSONP: Bool

    /// - Throws: `ChannelsError.option` if the endpoint's URL, one of its headers, its time limit
    ///   or its proxy cannot be used.
    init(_ endpoint: AuthEndpoint, for exchange: AuthExchange) throws(ChannelsError) {
        guard let url = HTTPURL(endpoint.url) else {
            throw .option(
                "The authorization endpoint \(ShownURL.text(endpoint.url).debugDescription) is not "
                    + "a usable URL: it must start with http:// or https:// and name a "
                    + "host, without a user name or password.")
        }
        _ = try exchange.origin(of: url)
        if let header = endpoint.headers.first(where: { !$0.canBeHeader }) {
            throw .option(
                "The header \(header.name.debugDescription) for the authorization endpoint contains "
                    + "a character that cannot be sent.")
        }
        guard endpoint.timeLimit > .zero else {
            throw .option("The authorization endpoint's time limit must be more than zero.")
        }
        self.make = { try await endpoint.request($0) }
        self.asksProgram =
            endpoint.parametersProvider != nil || endpoint.headersProvider != nil
            || endpoint.editRequest != nil
        self.timeLimit = endpoint.timeLimit
        self.retries = endpoint.retries
        self.session = endpoint.session
        self.url = url
        self.isJSONP = endpoint.transport == .jsonp
    }

    /// The session, with the server that it is at.
    var sessionAtServer: (session: CookieSession, url: HTTPURL)? {
        guard let session = self.session, let url = self.url else { return nil }
        return (session, url)
    }

    /// Creates a source of requests that the program builds.
    init(builder: @escaping @Sendable (AuthContext) async throws -> AuthHTTPRequest) {
        self.make = builder
        self.asksProgram = true
        self.timeLimit = Self.timeLimit
        self.retries = AuthRetries.limit
        self.session = nil
        self.url = nil
        self.isJSONP = false
    }
}
