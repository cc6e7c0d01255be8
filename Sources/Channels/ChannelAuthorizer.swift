internal import ChannelsProtocol
internal import ChannelsSigning
internal import Transport

/// Carries out an `AuthMethod`: gets the signature for one channel and one socket id.
struct ChannelAuthorizer: Sendable {
    private enum Method: Sendable {
        case none
        case endpoint(HTTPURL, AuthEndpoint)
        case inline(AppSecret, UserDataProvider?)
    }

    /// The limit on one request to the endpoint.
    static let timeLimit = Duration.seconds(10)
    /// The longest answer read from the endpoint, in bytes.
    static let bodyLimit = 64 << 10

    private let key: String
    private let method: Method
    private let requester: any HTTPRequester

    /// - Throws: `ChannelsError.endpointURL` when the endpoint's URL cannot be used, `.option` when
    ///   one of its headers cannot.
    init(
        key: String, method: AuthMethod, authorityFile: String?, requester: any HTTPRequester
    ) throws(ChannelsError) {
        self.key = key
        self.requester = requester
        switch method {
        case .none:
            self.method = .none
        case .inline(let secret, let user):
            self.method = .inline(secret, user)
        case .endpoint(let endpoint):
            guard let url = HTTPURL(endpoint.url, authorityFile: authorityFile) else {
                throw .endpointURL(endpoint.url)
            }
            if let header = endpoint.headers.first(where: { !Self.canBeSent($0) }) {
                throw .option(
                    "The header \(header.name.debugDescription) for the authorization endpoint holds "
                        + "a character that cannot be sent.")
            }
            self.method = .endpoint(url, endpoint)
        }
    }

    /// - Throws: `SubscriptionFailure` with a sentence about what to do.
    func authorize(
        _ channel: ChannelName, _ socketID: SocketID
    ) async throws(SubscriptionFailure) -> ChannelAuthorization {
        switch self.method {
        case .none:
            throw Self.failure(
                "\(channel.text) needs an authorization and none is configured: give an "
                    + "authorization endpoint or the app's secret")
        case .inline(let secret, let user):
            return try self.sign(channel, socketID, secret, user)
        case .endpoint(let url, let endpoint):
            return try await self.ask(url, endpoint, channel, socketID)
        }
    }

    private func sign(
        _ channel: ChannelName, _ socketID: SocketID, _ secret: AppSecret, _ user: UserDataProvider?
    ) throws(SubscriptionFailure) -> ChannelAuthorization {
        var channelData: String?
        if channel.kind.hasMembers {
            let user = user?(channel, socketID) ?? PresenceUser(id: UserID(socketID.text))
            channelData = user.channelData
        }
        do {
            let signature = ChannelSignature(key: self.key, secret: secret)
            let auth = try signature.auth(
                socketID: socketID, channel: channel, channelData: channelData)
            return ChannelAuthorization(auth: auth, channelData: channelData)
        } catch {
            throw Self.failure("\(channel.text) cannot be signed for: \(error)")
        }
    }

    private func ask(
        _ url: HTTPURL, _ endpoint: AuthEndpoint, _ channel: ChannelName, _ socketID: SocketID
    ) async throws(SubscriptionFailure) -> ChannelAuthorization {
        let request = Self.request(url, endpoint, channel, socketID)
        let response: HTTPResponse
        do {
            response = try await self.requester.send(
                request, timeLimit: Self.timeLimit, bodyLimit: Self.bodyLimit)
        } catch {
            throw Self.failure("the authorization endpoint did not answer: \(error)")
        }
        return try self.read(response, for: channel)
    }

    /// Whether a header is one line of RFC 9110, 5.5: a token, and text without control characters.
    private static func canBeSent(_ header: AuthField) -> Bool {
        !header.name.isEmpty
            && header.name.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ":") }
            && header.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }

    /// The request that pusher-js sends: a form with the socket id, the channel and the extras.
    static func request(
        _ url: HTTPURL, _ endpoint: AuthEndpoint, _ channel: ChannelName, _ socketID: SocketID
    ) -> HTTPRequest {
        let fields =
            [AuthField("socket_id", socketID.text), AuthField("channel_name", channel.text)]
            + endpoint.parameters
        let form = fields.map {
            "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))"
        }
        .joined(separator: "&")
        let headers =
            [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")]
            + endpoint.headers
            .filter { !AuthEndpoint.ownHeaders.contains($0.name.lowercased()) }
            .map { HTTPHeader($0.name, $0.value) }
        return HTTPRequest(
            method: "POST", origin: url.origin, target: url.target, headers: headers,
            body: Array(form.utf8))
    }

    /// Reads the endpoint's answer: 200 or 201 with a JSON object that holds `auth`, which starts
    /// with our own key.
    private func read(
        _ response: HTTPResponse, for channel: ChannelName
    ) throws(SubscriptionFailure) -> ChannelAuthorization {
        guard response.status == 200 || response.status == 201 else {
            throw Self.failure(
                "the authorization endpoint refused with HTTP \(response.status)"
                    + Self.excerpt(response.body) + Self.advice(response.status), response.status)
        }
        guard let json = try? JSON(parsing: response.body), case .object(let answer) = json,
            case .string(let auth)? = answer["auth"], !auth.isEmpty
        else {
            throw Self.failure(
                "the authorization endpoint answered without an \"auth\" text"
                    + Self.excerpt(response.body), response.status)
        }
        var authorization = ChannelAuthorization(auth: auth)
        if case .string(let data)? = answer["channel_data"] { authorization.channelData = data }
        if case .string(let secret)? = answer["shared_secret"] {
            authorization.sharedSecret = secret
        }
        guard !channel.kind.hasMembers || authorization.channelData != nil else {
            throw Self.failure(
                "the authorization endpoint answered without \"channel_data\", which presence "
                    + "channels need" + Self.excerpt(response.body), response.status)
        }
        guard auth.utf8.starts(with: "\(self.key):".utf8) else {
            throw Self.failure(
                "the authorization endpoint signed with another app's key than \(self.key): "
                    + auth.prefix(40).prefix { $0 != ":" }, response.status)
        }
        return authorization
    }

    private static func failure(_ text: String, _ status: Int? = nil) -> SubscriptionFailure {
        SubscriptionFailure(phase: .authorization, status: status, text: text)
    }

    /// What to do about a status, for the sentence about it.
    private static func advice(_ status: Int) -> String {
        (300..<400).contains(status) ? ". Redirects are not followed: give the last address" : ""
    }

    /// The start of an answer's body, for the sentence about it, unless it holds the key of an
    /// encrypted channel.
    private static func excerpt(_ body: [UInt8]) -> String {
        guard !body.isEmpty else { return " and an empty body" }
        let text = String(decoding: body.prefix(120), as: UTF8.self)
        guard !text.contains("shared_secret") else { return ": not shown, as it holds a secret" }
        return ": \(text)" + (body.count > 120 ? "…" : "")
    }
}
