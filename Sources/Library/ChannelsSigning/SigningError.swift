public import ChannelsProtocol

/// Why something was not signed. The description is a sentence, which may quote the request;
/// `status` is the HTTP status to return.
public enum SigningError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The authorization request is unreadable, incomplete or invalid; the sentence says why.
    case invalidRequest(String)
    /// Anybody may subscribe to this channel, so there is nothing to sign.
    case publicChannel(ChannelName)
    /// A presence channel was to be authorized without a user.
    case missingUser(ChannelName)
    /// The id of a user is empty, or longer than a server accepts: 128 characters on a presence
    /// channel, 200 for a sign-in.
    case invalidUser(UserID)
    /// The channel is encrypted, and there is no encryption master key.
    case missingMasterKey(ChannelName)
    /// The name contains a `:` or a control character: the signature would also be valid for
    /// another channel's presence data.
    case ambiguousChannelName(String)
    /// The cryptographic library does not support this algorithm (a FIPS policy, or no memory).
    case algorithmUnavailable(String)

    /// The problem, without a full stop.
    public var description: String {
        switch self {
        case .invalidRequest(let sentence): sentence
        case .publicChannel(let name): "Channel \(name) does not require authorization"
        case .missingUser(let name): "Channel \(name) has members, but no user was given"
        case .invalidUser(let id):
            "The user id \(id.text.debugDescription) is empty or longer than a server accepts"
        case .missingMasterKey(let name):
            "Channel \(name) is encrypted, but no master key was given"
        case .ambiguousChannelName(let name):
            "the channel name \(name.debugDescription) contains a colon or a control character"
        case .algorithmUnavailable(let algorithm):
            "OpenSSL on this system does not allow \(algorithm)"
        }
    }

    /// The HTTP status of an endpoint's answer: 400 if the request is wrong, 403 if such a channel
    /// is not authorized, 500 if the fault is the server's.
    public var status: Int {
        switch self {
        case .invalidRequest, .ambiguousChannelName: 400
        case .publicChannel, .missingMasterKey: 403
        case .missingUser, .invalidUser, .algorithmUnavailable: 500
        }
    }
}
