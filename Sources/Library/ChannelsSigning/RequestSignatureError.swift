/// Why a request to the HTTP API is refused. `description` is the plain text of the response, in
/// the hosted service's words where they are known.
package enum RequestSignatureError: Error, Hashable, Sendable, CustomStringConvertible {
    case missingParameter(String)
    /// A parameter is given twice; case is ignored.
    case repeatedParameter(String)
    /// No app has this key.
    case unknownKey(String)
    case unsupportedVersion(String)
    /// Not a number of seconds.
    case malformedTimestamp(String)
    /// More than 600 s from the server's time; both in seconds since 1970.
    case expired(given: Int64, now: Int64)
    case wrongSignature(String, stringToSign: String)
    /// The body is not the one whose digest was signed.
    case wrongBodyDigest(String, expected: String)
    /// The cryptographic library does not support this algorithm.
    case algorithmUnavailable(String)

    /// The HTTP status of the response.
    package var status: Int {
        switch self {
        case .repeatedParameter: 400
        case .algorithmUnavailable: 500
        case .missingParameter, .unknownKey, .unsupportedVersion, .malformedTimestamp, .expired,
            .wrongSignature, .wrongBodyDigest:
            401
        }
    }

    package var description: String {
        switch self {
        case .missingParameter(let name):
            "Missing required parameter: \(name)"
        case .repeatedParameter(let name):
            "The query string parameter \(name) is given more than once"
        case .unknownKey(let key):
            "Unknown auth_key: \(key)"
        case .unsupportedVersion(let version):
            "Version not supported: auth_version is \(version), expected 1.0"
        case .malformedTimestamp(let text):
            "Invalid auth_timestamp: \(text) is not a number of seconds"
        case .expired(let given, let now):
            "Timestamp expired: Given timestamp (\(given)) not within "
                + "\(RequestSignature.tolerance)s of server time (\(now))"
        case .wrongSignature(let signature, let text):
            "Invalid signature: you should have sent HmacSHA256Hex(\(text.debugDescription), "
                + "your_secret_key), but you sent \(signature.debugDescription)"
        case .wrongBodyDigest(let digest, let expected):
            "Invalid body_md5: the body has \(expected), but you sent \(digest)"
        case .algorithmUnavailable(let algorithm):
            "The server cannot compute \(algorithm)"
        }
    }
}
