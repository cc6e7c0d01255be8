internal import ChannelsProtocol
internal import Transport

/// What an application's server granted, not yet checked: a JSON object.
struct AuthAnswer: Sendable {
    private let fields: JSONObject
    /// Who answered, in the words of a sentence.
    private let source: String

    /// Reads a response: 200 or 201, with a JSON object.
    init(
        _ response: HTTPResponse, isJSONP: Bool, from source: String
    ) throws(AuthFault) {
        guard response.status == 200 || response.status == 201 else {
            throw AuthFault(refusal: response, from: source)
        }
        let body = isJSONP ? JSONPBody.unwrapped(response.body) : response.body[...]
        let json: JSON
        do {
            json = try JSON(parsing: body)
        } catch {
            throw Self.notJSON(response, source, error)
        }
        guard case .object(let fields) = json else {
            throw AuthFault(
                "\(source) answered with JSON that is no object", quotesAnswer: true)
        }
        self.fields = fields
        self.source = source
    }

    /// The text under a name; `nil` when there is none.
    func text(_ name: String) -> String? { self.fields[name]?.stringValue }

    /// The text under a name, which must be there.
    func requiredText(_ name: String, _ advice: String) throws(AuthFault) -> String {
        guard let text = self.text(name), !text.isEmpty else {
            throw AuthFault(
                "\(self.source) answered without a text \"\(name)\"", advice: advice,
                quotesAnswer: true)
        }
        return text
    }

    /// The authorization for a channel, with what such channels need.
    func authorization(for channel: ChannelName) throws(AuthFault) -> ChannelAuthorization {
        let auth = try self.requiredText("auth", Self.authAdvice)
        var authorization = ChannelAuthorization(auth: auth, channelData: self.text("channel_data"))
        if channel.kind.hasMembers {
            authorization.channelData = try self.requiredText(
                "channel_data",
                "Presence channels need it: JSON written into a text, exactly as it was signed")
        }
        if channel.kind.isEncrypted, let secret = self.text("shared_secret") {
            authorization.sharedSecret = SharedSecret(base64: secret)
        }
        return authorization
    }

    /// The authentication of a user.
    func authentication() throws(AuthFault) -> UserAuthentication {
        UserAuthentication(
            auth: try self.requiredText("auth", Self.authAdvice),
            userData: try self.requiredText(
                "user_data", "It is JSON written into a text, exactly as it was signed"))
    }

    private static let authAdvice = "It holds \"<app key>:<signature>\""

    private static func notJSON(
        _ response: HTTPResponse, _ source: String, _ error: JSONError
    ) -> AuthFault {
        let status = "HTTP \(response.status)"
        guard !response.body.isEmpty else {
            return AuthFault(
                "\(source) answered with \(status)", advice: "An answer is a JSON object",
                quotesAnswer: true)
        }
        let type = response.header("Content-Type")?.lowercased() ?? ""
        let start = response.body.first { !Self.spaces.contains($0) }
        guard type.hasPrefix("text/html") || start == UInt8(ascii: "<") else {
            return AuthFault(
                "\(source) answered with \(status) and something that is not JSON (\(error))",
                quotesAnswer: true)
        }
        return AuthFault(
            "\(source) answered with \(status) and an HTML page instead of JSON",
            advice: "Check the path of the URL; a page for logging in means that the request lacks "
                + "a session or a token",
            quotesAnswer: true)
    }

    private static let spaces = Array(" \t\r\n".utf8)
}
