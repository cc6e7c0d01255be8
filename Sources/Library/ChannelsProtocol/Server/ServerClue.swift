/// Behaviour that distinguishes servers (docs/protocol.md, "Servers").
enum ServerClue: String, Hashable, Sendable, CaseIterable {
    case hostOfPusher
    case hostOfAbly
    /// `X-Powered-By: Laravel Reverb` in the handshake, since 1.5.0.
    case namesReverb
    /// `activity_timeout`, in seconds.
    case timeoutOf30
    case timeoutOf120
    case errorIsString
    case errorIsObject
    /// Errors carry `channel` next to `data`.
    case errorNamesChannel
    case invalidMessageFormat
    case unauthorizedWithoutClose
    /// A repeated subscription, or an unsubscription without one, is an error with known words.
    case repeatedSubscriptionIsError
    /// 4300 or 4303.
    case ownCode
    case overCapacity
    case overQuota
    case typedSubscriptionError
    /// For a channel without members.
    case confirmationWithoutData
    /// For a channel without members.
    case confirmationWithData
    case pongWithoutData
    case pongWithData
    case cacheMissWithData
    case cacheMissWithNull
    case membersAsArray
    case signInAnswered
    case watchlist
    case deltaCompression

    var sentence: String {
        switch self {
        case .hostOfPusher: "The host name belongs to Pusher."
        case .hostOfAbly: "The host name belongs to Ably's Pusher adapter."
        case .namesReverb: "It identifies itself in the handshake."
        case .timeoutOf30: "Its activity timeout is 30s."
        case .timeoutOf120: "Its activity timeout is 120s."
        case .errorIsString: "It sends error data as a JSON string."
        case .errorIsObject: "It sends error data as an object."
        case .errorNamesChannel: "Its errors carry the channel next to the data."
        case .invalidMessageFormat: "It refuses messages with 4200, Invalid message format."
        case .unauthorizedWithoutClose:
            "It refuses signatures with 4009, Connection is unauthorized."
        case .repeatedSubscriptionIsError:
            "It answers a repeated subscription with an error whose text names the channel."
        case .ownCode: "It sends a sockudo-specific error code (4300 or 4303)."
        case .overCapacity: "It refuses with 4100, over capacity."
        case .overQuota: "It refuses with 4004, over the connection quota."
        case .typedSubscriptionError:
            "It refuses subscriptions with pusher:subscription_error, a type and a status."
        case .confirmationWithoutData: "It confirms subscriptions without data."
        case .confirmationWithData: "It confirms subscriptions with data."
        case .pongWithoutData: "Its pongs have no data."
        case .pongWithData: "Its pongs have data."
        case .cacheMissWithData: "Its cache misses have an empty object as data."
        case .cacheMissWithNull: "Its cache misses have null as data."
        case .membersAsArray: "It sends the members of a presence channel as an array, as PHP does."
        case .signInAnswered: "It answers sign-ins."
        case .watchlist: "It sends watchlist events."
        case .deltaCompression: "It sends delta compression events."
        }
    }

    /// 1 is consistent, 2 is typical, 4 is proof.
    func points(for kind: ServerProfile.Kind) -> Int {
        self.weights[kind] ?? 0
    }

    private var weights: [ServerProfile.Kind: Int] {
        switch self {
        case .hostOfPusher: [.hosted: 4]
        case .hostOfAbly: [.ably: 4]
        case .namesReverb: [.reverb: 4]
        case .timeoutOf30: [.soketi: 1, .reverb: 1]
        case .timeoutOf120: [.hosted: 1, .sockudo: 1]
        case .errorIsString: [.reverb: 2]
        case .errorNamesChannel: [.soketi: 2]
        case .invalidMessageFormat: [.reverb: 2]
        case .unauthorizedWithoutClose: [.reverb: 1]
        case .repeatedSubscriptionIsError: [.hosted: 2]
        case .ownCode: [.sockudo: 4]
        case .overCapacity: [.soketi: 1]
        case .overQuota: [.hosted: 1, .reverb: 1]
        case .typedSubscriptionError: [.soketi: 2, .sockudo: 1]
        case .confirmationWithoutData: [.soketi: 2]
        case .pongWithoutData: [.reverb: 2]
        case .cacheMissWithData: [.sockudo: 2]
        case .cacheMissWithNull: [.pusherFake: 4]
        case .membersAsArray: [.reverb: 1]
        case .signInAnswered: [.hosted: 1, .soketi: 1, .sockudo: 1]
        case .watchlist: [.hosted: 2, .sockudo: 2]
        case .deltaCompression: [.sockudo: 4]
        case .errorIsObject, .confirmationWithData, .pongWithData: [:]
        }
    }

    var rulesOut: Set<ServerProfile.Kind> {
        switch self {
        case .hostOfPusher: [.soketi, .reverb, .sockudo, .ably]
        case .hostOfAbly: [.hosted, .soketi, .reverb, .sockudo, .pusherFake]
        case .namesReverb: [.hosted, .soketi, .sockudo, .pusherFake, .ably]
        case .errorIsString: [.hosted, .soketi]
        case .errorIsObject: [.reverb]
        case .repeatedSubscriptionIsError: [.soketi, .reverb]
        case .confirmationWithoutData: [.hosted, .reverb]
        case .confirmationWithData: [.soketi]
        case .pongWithoutData: [.hosted, .soketi]
        case .pongWithData: [.reverb]
        case .cacheMissWithData: [.hosted, .pusherFake]
        case .cacheMissWithNull: [.hosted, .soketi, .reverb, .sockudo]
        case .signInAnswered: [.reverb]
        case .watchlist: [.soketi, .reverb]
        case .deltaCompression, .ownCode: [.hosted, .soketi, .reverb]
        case .timeoutOf30, .timeoutOf120, .errorNamesChannel, .invalidMessageFormat,
            .unauthorizedWithoutClose, .overCapacity, .overQuota, .typedSubscriptionError,
            .membersAsArray:
            []
        }
    }
}
