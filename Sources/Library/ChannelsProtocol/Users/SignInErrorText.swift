/// How a `pusher:error` relates to a sign-in.
///
/// The protocol says that a refused sign-in is answered with such an error, but specifies neither
/// its code nor its words, and servers that do not support `pusher:signin` refuse it like any
/// unknown message. So the reading is tolerant: an error without a channel that arrives while a
/// sign-in waits for its answer refuses it, unless its code or words are about something else.
enum SignInErrorText: Hashable, Sendable {
    /// 4302: the watchlist is too long; the sign-in stays in effect.
    case watchlistLimit
    /// About the channel of a user, which is named.
    case userChannel(ChannelName)
    /// The words or the code refer to the sign-in.
    case signIn
    /// The refusal of a sign-in or of a subscription, depending on what waits for an answer.
    case perhaps
    /// Nothing says what it is about.
    case unnamed
    /// About something else.
    case other

    init(_ error: ServerError) {
        let words = ServerWords(error.message)
        if error.code == 4302 {
            self = .watchlistLimit
        } else if let channel = Self.userChannel(of: error, words) {
            self = .userChannel(channel)
        } else if error.channel != nil || Self.isAboutOtherThings(error.code) {
            self = .other
        } else if Self.wordsOfSignIn.contains(where: words.contains) {
            self = .signIn
        } else {
            self = Self.reading(of: ServerErrorText(error), code: error.code)
        }
    }

    private static func reading(of text: ServerErrorText, code: Int?) -> SignInErrorText {
        switch text {
        case .alreadySubscribed, .notSubscribed, .refused(.some), .clientEvent, .messageLimit:
            .other
        case .refused(nil): .perhaps
        case .other: code == 4009 ? .signIn : .unnamed
        }
    }

    /// Words that appear only in errors about a sign-in. The text that is signed for a user
    /// contains `::user::`.
    private static let wordsOfSignIn = [
        "::user::", "signin", "sign-in", "sign in", "signed in", "signing in", "user_data",
        "user data", "user authentication", "authenticate the user",
    ]

    /// Codes that the protocol assigns to the whole connection and to client events (4301), and one
    /// server to broadcasts (4303). Not 4009 and 4200, which servers send about single messages.
    private static func isAboutOtherThings(_ code: Int?) -> Bool {
        switch code ?? 0 {
        case 4000...4008, 4100...4199, 4201, 4202, 4301, 4303: true
        default: false
        }
    }

    /// The channel beside the data or in the words, if it is a user's channel.
    private static func userChannel(of error: ServerError, _ words: ServerWords) -> ChannelName? {
        if let channel = error.channel { return channel.isServerToUser ? channel : nil }
        guard let rest = words.rest(after: ChannelName.serverToUserPrefix) else { return nil }
        var id = rest.prefix { $0 > UInt8(ascii: " ") && !ServerWords.wrappers.contains($0) }
        while let last = id.last, ".,;:".utf8.contains(last) { id.removeLast() }
        let name = ChannelName.serverToUserPrefix + String(decoding: id, as: UTF8.self)
        return ChannelName(wire: name)
    }
}
