extension ServerClue {
    static func clues(in message: ServerMessage, _ traits: FrameTraits) -> [ServerClue] {
        switch message {
        case .connectionEstablished(_, let timeout):
            Self.clues(inTimeout: timeout)
        case .error(let error):
            Self.clues(in: error, traits)
        case .subscriptionSucceeded(let channel, _):
            Self.clues(inConfirmationOf: channel, traits)
        case .subscriptionError(_, let type, _, let status):
            type.isEmpty || status == nil ? [] : [.typedSubscriptionError]
        case .pong:
            traits.contains(.dataIsAbsent) ? [.pongWithoutData] : [.pongWithData]
        case .cacheMiss:
            traits.contains(.dataIsEmptyObject)
                ? [.cacheMissWithData] : traits.contains(.dataIsNull) ? [.cacheMissWithNull] : []
        case .signInSucceeded:
            [.signInAnswered]
        case .watchlist:
            [.watchlist]
        case .unknown(let event):
            Self.namesOfDeltaEvents.contains(event.name) ? [.deltaCompression] : []
        default:
            []
        }
    }

    static func clues(in code: Int) -> [ServerClue] {
        switch code {
        case 4004: [.overQuota]
        case 4100: [.overCapacity]
        case 4300, 4303: [.ownCode]
        default: []
        }
    }

    private static func clues(inTimeout timeout: Duration?) -> [ServerClue] {
        switch timeout {
        case .seconds(30): [.timeoutOf30]
        case .seconds(120): [.timeoutOf120]
        default: []
        }
    }

    private static func clues(in error: ServerError, _ traits: FrameTraits) -> [ServerClue] {
        var clues = error.code.map(Self.clues(in:)) ?? []
        // Plain text in a string does not mean JSON in a string.
        if traits.contains(.errorDataIsString), error.code != nil { clues.append(.errorIsString) }
        if traits.contains(.errorDataIsObject) { clues.append(.errorIsObject) }
        if traits.contains(.errorNamesChannel) { clues.append(.errorNamesChannel) }
        switch (error.code, error.message.utf8.prefix(64)) {
        case (4200?, let text) where text.elementsEqual("Invalid message format".utf8):
            clues.append(.invalidMessageFormat)
        case (4009?, let text) where text.starts(with: "Connection is unauthorized".utf8):
            clues.append(.unauthorizedWithoutClose)
        case (nil, _):
            switch ServerErrorText(error) {
            case .alreadySubscribed, .notSubscribed: clues.append(.repeatedSubscriptionIsError)
            case .refused, .clientEvent, .messageLimit, .other: break
            }
        default:
            break
        }
        return clues
    }

    private static func clues(
        inConfirmationOf channel: ChannelName, _ traits: FrameTraits
    ) -> [ServerClue] {
        if channel.kind.hasMembers { return traits.contains(.hashIsArray) ? [.membersAsArray] : [] }
        return traits.contains(.dataIsAbsent) ? [.confirmationWithoutData] : [.confirmationWithData]
    }

    private static let namesOfDeltaEvents: Set<EventName> = [
        "pusher:delta", "pusher:delta_cache_sync", "pusher:delta_compression_enabled",
    ]
}
