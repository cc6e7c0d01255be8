import ChannelsBasics
import ChannelsProtocol
import ChannelsTransport

/// The unchecked answer of an application's server: a JSON object.
struct AuthAnswer: Sendable {
    private let fields: JSONValue.Object
    /// The source of the answer, for a sentence.
    private let source: String

    /// Reads a response: 200 or 201, with a JSON object.
    ///
    /// - Parameter sentSession: whether the request carried cookies.
    init(
        _ response: HTTPResponse, isJSONP: Bool, from source: String, sentSession: Bool
    ) throws(AuthFault) {
        guard response.status == 200 || response.status == 201 else {
            throw AuthFault(refusal: response, from: source, sentSession: sentSession)
        }
        let body = isJSONP ? JSONPBody.unwrapped(response.body) : response.body[...]
        let json: JSONValue
        do {
            json = try JSONValue(parsing: body)
        } catch {
            throw Self.notJSON(response, source, error)
        }
        guard case .object(let fields) = json else {
            throw AuthFault(
                "\(source) responded with JSON that is not an object", quotesAnswer: true)
        }
        self.fields = fields
        self.source = source
    }

    /// The string with this name; `nil` if there isn't one.
    func text(_ name: String) -> String? { self.fields[name]?.stringValue }

    /// The string with this name, which must be present.
    func requiredText(_ name: String, _ advice: String) throws(AuthFault) -> String {
        guard let text = self.text(name), !text.isEmpty else {
            throw AuthFault(
                "\(self.source) returned no \"\(name)\" string", advice: advice,
                quotesAnswer: true)
        }
        return text
    }

    /// The authorization of a channel, including what this kind of channel needs.
    func authorization(for channel: ChannelName) throws(AuthFault) -> ChannelAuthorization {
        let auth = try self.requiredText("auth", Self.authAdvice)
        var authorization = ChannelAuthorization(auth: auth, channelData: self.text("channel_data"))
        if channel.kind.hasMembers {
            authorization.channelData = try self.requiredText(
                "channel_data",
                "Presence channels require it: a string that contains JSON, exactly as signed")
        }
        if channel.kind.isEncrypted, let secret = self.text("shared_secret") {
            authorization.sharedSecret = SharedSecret(base64: secret)
        }
        return authorization
    }

    func authentication() throws(AuthFault) -> UserAuthentication {
        UserAuthentication(
            auth: try self.requiredText("auth", Self.authAdvice),
            userData: try self.requiredText(
                "user_data", "It must be a string that contains JSON, exactly as signed"))
    }

    private static let authAdvice = "It must be \"<app key>:<signature>\""

    private static func notJSON(
        _ response: HTTPResponse, _ source: String, _ error: JSONError
    ) -> AuthFault {
        let status = "HTTP \(response.status)"
        guard !response.body.isEmpty else {
            return AuthFault(
                "\(source) responded with \(status)", advice: "The answer must be a JSON object",
                quotesAnswer: true)
        }
        let type = response.header("Content-Type")?.lowercased() ?? ""
        let start = response.body.first { !Self.spaces.contains($0) }
        guard type.hasPrefix("text/html") || start == UInt8(ascii: "<") else {
            return AuthFault(
                "\(source) responded with \(status) and a body that is not JSON (\(error))",
                quotesAnswer: true)
        }
        return AuthFault(
            "\(source) responded with \(status) and an HTML page instead of JSON",
            advice: "Check the path of the URL; a login page means that the request lacks "
                + "a session or a token",
            quotesAnswer: true)
    }

    private static let spaces = Array(" \t\r\n".utf8)
}

/// Decodes text that may or may not be percent-encoded; malformed encoding is accepted.
enum FormDecoding {
    /// The text as it is, percent-decoded, and decoded as a form, where `+` is a space.
    static func readings(_ text: String) -> [String] {
        [text, PercentEncoding.decodeLeniently(text.utf8), Self.text(text)]
    }

    /// Decodes a name or a value of a form.
    static func text(_ text: some StringProtocol) -> String {
        PercentEncoding.decodeLeniently(text.utf8, plusIsSpace: true)
    }
}

/// A JSONP response, as browsers load it without CORS: JSON as the argument of a call.
enum JSONPBody {
    /// The argument of `callback({…});`, without what servers put around it: a comment or a check
    /// before it, a semicolon after it. Plain JSON and anything else is returned unchanged.
    static func unwrapped(_ body: [UInt8]) -> ArraySlice<UInt8> {
        let trimmed = Self.trimmed(body[...])
        // A brace can only follow the call; a body that starts with one is plain JSON.
        guard let opening = trimmed.firstIndex(where: { Self.brackets.contains($0) }),
            trimmed[opening] == UInt8(ascii: "("), opening > trimmed.startIndex
        else { return trimmed }
        let call = trimmed.last == UInt8(ascii: ";") ? Self.trimmed(trimmed.dropLast()) : trimmed
        guard call.last == UInt8(ascii: ")") else { return trimmed }
        return call[(opening + 1)...].dropLast()
    }

    private static let brackets = Array("({".utf8)

    private static func trimmed(_ body: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        guard let first = body.firstIndex(where: { !isSpace($0) }),
            let last = body.lastIndex(where: { !isSpace($0) })
        else { return [] }
        return body[first...last]
    }
}
