/// What a `pusher:error` is about, read from its words.
///
/// Such errors have a null code and name the channel only in the text, which differs by server
/// (docs/protocol.md, "Servers"), so the reading is tolerant.
enum ServerErrorText: Hashable, Sendable {
    /// `Existing subscription to channel X`: nothing failed.
    case alreadySubscribed(ChannelName)
    /// `No current subscription to channel X, or subscription in progress`: an unsubscription was
    /// refused.
    case notSubscribed(ChannelName)
    case refused(ChannelName?)
    case clientEvent
    case messageLimit
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

    /// "Client event refused: rate limit", but servers use it for every refusal of a client event.
    private static let codeOfClientEvents = 4301

    /// Laravel Reverb says "Rate limit exceeded" and counts every message since 1.9. Other servers
    /// count client events, and name them.
    private static func isAboutEveryMessage(_ words: ServerWords) -> Bool {
        words.contains("rate limit exceeded") && !words.contains("client event")
    }

    private static func areAboutClientEvents(_ words: ServerWords, code: Int?) -> Bool {
        Self.wordsOfClientEvents.contains(where: words.contains)
            || code == nil && words.contains("rate limit")
    }

    /// "To send client events, you must enable this feature", "Client event rejected - …" (hosted,
    /// without a code), "The app does not have client messaging enabled.", and the refusal of a
    /// sender that is not subscribed.
    private static let wordsOfClientEvents = [
        "client event", "client messaging", "not a member of the specified channel",
    ]

    /// Found only in the refusal of a subscription.
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
