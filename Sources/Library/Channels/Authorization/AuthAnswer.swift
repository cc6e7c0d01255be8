import ChannelsBasics
import ChannelsProtocol
import ChannelsTransport

/// An unchecked JSON object from an application's server.
struct AuthAnswer: Sendable {
    private let fields: JSONValue.Object
    private let source: String

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

    func text(_ name: String) -> String? { self.fields[name]?.stringValue }

    func requiredText(_ name: String, _ advice: String) throws(AuthFault) -> String {
        guard let text = self.text(name), !text.isEmpty else {
            throw AuthFault(
                "\(self.source) returned no \"\(name)\" string", advice: advice,
                quotesAnswer: true)
        }
        return text
    }

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
                "\(source) responded with \(status)", advice: "The response must be a JSON object",
                quotesAnswer: true)
        }
        if let message = Self.messageOfPHP(response.body) {
            return AuthFault(
                "\(source) responded with \(status), but PHP printed a \(message) before the JSON",
                advice: "Fix what it says, or set display_errors=Off", quotesAnswer: true)
        }
        let type = response.header("Content-Type")?.lowercased() ?? ""
        let start = response.body.first { !Self.spaces.contains($0) }
        guard type.hasPrefix("text/html") || start == UInt8(ascii: "<") else {
            return AuthFault(
                "\(source) responded with \(status) and a body that is not JSON (\(error.description))",
                quotesAnswer: true)
        }
        return AuthFault(
            "\(source) responded with \(status) and an HTML page instead of JSON",
            advice: "Check the path of the URL; a login page means that the request lacks "
                + "a session or a token",
            quotesAnswer: true)
    }

    private static let spaces = Array(" \t\r\n".utf8)

    /// `Warning: Undefined variable … {"auth":…}`: the kind of message.
    private static func messageOfPHP(_ body: [UInt8]) -> String? {
        let text = String(decoding: body.prefix(4096), as: UTF8.self)
        guard text.contains("{\"auth\"") else { return nil }
        return ["Deprecated", "Notice", "Warning"].first { text.contains("\($0)") }
            .map { $0.lowercased() }
    }
}

enum FormDecoding {
    /// The text as it is, percent-decoded, and decoded as a form, where `+` is a space.
    static func readings(_ text: String) -> [String] {
        [text, PercentEncoding.decodeLeniently(text.utf8), Self.text(text)]
    }

    static func text(_ text: some StringProtocol) -> String {
        PercentEncoding.decodeLeniently(text.utf8, plusIsSpace: true)
    }
}

/// JSON as the argument of a call, as browsers load it without CORS.
enum JSONPBody {
    /// The argument of `callback({…});`, without a comment or check before it or a semicolon after
    /// it. Anything else is returned unchanged.
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
