import ChannelsProtocol
import ChannelsTransport

struct AuthRequestSource: Sendable {
    static let timeLimit = Duration.seconds(10)

    typealias Renewal = (
        state: TokenRenewal, renew: @Sendable (AuthContext) async throws -> Void
    )

    let make: @Sendable (AuthContext) async throws -> AuthHTTPRequest
    let asksProgram: Bool
    let timeLimit: Duration
    let retries: Int
    let session: CookieSession?
    let renewal: Renewal?
    private let url: HTTPURL?
    let isJSONP: Bool

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
        self.renewal = endpoint.onUnauthorized.map { (endpoint.renewal, $0) }
        self.url = url
        self.isJSONP = endpoint.transport == .callback
    }

    var sessionAtServer: (session: CookieSession, url: HTTPURL)? {
        guard let session = self.session, let url = self.url else { return nil }
        return (session, url)
    }

    init(builder: @escaping @Sendable (AuthContext) async throws -> AuthHTTPRequest) {
        self.make = builder
        self.asksProgram = true
        self.timeLimit = Self.timeLimit
        self.retries = AuthRetries.limit
        self.session = nil
        self.renewal = nil
        self.url = nil
        self.isJSONP = false
    }
}
