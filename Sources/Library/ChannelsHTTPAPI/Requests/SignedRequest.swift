import ChannelsProtocol
package import ChannelsSigning

/// A request with its signature and the text that was signed, to compare when a server rejects the
/// signature (Pusher's "HTTP API reference", "Authentication").
public struct SignedRequest: Hashable, Sendable {
    /// The method in capitals.
    public let method: String
    /// The path starting at `/apps`, as sent and signed.
    public let path: String
    /// The query with the signature, percent-encoded.
    public let query: String
    /// The signed string: method, path, and the parameters without percent-encoding, on
    /// three lines.
    public let signedString: String
    /// The HMAC-SHA256 of the signed string with the app's secret, in lower-case hexadecimal.
    public let signature: String

    package init(
        method: String, path: String, parameters: [RequestParameter], body: [UInt8], key: String,
        secret: AppSecret, unixTime: Int64
    ) throws(SigningError) {
        let signed = try RequestSignature(key: key, secret: secret).signed(
            method: method, path: path, parameters: parameters, body: body, unixTime: unixTime)
        self.method = method.uppercased()
        self.path = path
        self.query = signed.encoded
        self.signedString = RequestSignature.stringToSign(
            method: method, path: path, parameters: signed)
        self.signature = signed.first("auth_signature") ?? ""
    }

    init(
        _ call: APICall, options: ChannelsAPIOptions, unixTime: Int64
    ) throws(ChannelsAPIError) {
        do {
            try self.init(
                method: call.method, path: "/apps/\(APICall.segment(options.appID))\(call.path)",
                parameters: call.parameters, body: call.body, key: options.appKey,
                secret: options.secret, unixTime: unixTime)
        } catch {
            throw .invalid("The request cannot be signed: \(error.description).")
        }
    }
}
