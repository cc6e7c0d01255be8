internal import ChannelsProtocol

/// What happens beside events, members and attempts.
extension EventText {
    /// The parts of the line of a report about the client itself, its user or its troubles.
    init(happening kind: ClientEvent.Kind) {
        switch kind {
        case .intentChanged(let intent):
            self.init(.report, "intent", "the user wants to be \(intent.rawValue)")
        case .serverRecognized(let profile):
            let evidence = profile.evidence.joined(separator: "; ")
            self.init(.report, "server", "\(profile.kind.rawValue): \(evidence)")
        case .suspended(let duration):
            self.init(
                .gap, "suspended",
                "this program did not run for \(Figures.preciseDuration(duration))")
        case .clockStepped(let step):
            self.init(.report, "clock", "the wall clock was set by \(Figures.signed(step))")
        case .subscriptionStuck(let channel, let wait):
            self.init(
                .failure, "stuck",
                "no answer for \(Figures.preciseDuration(wait)): subscribe again to retry",
                channel: channel)
        case .authorizationAnswered(let report): self.init(report)
        case .signInChanged(let state): self.init(state)
        case .watchlistChanged(let changes): self.init(changes)
        case .clientEventQueued(let event):
            self.init(.report, "queued", event.name.text, channel: event.channel)
        case .clientEventsRejected(let rejection):
            let candidates = rejection.candidates.map(\.name.text).joined(separator: ", ")
            self.init(
                .failure, "rejected",
                rejection.text + (candidates.isEmpty ? "" : "; sent just before: \(candidates)"),
                channel: rejection.channel)
        case .failedToDecrypt(let failure):
            self.init(.failure, "sealed", failure.description, channel: failure.channel)
        default:
            self.init(.report, "", "")
        }
    }

    private init(_ report: AuthorizationReport) {
        let status = report.status.map { "HTTP \($0) " } ?? ""
        let attempts = report.attempts > 1 ? ", \(report.attempts) requests" : ""
        let detail = "\(status)after \(Figures.preciseDuration(report.duration))\(attempts)"
        let channel: ChannelName?
        switch report.subject {
        case .channel(let name), .newKey(let name): channel = name
        case .user: channel = nil
        }
        let name = report.isGranted ? "authorized" : "not authorized"
        self.init(report.isGranted ? .report : .failure, name, detail, channel: channel)
    }

    private init(_ state: SignInState) {
        switch state {
        case .signedOut: self.init(.report, "signed out", "")
        case .requested: self.init(.report, "sign-in", "waits for a connection")
        case .authenticating: self.init(.report, "sign-in", "asks for a signature")
        case .signingIn: self.init(.report, "sign-in", "asks the server")
        case .signedIn(let user): self.init(.report, "signed in", "as \(user.id)")
        case .failed(let failure): self.init(.failure, "sign-in", failure.text)
        }
    }

    private init(_ changes: [WatchlistChange]) {
        let sentences = changes.map { change in
            "\(change.name): \(change.userIDs.map(\.text).joined(separator: ", "))"
        }
        self.init(.report, "watchlist", sentences.joined(separator: "; "))
    }
}
