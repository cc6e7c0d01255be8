/// The subject of a `pusher:error`, read from its words.
///
/// Servers send such errors with a null code and name the channel only in the text, each in its own
/// words (docs/protocol.md, "Servers"), so the reading is tolerant. It looks only at the start of a
/// text.
enum ServerErrorText: Hashable, Sendable {
    /// `Existing subscription to channel X`: nothing failed.
    case alreadySubscribed(ChannelName)
    /// `No current subscription to channel X, or subscription in progress`: an unsubscription was
    /// refused.
    case notSubscribed(ChannelName)
    /// A subscription was refused; with the channel, if it is named.
    case refused(ChannelName?)
    /// A client event was refused.
    case clientEvent
    /// A message of any kind was refused, because the client sent too many.
    case messageLimit
    /// Not about a subscription or a client event.
    case other

    init(_ error: ServerError) {
        let words = ServerWords(error.message)
        if error.code == Self.codeOfClientEvents {
            self = Self.isAboutEveryMessage(words) ? .messageLimit : .clientEvent
        } else if words.contains("invalid signature") {
            // Checked first, because it quotes channel data, which may contain anything.
            let signed = ExpectedSignature(error.message)?.channel
            self = .refused(error.channel ?? signed)
        } else if let name = words.channel(after: "existing subscription to channel ") {
            self = .alreadySubscribed(name)
        } else if let name = words.channel(after: "no current subscription to channel ") {
            self = .notSubscribed(name)
        } else if let name = Self.namedInRefusal(words) {
            self = .refused(name)
        } else if Self.wordsOfRefusals.contains(where: words.contains) {
            self = .refused(error.channel)
        } else if Self.areAboutClientEvents(words, code: error.code) {
            self = .clientEvent
        } else {
            self = .other
        }
    }

    /// "Client event refused: rate limit"; servers use it for every refusal of a client event.
    private static let codeOfClientEvents = 4301

    /// Laravel Reverb counts every message since 1.9, and says "Rate limit exceeded". Other servers
    /// count client events, and name them.
    private static func isAboutEveryMessage(_ words: ServerWords) -> Bool {
        words.contains("rate limit exceeded") && !words.contains("client event")
    }

    private static func areAboutClientEvents(_ words: ServerWords, code: Int?) -> Bool {
        Self.wordsOfClientEvents.contains(where: words.contains)
            || code == nil && words.contains("rate limit")
    }

    /// "To send client events, you must enable this feature", "Client event rejected - …" (the
    /// hosted service, without a code), "The app does not have client messaging enabled.", and the
    /// refusal of a sender that is not subscribed.
    private static let wordsOfClientEvents = [
        "client event", "client messaging", "not a member of the specified channel",
    ]

    /// Words that appear only in the refusal of a subscription.
    private static let wordsOfRefusals = [
        "invalid key in subscription auth data", "auth must have the format key:signature",
        "this channel name is not valid", "connection is unauthorized",
        "could not find a channel",
    ]

    private static func namedInRefusal(_ words: ServerWords) -> ChannelName? {
        words.channel(after: "auth value for subscription to ")
            ?? words.channel(after: "could not find a channel with the id ")
    }
}
