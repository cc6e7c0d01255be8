/// What a `pusher:error` may have to do with a sign-in.
///
/// The protocol says that a refused sign-in is answered with such an error, but neither with which
/// code nor in which words, and servers that do not know `pusher:signin` refuse it as they refuse
/// any message. So the reading is tolerant: an error without a channel that comes while a sign-in
/// waits for its answer, and that is about nothing else by its code or its words, refuses it.
enum SignInErrorText: Hashable, Sendable {
    /// 4302: the watchlist is too long; the sign-in stays in effect.
    case watchlistLimit
    /// About the channel of a user, which is named.
    case userChannel(ChannelName)
    /// The words or the code name the sign-in.
    case signIn
    /// The refusal of a sign-in or of a subscription: only what waits for an answer can tell.
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
        case .alreadySubscribed, .notSubscribed, .refused(.some), .clientEvent: .other
        case .refused(nil): .perhaps
        case .other: code == 4009 ? .signIn : .unnamed
        }
    }

    /// Words that only an error about a sign-in has. The text that a user's signature is made of
    /// has `::user::` in it.
    private static let wordsOfSignIn = [
        "::user::", "signin", "sign-in", "sign in", "signed in", "signing in", "user_data",
        "user data", "user authentication", "authenticate the user",
    ]

    /// Codes that the protocol gives to the whole connection and to client events (4301), and one
    /// server to broadcasts (4303). 4009 and 4200 are not among them: servers say both of a single
    /// message.
    private static func isAboutOtherThings(_ code: Int?) -> Bool {
        switch code ?? 0 {
        case 4000...4008, 4100...4199, 4201, 4202, 4301, 4303: true
        default: false
        }
    }

    /// The channel beside the data or in the words, when it is a user's.
    private static func userChannel(of error: ServerError, _ words: ServerWords) -> ChannelName? {
        if let channel = error.channel { return channel.isServerToUser ? channel : nil }
        guard let rest = words.rest(after: ChannelName.serverToUserPrefix) else { return nil }
        var id = rest.prefix { $0 > UInt8(ascii: " ") && !ServerWords.wrappers.contains($0) }
        while let last = id.last, ".,;:".utf8.contains(last) { id.removeLast() }
        let name = ChannelName.serverToUserPrefix + String(decoding: id, as: UTF8.self)
        return ChannelName(wire: name)
    }
}
