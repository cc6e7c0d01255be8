import ChannelsProtocol

extension EventDescription {
    static func signIn(_ state: SignInState) -> EventDescription {
        let isFailure = if case .failed = state { true } else { false }
        var words = EventDescription(
            .signInChanged, .user, isFailure ? .failure : .report, state.rowName
        ) { state.sentence }
        words.logLevel = isFailure ? .error : .debug
        words.connectionLog = .step
        words.makeSpoken = { _ in state.spoken }
        words.makeMasked = { _ in "sign-in \(state.maskedWords)" }
        words.makeNotice = { _ in state.notice }
        switch state {
        case .signedOut: words.connectionLog = .entry
        case .signedIn(let user):
            (words.outcome, words.connectionLog) = (.good, .entry)
            words.userID = user.id
        case .failed(let failure):
            words.makeLogged = { "(\(failure.maskedWords))" }
            (words.outcome, words.connectionLog, words.code) = (.bad, .entry, failure.code)
        case .requested, .authenticating, .signingIn: break
        }
        return words
    }

    static func watchlist(_ changes: [WatchlistChange]) -> EventDescription {
        var words = EventDescription(.watchlistChanged, .user, .report, "watchlist") {
            changes.map { change in
                "\(change.name): \(change.userIDs.map(\.text).joined(separator: ", "))"
            }.joined(separator: "; ")
        }
        words.makeSpoken = { _ in
            changes.map { change in
                "\(SpokenWords.cut(change.name, to: 20)) on the watchlist: "
                    + "\(SpokenWords.list(change.userIDs.map(\.text)))."
            }.joined(separator: " ")
        }
        return words
    }
}

extension SignInState {
    fileprivate var rowName: String {
        switch self {
        case .signedOut: "signed out"
        case .requested, .authenticating, .signingIn: "sign-in"
        case .signedIn: "signed in"
        case .failed: "not signed in"
        }
    }

    fileprivate var sentence: String {
        switch self {
        case .signedOut: ""
        case .requested: "waiting for a connection"
        case .authenticating: "requesting a signature"
        case .signingIn: "sent to the server"
        case .signedIn(let user): "as \(user.id.text)"
        case .failed(let failure): (failure.status.map { "\($0), " } ?? "") + failure.reason
        }
    }

    fileprivate var spoken: String? {
        switch self {
        case .signedIn(let user): "Signed in as \(SpokenWords.cut(user.id.text, to: 80))."
        case .signedOut: "Signed out."
        case .failed(let failure):
            "Not signed in\(SpokenWords.status(failure.status)): "
                + SpokenWords.sentence(SpokenWords.cut(failure.text, to: 600))
        case .requested, .authenticating, .signingIn: nil
        }
    }

    fileprivate var notice: NoticeWords? {
        switch self {
        case .signedIn(let user): NoticeWords(.success, "signed in as \(user.id.text)")
        case .signedOut: NoticeWords(.success, "signed out")
        case .failed(let failure): NoticeWords(.failure, "not signed in: \(failure.reason)")
        case .requested, .authenticating, .signingIn: nil
        }
    }
}
