public import ChannelsProtocol

/// The reason why something was not signed. Return `status` to the client, and log the
/// description: a sentence that may quote the request.
@nonexhaustive
public enum SigningError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The authorization request is unreadable, incomplete or invalid; the sentence says why.
    case invalidRequest(String)
    /// The channel is public, so there is nothing to sign.
    case publicChannel(ChannelName)
    /// No user was provided for a presence channel.
    case missingUser(ChannelName)
    /// The user id is empty, or longer than servers accept: 128 characters on a presence channel,
    /// 200 for a sign-in.
    case invalidUser(UserID)
    /// The channel is encrypted, but there is no encryption master key.
    case missingMasterKey(ChannelName)
    /// The name contains a `:` or a control character, so the signature would also be valid for
    /// another channel's presence data.
    case ambiguousChannelName(String)
    /// The cryptographic library does not support this algorithm (because of a FIPS policy or a
    /// lack of memory).
    case algorithmUnavailable(String)

    /// The problem as a sentence without a full stop. It may quote the request.
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

    /// The HTTP status for the endpoint to return: 400 if the request is invalid, 403 if such a
    /// channel is not authorized, 500 if the server is at fault.
    public var status: Int {
        switch self {
        case .invalidRequest, .ambiguousChannelName: 400
        case .publicChannel, .missingMasterKey: 403
        case .missingUser, .invalidUser, .algorithmUnavailable: 500
        }
    }
}
