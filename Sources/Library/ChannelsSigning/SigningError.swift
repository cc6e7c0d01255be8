/// Why something was not signed.
package enum SigningError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name contains a `:` or a control character: the signature of one channel would also be
    /// that of another one's presence data.
    case ambiguousChannelName(String)
    /// The cryptographic library does not support this algorithm (a FIPS policy, or no memory).
    case algorithmUnavailable(String)

    package var description: String {
        switch self {
        case .ambiguousChannelName(let name):
            "the channel name \(name.debugDescription) contains a colon or a control character"
        case .algorithmUnavailable(let algorithm):
            "OpenSSL on this system refuses to compute \(algorithm)"
        }
    }
}
