extension ServerProfile {
    /// Creates the profile of a kind, with the quirks of this kind.
    init(_ kind: Kind, isCertain: Bool = true, evidence: [String]) {
        self.init(kind: kind, isCertain: isCertain, evidence: evidence, quirks: kind.quirks)
    }
}

extension ServerProfile.Kind {
    /// Sentences for users of such a server (docs/protocol.md, "Servers").
    var quirks: [String] {
        switch self {
        case .hosted: Self.quirksOfHosted
        case .soketi: Self.quirksOfSoketi
        case .reverb: Self.quirksOfReverb
        case .sockudo: Self.quirksOfSockudo
        case .ably: Self.quirksOfAbly
        case .pusherFake: Self.quirksOfPusherFake
        case .sandbox: Self.quirksOfSandbox
        case .unknown: []
        }
    }

    private static let quirksOfHosted = [
        "Refused subscriptions come as errors without a code that name the channel in their words "
            + "only: which channel is meant may be a guess.",
        "A connection over the quota is closed with 4004, and the client does not reconnect.",
    ]

    private static let quirksOfSoketi = [
        "It closes a connection with 4201 after 120s without a message from the client, however "
            + "much it sends itself; this client therefore also pings when it has sent nothing for "
            + "the activity timeout.",
        "It refuses connections over the quota with 4100, which asks to come back later, where the "
            + "hosted service uses 4004: the client keeps trying.",
        "It confirms a repeated subscription again instead of refusing it.",
        "It ignores a sign-in without an answer unless user authentication is enabled for the "
            + "application, and has no watchlists.",
        "It treats any channel whose name contains private- or presence- as one of that kind, "
            + "wherever it is in the name.",
    ]

    private static let quirksOfReverb = [
        "It leaves the connection open after most errors, 4004, 4009 and 4200 among them: such an "
            + "error does not mean that the connection is over.",
        "It accepts messages of at most 10,000 bytes, envelope included, so that a client event "
            + "must be smaller than elsewhere.",
        "It accepts client events only when their data is a JSON object or an array. Before 1.6.1, "
            + "it also refused such data in a string.",
        "Since 1.9.0, rate_limiting in config/reverb.php counts every message of a connection, "
            + "subscriptions and pings too. With terminate_on_limit, it ends the connection without "
            + "a word.",
        "It refuses a client with 4009 if the host of its Origin, or *, is not in allowed_origins of "
            + "config/reverb.php.",
        "It does not know pusher:signin, which it refuses with 4200, and has no watchlists.",
        "It treats any channel whose name starts with private or presence as one of that kind, "
            + "even without the hyphen.",
        "It confirms a repeated subscription again instead of refusing it.",
    ]

    private static let quirksOfSockudo = [
        "Delta compression, tag filters and history are only for clients that ask for them; this "
            + "client does not, so that every event comes whole.",
        "Its own error codes 4300 (an error of the client) and 4303 (a failed broadcast) do not end "
            + "the connection.",
        "With protocol=2 in the URL it speaks its own protocol; this client asks for 7.",
    ]

    private static let quirksOfAbly = [
        "An app accepts Pusher's protocol only if its Pusher adapter is enabled.",
        "It supports subscriptions, presence and publishing, and in the HTTP API publishing, the "
            + "occupied channels, the members and the number of users. Cache channels, sign-ins and "
            + "watchlists are not listed.",
    ]

    private static let quirksOfPusherFake = [
        "It refuses subscriptions without a reason: most often the secret is wrong."
    ]

    private static let quirksOfSandbox = [
        "It runs inside this program: nothing leaves this machine, and other servers may behave "
            + "differently."
    ]
}
