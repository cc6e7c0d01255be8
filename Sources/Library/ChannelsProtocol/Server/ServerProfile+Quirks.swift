extension ServerProfile {
    init(_ kind: Kind, isCertain: Bool = true, evidence: [String]) {
        self.init(kind: kind, isCertain: isCertain, evidence: evidence, quirks: kind.quirks)
    }
}

extension ServerProfile.Kind {
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
        "It refuses subscriptions with errors that have no code and name the channel only in their "
            + "text: the channel may be a guess.",
        "A connection over the quota is closed with 4004, and the client does not reconnect.",
    ]

    private static let quirksOfSoketi = [
        "It closes a connection with 4201 after 120s without a message from the client, no matter "
            + "how much the server sends. This client therefore also pings after sending nothing "
            + "for the activity timeout.",
        "It refuses connections over the quota with 4100 (reconnect later), where the "
            + "hosted service uses 4004. The client keeps trying.",
        "It confirms a repeated subscription again instead of refusing it.",
        "It silently ignores sign-ins unless user authentication is enabled for the application, "
            + "and has no watchlists.",
        "It treats any channel with private- or presence- anywhere in its name as a channel of "
            + "that kind.",
    ]

    private static let quirksOfReverb = [
        "It leaves the connection open after most errors, including 4004, 4009 and 4200: such an "
            + "error does not mean that the connection is over.",
        "It accepts messages of at most 10,000 bytes, envelope included, so client events must "
            + "be smaller than on other servers.",
        "It accepts client events only when their data is a JSON object or an array. Before 1.6.1, "
            + "it also refused such data in a string.",
        "Since 1.9.0, rate_limiting in config/reverb.php counts every message on a connection, "
            + "including subscriptions and pings. With terminate_on_limit, it closes the "
            + "connection silently.",
        "It refuses a client with 4009 unless allowed_origins in config/reverb.php contains the "
            + "host of the client's Origin, or *.",
        "It does not support pusher:signin (refused with 4200) and has no watchlists.",
        "It treats any channel whose name starts with private or presence as a channel of "
            + "that kind, even without the hyphen.",
        "It confirms a repeated subscription again instead of refusing it.",
    ]

    private static let quirksOfSockudo = [
        "Delta compression, tag filters and history are opt-in. This client does not opt in, so "
            + "every event arrives whole.",
        "Its own error codes 4300 (client error) and 4303 (failed broadcast) do not close the "
            + "connection.",
        "With protocol=2 in the URL, it uses its own protocol; this client requests 7.",
    ]

    private static let quirksOfAbly = [
        "An app accepts Pusher's protocol only if its Pusher adapter is enabled.",
        "It supports subscriptions, presence and publishing; over the HTTP API, publishing, "
            + "occupied channels, members and user counts. Cache channels, sign-ins and watchlists "
            + "are not listed as supported.",
    ]

    private static let quirksOfPusherFake = [
        "It gives no reason when it refuses a subscription: usually the secrets differ."
    ]

    private static let quirksOfSandbox = [
        "It runs inside this program: nothing leaves this machine, and other servers may behave "
            + "differently."
    ]
}
