internal import ChannelsProtocol

/// What happens beside events, members and attempts.
extension EventText {
    init(_ intent: ConnectionIntent) {
        switch intent {
        case .connected: self.init(.report, "intent", "you want to be connected")
        case .disconnected: self.init(.report, "intent", "you want to stay disconnected")
        }
    }

    init(_ profile: ServerProfile) {
        let evidence = profile.evidence.joined(separator: " ")
        self.init(.report, "server", "\(profile.kind.words). \(evidence)")
    }

    init(suspendedFor duration: Duration) {
        self.init(
            .gap, "suspended",
            "nothing ran here for \(Figures.preciseDuration(duration)): the connection is checked")
    }

    init(clockSteppedBy step: Duration) {
        let size = Figures.preciseDuration(
            .nanoseconds(Int64(clamping: step.clampedNanoseconds.magnitude)))
        self.init(.report, "clock", "set \(step < .zero ? "back" : "forward") by \(size)")
    }

    init(_ channel: ChannelName, stuckFor wait: Duration) {
        self.init(
            .failure, "stuck", "no answer for \(Figures.preciseDuration(wait)), still waiting",
            channel: channel)
    }

    init(_ report: AuthorizationReport) {
        let status = report.status.map { "HTTP \($0) in " } ?? "in "
        let requests =
            report.attempts > 1
            ? ", \(ConnectionWords.counted(report.attempts, "request"))" : ""
        let detail = status + Figures.roundTrip(report.duration) + requests
        let isGranted = report.isGranted
        switch report.subject {
        case .channel(let name):
            self.init(
                .report, isGranted ? "authorized" : "unauthorized", detail, channel: name)
        case .newKey(let name):
            self.init(.report, isGranted ? "new key" : "no new key", detail, channel: name)
        case .user:
            self.init(.report, isGranted ? "authenticated" : "unauthenticated", detail)
        }
    }

    init(_ state: SignInState) {
        switch state {
        case .signedOut: self.init(.report, "signed out", "")
        case .requested: self.init(.report, "sign-in", "waits for a connection")
        case .authenticating: self.init(.report, "sign-in", "asks for a signature")
        case .signingIn: self.init(.report, "sign-in", "asks the server")
        case .signedIn(let user): self.init(.report, "signed in", "as \(user.id.text)")
        case .failed(let failure):
            let status = failure.status.map { "\($0), " } ?? ""
            self.init(.failure, "not signed in", status + failure.reason)
        }
    }

    init(_ changes: [WatchlistChange]) {
        let parts = changes.map { change in
            "\(change.name): \(change.userIDs.map(\.text).joined(separator: ", "))"
        }
        self.init(.report, "watchlist", parts.joined(separator: "; "))
    }

    init(queued event: ChannelEvent) {
        self.init(.report, "queued", "\(event.name.text) waits", channel: event.channel)
    }

    init(_ rejection: ClientEventRejection) {
        var detail = rejection.text
        switch rejection.candidates.count {
        case 0: break
        case 1: detail += "; it was \(rejection.candidates[0].name.text)"
        default:
            let names = rejection.candidates.map(\.name.text).joined(separator: ", ")
            detail += "; one of \(names)"
        }
        let code = rejection.code.map { " \($0)" } ?? ""
        self.init(.failure, "rejected\(code)", detail, channel: rejection.channel)
    }

    init(_ failure: DecryptionFailure) {
        let renewed = failure.keyWasRenewed ? ", also with a new key" : ""
        self.init(
            .failure, "not decrypted", "\(failure.event.text): \(failure.reason)\(renewed)",
            channel: failure.channel)
    }
}

extension ServerProfile.Kind {
    /// What the server is called.
    var words: String {
        switch self {
        case .hosted: "Pusher Channels"
        case .soketi: "soketi"
        case .reverb: "Laravel Reverb"
        case .sockudo: "sockudo"
        case .sandbox: "buoy's sandbox"
        case .unknown: "not recognized"
        }
    }
}
