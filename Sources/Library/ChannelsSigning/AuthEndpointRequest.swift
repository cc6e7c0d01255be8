public import ChannelsProtocol

/// A client's request to your authorization endpoint: for a connection, and usually for a
/// channel.
///
/// Clients send a form or JSON. Do not trust its contents: use a session or a token to
/// identify the user and check what they may do. Then pass it to ``ChannelsSigner``.
public struct AuthEndpointRequest: Hashable, Sendable {
    /// The connection to sign for.
    public let socketID: SocketID
    private let parameters: [RequestParameter]

    /// Reads the body of a POST request.
    ///
    /// - Parameters:
    ///   - body: the bytes as received. Limit how many you read: 16 KiB is plenty.
    ///   - contentType: the value of the `Content-Type` header. JSON is read as JSON, and
    ///     multipart is refused. Anything else, including a missing header, is read as a form.
    /// - Throws: `SigningError.invalidRequest` if the body cannot be read, has no valid
    ///   `socket_id`, or contains `socket_id` or `channel_name` twice.
    public init(
        body: some Collection<UInt8>, contentType: String? = nil
    ) throws(SigningError) {
        switch BodyForm(contentType: contentType) {
        case .form: try self.init(form: body, part: "body")
        case .json: try self.init(parameters: Self.parameters(json: body))
        case .multipart:
            throw .invalidRequest(
                "Multipart is not supported: send application/x-www-form-urlencoded or JSON")
        }
    }

    /// Reads the query of a GET request, without the question mark.
    ///
    /// - Throws: `SigningError.invalidRequest` if the query cannot be read, has no valid
    ///   `socket_id`, or contains `socket_id` or `channel_name` twice.
    public init(query: String) throws(SigningError) {
        try self.init(form: Array(query.utf8), part: "query")
    }

    /// The channel to authorize. A sign-in has no channel.
    ///
    /// - Throws: `SigningError.invalidRequest` if it is missing, or its name is invalid.
    public var channel: ChannelName {
        get throws(SigningError) {
            guard let text = self["channel_name"] else { throw .missing("channel_name") }
            return try ChannelName(signing: text)
        }
    }

    /// A parameter added by the client (`AuthEndpoint.parameters`; `params` in pusher-js), as
    /// text; `nil` if it is missing. A JSON value other than a string is returned as JSON.
    public subscript(name: String) -> String? { self.parameters.first(name) }

    // MARK: Reading

    package init(parameters: [RequestParameter]) throws(SigningError) {
        // What one part of a server checks must be what another part signs.
        for name in ["socket_id", "channel_name"]
        where parameters.count(where: { $0.name == name }) > 1 {
            throw .invalidRequest("The parameter \(name) occurs twice")
        }
        guard let text = parameters.first("socket_id") else { throw .missing("socket_id") }
        guard let socketID = SocketID(text) else {
            throw .invalidRequest("Invalid socket_id: \(text.debugDescription)")
        }
        self.socketID = socketID
        self.parameters = parameters
    }

    private init(form: some Collection<UInt8>, part: String) throws(SigningError) {
        guard let parameters = [RequestParameter](encoded: form) else {
            throw .invalidRequest("The \(part) is not a form in percent-encoded UTF-8")
        }
        try self.init(parameters: parameters)
    }

    private static func parameters(
        json body: some Collection<UInt8>
    ) throws(SigningError) -> [RequestParameter] {
        guard case .object(let object)? = try? JSONValue(parsing: body) else {
            throw .invalidRequest("The body is not a JSON object in UTF-8")
        }
        return object.members.compactMap { member in
            switch member.value {
            case .null: nil
            case .string(let text): RequestParameter(member.key, text)
            case .bool, .number, .array, .object:
                RequestParameter(member.key, member.value.compactText)
            }
        }
    }

    private enum BodyForm {
        case form
        case json
        case multipart

        init(contentType: String?) {
            let type =
                contentType?.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace } ?? ""
            if type == "application/json" || type.hasSuffix("+json") {
                self = .json
            } else {
                self = type.hasPrefix("multipart/") ? .multipart : .form
            }
        }
    }
}

extension SigningError {
    fileprivate static func missing(_ parameter: String) -> SigningError {
        .invalidRequest("Missing required parameter: \(parameter)")
    }
}
