public import ChannelsProtocol

/// Why a client cannot do what it was asked.
public enum ChannelsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text cannot name a channel.
    case channelName(ChannelNameError)
    /// A client event breaks a rule; the sentence names it.
    case clientEvent(ClientEventRefusal)
    /// The URL of the authorization endpoint cannot be used. The text is the URL as it may be shown:
    /// without user, password, query and fragment.
    case endpointURL(String)
    /// An option cannot be used; the sentence says which and why.
    case option(String)

    public var description: String {
        switch self {
        case .channelName(let error):
            error.description
        case .clientEvent(let refusal):
            refusal.description
        case .endpointURL(let url):
            "The authorization endpoint \(ShownURL.text(url).debugDescription) is not a URL that "
                + "can be used: it must start with http:// or https:// and name a host, without a "
                + "user's name or password."
        case .option(let sentence):
            sentence
        }
    }
}
