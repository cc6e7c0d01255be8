/// `description` is the plain text of the response, in the hosted service's words where known.
package enum RequestSignatureError: Error, Hashable, Sendable, CustomStringConvertible {
    case missingParameter(String)
    case repeatedParameter(String)
    case unknownKey(String)
    case unsupportedVersion(String)
    case malformedTimestamp(String)
    /// More than 600 s from the server's time; both in seconds since 1970.
    case expired(given: Int64, now: Int64)
    case wrongSignature(String, stringToSign: String)
    case wrongBodyDigest(String, expected: String)
    case algorithmUnavailable(String)

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
