/// How a `pusher:error` relates to a sign-in.
///
/// The protocol specifies neither code nor words of a refused sign-in, and servers without
/// `pusher:signin` refuse it like any unknown message. So any error without a channel that
/// arrives while a sign-in waits refuses it, unless its code or words are about something else.
enum SignInErrorText: Hashable, Sendable {
    /// 4302: the watchlist is too long; the sign-in stays in effect.
    case watchlistLimit
    case userChannel(ChannelName)
    case signIn
    case perhaps
    case unnamed
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

    /// Found only in errors about a sign-in, whose signed string contains `::user::`.
    private static let wordsOfSignIn = [
        "::user::", "signin", "sign-in", "sign in", "signed in", "signing in", "user_data",
        "user data", "user authentication", "authenticate the user",
    ]

    /// Codes for the whole connection, client events (4301) and broadcasts (4303, one server). Not
    /// 4009 and 4200, which servers send about single messages.
    private static func isAboutOtherThings(_ code: Int?) -> Bool {
        switch code ?? 0 {
        case 4000...4008, 4100...4199, 4201, 4202, 4301, 4303: true
        default: false
        }
    }

    private static func userChannel(of error: ServerError, _ words: ServerWords) -> ChannelName? {
        if let channel = error.channel { return channel.isServerToUser ? channel : nil }
        guard let rest = words.rest(after: ChannelName.serverToUserPrefix) else { return nil }
        var id = rest.prefix { $0 > UInt8(ascii: " ") && !ServerWords.wrappers.contains($0) }
        while let last = id.last, ".,;:".utf8.contains(last) { id.removeLast() }
        let name = ChannelName.serverToUserPrefix + String(decoding: id, as: UTF8.self)
        return ChannelName(wire: name)
    }
}
