/// The JSON object that an endpoint returns for a channel or a user.
struct AuthorizationResponse {
    private let fields: JSONValue.Object

    init(_ body: some Collection<UInt8>) throws(AuthorizationFailure) {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: Array(body)[...])
        } catch {
            throw .refused("the response is not JSON", underlyingError: error)
        }
        guard case .object(let fields) = json else {
            throw .refused("the response is not a JSON object")
        }
        self.fields = fields
    }

    func text(_ name: String) -> String? { self.fields[name]?.stringValue }

    func required(_ name: String) throws(AuthorizationFailure) -> String {
        guard let text = self.text(name), !text.isEmpty else {
            throw .refused("the response has no \"\(name)\" string")
        }
        return text
    }
}

extension ChannelAuthorization {
    /// Reads an authorization from the body of an endpoint's response, as Pusher's server libraries
    /// and `ChannelsSigning` write it: `{"auth": …, "channel_data": …, "shared_secret": …}`.
    ///
    /// - Parameter responseBody: the body, such as `Data` or `[UInt8]`.
    /// - Throws: `AuthorizationFailure.refused` if it is not a JSON object with `auth`. Throw it on
    ///   from an authorizer.
    public init(responseBody: some Collection<UInt8>) throws(AuthorizationFailure) {
        let response = try AuthorizationResponse(responseBody)
        self.init(
            auth: try response.required("auth"), channelData: response.text("channel_data"),
            sharedSecret: response.text("shared_secret").map(SharedSecret.init(base64:)))
    }
}
